"""The figure of an audit, one kind per claim."""

from collections.abc import Callable, Mapping

from azeotrope.audits.claim import Evidence
from azeotrope.reports.audit_view import AuditView
from azeotrope.reports.findings_figure import findings_figure
from azeotrope.reports.geometry_figure import geometry_figure
from azeotrope.reports.increment_figure import increment_figure
from azeotrope.reports.replication_figure import replication_figure
from azeotrope.reports.transfer_figure import transfer_figure

FIGURES: Mapping[str, Callable[[AuditView], bytes]] = {
    "geometry": geometry_figure,
    "increment": increment_figure,
    "replication": replication_figure,
    "transfer": transfer_figure,
}


def audit_figure(evidence: Evidence, labels: Mapping[str, str]) -> bytes:
    """Return the figure of an audit as PNG bytes, equal for equal evidence and labels.

    Parameters
    ----------
    evidence
        What the claim returned; what is undefined is said in its place.
    labels
        See `AuditSummary.labels`. The claim, without its changed options, chooses the picture; one that is not among
        `FIGURES` gets every number with its interval.
    """
    view = AuditView(evidence, labels)
    return FIGURES.get(view.claim, findings_figure)(view)
