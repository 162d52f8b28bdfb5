"""The numbers of an audit as a table of HTML, with a line for each way in which they were made."""

from collections.abc import Mapping, Sequence

from azeotrope.audits.finding import Finding
from azeotrope.reports.audit_records import AuditSummary
from azeotrope.reports.finding_cells import limits, method, method_marks, paper_cell, quantity_cell, value_cell
from azeotrope.reports.markup import Markup, element, joined
from azeotrope.reports.report_cells import with_minus_signs

NUMBER = {"class_": "number"}
HEADINGS = {"number": {}, "value": NUMBER, "95% interval": NUMBER, "n": NUMBER}


def audit_table_html(audit: AuditSummary, findings: Sequence[Finding], caption: str) -> Markup:
    """Return a row for each number; the paper's have a column where there is one.

    Parameters
    ----------
    audit
        Whose numbers they are.
    findings
        Those to show.
    caption
        Which numbers of which audit; the scrolling place has it as its name.
    """
    marks = method_marks(findings)
    papers = [paper_cell(audit, finding) for finding in findings]
    headings = HEADINGS | ({"paper": {}} if any(papers) else {})
    head = element("tr", *(element("th", each, scope="col", **look) for each, look in headings.items()))
    rows = []
    for finding, paper in zip(findings, papers, strict=True):
        compared = [element("td", paper)] if any(papers) else []
        rows.append(element("tr", *_cells(finding, marks), *compared))
    table = element("table", element("caption", caption), element("thead", head), element("tbody", *rows))
    legend = [element("p", f"{mark}: {words}", class_="notes") for words, mark in marks.items()]
    return joined(element("div", table, class_="scroll", tabindex="0", role="region", aria_label=caption), *legend)


def _cells(finding: Finding, marks: Mapping[str, str]) -> list[Markup]:
    """Name, value, interval and number of units; of an undefined number, name and reason."""
    name = element("th", " ".join(part for part in (finding.subject, quantity_cell(finding)) if part), scope="row")
    if finding.estimate.value is None:
        return [name, element("td", f"undefined: {finding.estimate.reason}", class_="reason", colspan="3")]
    value = element("td", with_minus_signs(value_cell(finding)), **NUMBER)
    units = element("td", f"{finding.n_units:,} ", element("sup", marks[method(finding)]), **NUMBER)
    return [name, value, _interval(finding), units]


def _interval(finding: Finding) -> Markup:
    """Limits; where they are undefined the reason, which wraps; nothing where no interval was made."""
    if finding.interval and (finding.low.value is None or finding.high.value is None):
        return element("td", f"undefined: {finding.low.reason or finding.high.reason}", class_="reason")
    return element("td", with_minus_signs(limits(finding.low.value, finding.high.value)), **NUMBER)
