"""The page that puts the audits of all claims beside each other, as one file."""

from collections.abc import Mapping, Sequence
from importlib.resources import files

from azeotrope.reports.audit_panel import claim_panel
from azeotrope.reports.audit_records import AuditSummary
from azeotrope.reports.claim_texts import CLAIMS, claim_name, claim_text
from azeotrope.reports.markup import Markup, element, empty_element, joined

TITLE = "Audits"
LEAD = (
    "Each claim takes evidence of its own kind: evidence for one is no validation of another. A representation can "
    "predict without being shaped like the ratings, and be shaped like them without adding to a baseline."
)


def audit_page(
    audits: Sequence[AuditSummary],
    figures: Mapping[str, bytes],
    older: Mapping[str, Sequence[str]] | None = None,
) -> str:
    """Return the page as HTML that needs no other file and no network.

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
        groups.setdefault(claim_name(audit.labels["claim"]), []).append(audit)
    panels = [
        claim_panel(claim_text(name, _first_quantity(group)), group, figures, older or {})
        for name, group in groups.items()
    ]
    head = element(
        "head",
        empty_element("meta", charset="utf-8"),
        empty_element("meta", name="viewport", content="width=device-width, initial-scale=1"),
        element("title", TITLE),
        element("style", _stylesheet()),
    )
    body = [element("h1", TITLE), element("p", LEAD, class_="lead"), element("main", *panels, class_="claims")]
    return joined(Markup("<!DOCTYPE html>\n"), element("html", head, element("body", *body), lang="en"), "\n")


def _first_quantity(audits: Sequence[AuditSummary]) -> str:
    return next((finding.quantity for audit in audits for finding in audit.findings), "")


def _stylesheet() -> Markup:
    return Markup(files("azeotrope.reports").joinpath("audit_page.css").read_text(encoding="utf-8"))
