"""The panel of one claim on the page: its question, what its evidence means, and every audit of it."""

from base64 import b64encode
from collections.abc import Mapping, Sequence

from azeotrope.audits.finding import Finding
from azeotrope.reports.audit_paper_values import SOURCE
from azeotrope.reports.audit_records import AuditSummary
from azeotrope.reports.audit_table_html import audit_table_html
from azeotrope.reports.claim_texts import ClaimText
from azeotrope.reports.comparison_figure import comparison_figure, name_of
from azeotrope.reports.figure_style import WIDTH_INCHES
from azeotrope.reports.finding_cells import paper_cell
from azeotrope.reports.inline_svg import fitting
from azeotrope.reports.label_parts import changed_options
from azeotrope.reports.markup import Markup, element, empty_element, joined
from azeotrope.reports.report_figure import PIXELS_PER_INCH

Figures = Mapping[str, bytes]
Older = Mapping[str, Sequence[str]]


def claim_panel(text: ClaimText, audits: Sequence[AuditSummary], figures: Figures, older: Older) -> Markup:
    """Return the panel of a claim; without audits it shows what to type for one.

    Parameters
    ----------
    text
        Words about the claim.
    audits
        Its audits.
    figures
        PNG bytes of an audit's figure, by run id.
    older
        Runs of the same that are not shown, by the run id that is.
    """
    meaning = [
        element("p", element("b", f"{name}: "), words, class_="meaning")
        for name, words in (("What counts", text.counts), ("What it does not show", text.does_not_show))
        if words
    ]
    groups: dict[str, list[AuditSummary]] = {}
    for audit in audits:
        groups.setdefault(audit.subject[1], []).append(audit)
    body = [_data_section(text, data, group, figures, older) for data, group in groups.items()]
    nothing = element("p", "No finished audit. Type: ", element("code", text.command), class_="missing")
    head = [element("h3", text.title), element("p", text.question, class_="question")]
    return element("section", *head, *meaning, *(body or [nothing]), class_="claim")


def _data_section(text: ClaimText, data: str, audits: Sequence[AuditSummary], figures: Figures, older: Older) -> Markup:
    """Audits of one claim on the same data."""
    compared = _compared(text, data, audits)
    parts = [_audit(text, audit, figures, older, is_open=not compared) for audit in audits]
    return joined(element("h4", data), *compared, *parts)


def _compared(text: ClaimText, data: str, audits: Sequence[AuditSummary]) -> list[Markup]:
    """Return the picture of the first quantity that the audits can be compared by; none where there is none."""
    for quantity in text.headline:
        png = comparison_figure(audits, quantity)
        if png is not None:
            return [_picture(png, f"{text.title}, {data}: {name_of(quantity)} of each audit, with its interval.")]
    return []


def _audit(text: ClaimText, audit: AuditSummary, figures: Figures, older: Older, *, is_open: bool) -> Markup:
    """Headline numbers, figure, notes, and all numbers folded away."""
    title = " · ".join(part for part in (audit.audited, changed_options(audit.labels["claim"])) if part)
    label = ", ".join(part for part in (text.title, audit.subject[1], audit.audited) if part)
    headline = audit_table_html(audit, _headline(text, audit), f"{label}: headline numbers")
    parts = [*([element("h5", title)] if title else []), headline]
    if audit.run_id in figures:
        picture = _picture(figures[audit.run_id], f"{label}: {text.shows}")
        parts.append(_folded(f"{label}: figure", picture, is_open=is_open))
    everything = f"{label}: all {len(audit.findings)} numbers"
    parts.append(_folded(everything, audit_table_html(audit, audit.findings, everything), is_open=False))
    parts += [element("p", note, class_="note") for note in _notes(audit, older.get(audit.run_id, ()))]
    return joined(*parts)


def _headline(text: ClaimText, audit: AuditSummary) -> list[Finding]:
    """Findings that answer the question; of a quantity of the whole and of its parts, the whole alone."""
    whole = {each.quantity for each in audit.findings if not each.subject}
    return [
        each
        for each in audit.findings
        if each.quantity in text.headline and (not each.subject or each.quantity not in whole)
    ]


def _notes(audit: AuditSummary, older: Sequence[str]) -> list[str]:
    """Notes of the audit, where the paper's values are from, and which run this is."""
    paper = [f"paper: {SOURCE}"] if any(paper_cell(audit, each) for each in audit.findings) else []
    hidden = f"; the latest of {len(older) + 1} runs, not shown: {', '.join(older)}" if older else ""
    return [*audit.notes, *paper, f"run {audit.run_id}{hidden}"]


def _picture(png: bytes, caption: str) -> Markup:
    source = f"data:image/png;base64,{b64encode(png).decode('ascii')}"
    image = empty_element("img", src=source, alt=caption, style=fitting(PIXELS_PER_INCH * WIDTH_INCHES))
    return element("figure", element("div", image, class_="picture"))


def _folded(summary: str, content: Markup, *, is_open: bool) -> Markup:
    attributes = {"open": "open"} if is_open else {}
    return element("details", element("summary", summary), content, **attributes)
