"""Cells of a report's tables: numbers with their uncertainty, in words and as values."""

import re

from azeotrope.metrics.resampling import Interval
from azeotrope.metrics.rounding import ROUNDING
from azeotrope.reports.headline import Cell, Mark
from azeotrope.reports.paper_values import PaperValue
from azeotrope.reports.report_table import TableCell
from azeotrope.reports.significant import alike, significant, with_spread

UNDEFINED = "\N{EN DASH}"
SD_DIGITS = 2  # a standard deviation over five folds is itself known to about 35%, so more digits say nothing
SMALLEST_P = 0.001
HYPHEN_OF_A_NUMBER = re.compile(r"(?<![\w.)\]-])-(?=[\d.])")


def text_cell(text: str, note: str = "") -> TableCell:
    """Return a cell of plain text."""
    return TableCell(text, note=note)


def count_cell(count: int | None) -> TableCell:
    """Return a count with thousands separated; nothing where it is unknown."""
    return undefined_cell("not recorded") if count is None else TableCell(f"{count:,}", float(count))


def undefined_cell(reason: str) -> TableCell:
    """Return a dash with the reason as its note."""
    return TableCell(UNDEFINED, note=reason)


def mean_sd(mean: float, sd: float | None, plus_minus: str = "±") -> str:
    """Return ``mean ± sd``, both to the same decimal place, or the mean alone where there is no standard deviation.

    A standard deviation within rounding of the mean is 0.
    """
    if sd is None:
        return significant(mean)
    if sd <= ROUNDING * abs(mean):
        return f"{significant(mean)} {plus_minus} 0"
    return f" {plus_minus} ".join(with_spread(mean, sd, SD_DIGITS))


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
    shown = mean_sd(cell.mean, cell.sd) if cell.interval is None else with_limits(cell.mean, *cell.interval)
    lacking = f" ({cell.folds} of {folds} folds)" if cell.folds < folds else ""
    note = f"undefined in {folds - cell.folds} of {folds} folds: {reason}" if lacking else ""
    return TableCell(shown + lacking, cell.mean, cell.mark, note, cell.sd)


def paper_cell(paper: PaperValue | None) -> TableCell:
    """Return what the paper reports; a dash where it reports nothing."""
    if paper is None:
        return undefined_cell("the paper has no value for this configuration")
    shown = f"{significant(paper.mean, SD_DIGITS)} ± {significant(paper.sd, SD_DIGITS)}"
    return TableCell(shown, paper.mean, note=paper.table, sd=paper.sd)


def interval_cell(interval: Interval, digits: int = 3, mark: Mark = Mark.PLAIN) -> TableCell:
    """Return an estimate with its 95% interval, or a dash with the reason."""
    if interval.estimate.value is None:
        return undefined_cell(interval.estimate.reason or "not recorded")
    return TableCell(interval_text(interval, digits), interval.estimate.value, mark)


def interval_text(interval: Interval, digits: int) -> str:
    """Return a defined estimate with its interval in brackets, as far as that is defined."""
    estimate, low, high = (part.value for part in (interval.estimate, interval.low, interval.high))
    if estimate is None:
        return UNDEFINED
    return significant(estimate, digits) if low is None or high is None else with_limits(estimate, low, high, digits)


def with_limits(estimate: float, low: float, high: float, digits: int = 3) -> str:
    """Return an estimate with its interval in brackets, all in one notation."""
    shown, *ends = alike((estimate, low, high), digits)
    return f"{shown} [{', '.join(ends)}]"


def with_minus_signs(text: str) -> str:
    """Return a text of numbers with minus signs in place of the hyphens before them."""
    return HYPHEN_OF_A_NUMBER.sub("\N{MINUS SIGN}", text)


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
