"""The picture that puts several audits of one claim and data beside each other."""

from collections.abc import Sequence
from functools import partial

from matplotlib.figure import Figure

from azeotrope.audits.finding import Finding
from azeotrope.reports.audit_paper_values import audit_paper_value
from azeotrope.reports.audit_records import AuditSummary
from azeotrope.reports.figure_style import WIDTH_INCHES, png_of
from azeotrope.reports.figure_whiskers import Whisker, draw_whiskers

ROW_INCHES, PANEL_INCHES = 0.28, 0.85
NAMES = {
    "rsa": "RSA (Spearman)",
    "rsa_distinct": "RSA, distinct pairs (Spearman)",
    "delta_mae": "MAE(combined) - MAE(baseline)",
    "median_delta_mae": "median of MAE(combined) - MAE(baseline)",
}


def comparison_figure(audits: Sequence[AuditSummary], quantity: str) -> bytes | None:
    """Return one number of each audit with its interval, and the paper's, as PNG bytes.

    Parameters
    ----------
    audits
        Audits of one claim and data.
    quantity
        The number. Where it is found of several subjects each has a panel; parts that only some audits have, and
        negative controls, are left out.

    Returns
    -------
    None where no subject is common to at least two audits.
    """
    subjects = _common_subjects(audits, quantity)
    if not subjects:
        return None
    rows = {subject: _rows(audits, quantity, subject) for subject in subjects}
    heights = [PANEL_INCHES + ROW_INCHES * len(each) for each in rows.values()]
    return png_of(
        partial(_draw, rows=rows, heights=heights, label=_label(audits[0], quantity, subjects[0])),
        width_inches=WIDTH_INCHES,
        height_inches=sum(heights),
        dense=True,
    )


def name_of(quantity: str) -> str:
    """Return a quantity in words, as far as there are any for it."""
    return NAMES.get(quantity, quantity)


def _common_subjects(audits: Sequence[AuditSummary], quantity: str) -> list[str]:
    """Subjects that every audit has; the whole alone where there is a number of the whole."""
    found = [[each.subject for each in audit.findings if each.quantity == quantity] for audit in audits]
    common = [subject for subject in found[0] if all(subject in other for other in found[1:])] if found else []
    if len(audits) < 2:
        return []
    return [""] if "" in common else common


def _rows(audits: Sequence[AuditSummary], quantity: str, subject: str) -> list[Whisker]:
    rows = []
    for audit in audits:
        finding = _finding(audit, quantity, subject)
        rows.append(Whisker.of(audit.audited, finding))
        paper = audit_paper_value(audit.labels, finding)
        if paper:
            rows.append(Whisker.of_paper(paper))
    return rows


def _finding(audit: AuditSummary, quantity: str, subject: str) -> Finding:
    return next(each for each in audit.findings if (each.quantity, each.subject) == (quantity, subject))


def _label(audit: AuditSummary, quantity: str, subject: str) -> str:
    """Name of the axis: the number with its unit and how its whiskers were made."""
    finding = _finding(audit, quantity, subject)
    unit = f" [{finding.unit}]" if finding.unit else ""
    return f"{name_of(quantity)}{unit}\nwhiskers: {finding.interval or 'none'}"


def _draw(figure: Figure, rows: dict[str, list[Whisker]], heights: list[float], label: str) -> None:
    panels = figure.subplots(len(rows), 1, height_ratios=heights, squeeze=False)[:, 0]
    for axes, (subject, whiskers) in zip(panels, rows.items(), strict=True):
        draw_whiskers(axes, whiskers)
        axes.set_title(subject)
        axes.set_xlabel(label)
