"""Cells of a report's tables: numbers with their uncertainty, in words and as values."""

from azeotrope.metrics.resampling import Interval
from azeotrope.reports.headline import Cell, Mark
from azeotrope.reports.paper_values import PaperValue
from azeotrope.reports.report_table import TableCell
from azeotrope.reports.significant import significant

UNDEFINED = "\N{EN DASH}"
SD_DIGITS = 2  # a standard deviation over five folds is itself known to about 35%, so more digits say nothing
SMALLEST_P = 0.001


def text_cell(text: str, note: str = "") -> TableCell:
    """Return a cell of plain text."""
    return TableCell(text, note=note)


def count_cell(count: int | None) -> TableCell:
    """Return a count with thousands separated; nothing where it is unknown."""
    return undefined_cell("not recorded") if count is None else TableCell(f"{count:,}", float(count))


def undefined_cell(reason: str) -> TableCell:
    """Return a dash with the reason as its note."""
    return TableCell(UNDEFINED, note=reason)


def mean_sd(mean: float, sd: float | None, digits: int = 3) -> str:
    """Return ``mean ± sd``, or the mean alone where there is no standard deviation."""
    return significant(mean, digits) + ("" if sd is None else f" ± {significant(sd, SD_DIGITS)}")


def estimate_cell(cell: Cell, folds: int, reason: str) -> TableCell:
    """Return the mean with its standard deviation or interval, and how many folds lack it.

    Parameters
    ----------
    cell
        The headline value.
    folds
        Number of folds of the experiment.
    reason
        Why it is undefined, where it is.
    """
    if cell.mean is None:
        return undefined_cell(reason)
    interval = "" if cell.interval is None else f" {limits(*cell.interval)}"
    lacking = f" ({cell.folds} of {folds} folds)" if cell.folds < folds else ""
    note = f"undefined in {folds - cell.folds} of {folds} folds: {reason}" if lacking else ""
    return TableCell(mean_sd(cell.mean, cell.sd) + interval + lacking, cell.mean, cell.mark, note)


def paper_cell(paper: PaperValue | None) -> TableCell:
    """Return what the paper reports; a dash where it reports nothing."""
    if paper is None:
        return undefined_cell("the paper has no value for this configuration")
    return TableCell(mean_sd(paper.mean, paper.sd, SD_DIGITS), paper.mean, note=paper.table)


def interval_cell(interval: Interval, digits: int = 3, mark: Mark = Mark.PLAIN) -> TableCell:
    """Return an estimate with its 95% interval, or a dash with the reason."""
    if interval.estimate.value is None:
        return undefined_cell(interval.estimate.reason or "not recorded")
    return TableCell(interval_text(interval, digits), interval.estimate.value, mark)


def interval_text(interval: Interval, digits: int) -> str:
    """Return a defined estimate with its interval in brackets, as far as that is defined."""
    estimate, low, high = (part.value for part in (interval.estimate, interval.low, interval.high))
    shown = UNDEFINED if estimate is None else significant(estimate, digits)
    return shown if low is None or high is None else f"{shown} {limits(low, high, digits)}"


def limits(low: float, high: float, digits: int = 3) -> str:
    """Return an interval in brackets."""
    return f"[{significant(low, digits)}, {significant(high, digits)}]"


def p_cell(p_value: float | None, reason: str | None) -> TableCell:
    """Return a p-value, or a dash with the reason."""
    return undefined_cell(reason or "not recorded") if p_value is None else TableCell(p_text(p_value), p_value)


def p_phrase(p_value: float) -> str:
    """Return a p-value as part of a sentence, such as ``p = 0.03``."""
    shown = p_text(p_value)
    return f"p {shown}" if p_value < SMALLEST_P else f"p = {shown}"


def p_text(p_value: float) -> str:
    """Return a p-value with two digits; small ones as ``< 0.001``, since a random test tells them no better."""
    if p_value < SMALLEST_P:
        return f"< {SMALLEST_P}"
    return f"{p_value:.2f}" if p_value >= 0.1 else f"{p_value:.2g}"
