"""What a finished audit leaves: findings, identities, arrays, certificates and the figure."""

from collections.abc import Mapping
from typing import TYPE_CHECKING

from azeotrope.runs.versions import installed_versions

if TYPE_CHECKING:
    from azeotrope.audits.claim import Evidence
    from azeotrope.runs.audit_results import AuditResults


def audit_results(evidence: "Evidence", labels: Mapping[str, str]) -> "AuditResults":
    """Return all that the run folder of an audit is to hold."""
    from azeotrope.audits.finding_table import metrics_of, to_frame
    from azeotrope.reports.audit_figures import audit_figure
    from azeotrope.runs.audit_results import AuditResults

    metrics, reasons = metrics_of(evidence.findings)
    return AuditResults(
        metrics=metrics,
        reasons=reasons,
        versions=installed_versions(),
        findings=to_frame(evidence.findings),
        identities=evidence.identities,
        arrays=evidence.arrays,
        evidence={"notes": list(evidence.notes), "documents": dict(evidence.documents)},
        figure=audit_figure(evidence, labels),
    )
