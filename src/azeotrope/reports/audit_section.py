"""The panels of all claims beside each other, as the report's section of audits."""

from collections.abc import Mapping, Sequence

from azeotrope.reports.audit_panel import claim_panel
from azeotrope.reports.audit_records import AuditSummary
from azeotrope.reports.claim_texts import CLAIMS, claim_text
from azeotrope.reports.label_parts import name_of
from azeotrope.reports.markup import Markup, element


def audit_panels(
    audits: Sequence[AuditSummary],
    figures: Mapping[str, bytes],
    older: Mapping[str, Sequence[str]] | None = None,
) -> Markup:
    """Return one panel per claim.

    Parameters
    ----------
    audits
        Finished audits. The four claims have a panel in any case, claims of others where there is an audit of one.
    figures
        PNG bytes of an audit's figure, by run id; an audit may have none.
    older
        Ids of runs that differ from a shown run in code or options only and are not shown, by its run id.

    Returns
    -------
    The same text for the same audits.
    """
    groups: dict[str, list[AuditSummary]] = {name: [] for name in CLAIMS}
    for audit in audits:
        groups.setdefault(name_of(audit.labels["claim"]), []).append(audit)
    panels = [
        claim_panel(claim_text(name, _first_quantity(group)), group, figures, older or {})
        for name, group in groups.items()
    ]
    return element("div", *panels, class_="claims")


def _first_quantity(audits: Sequence[AuditSummary]) -> str:
    return next((finding.quantity for audit in audits for finding in audit.findings), "")
