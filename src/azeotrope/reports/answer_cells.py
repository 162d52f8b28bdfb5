"""Cells of the first screen's table, which say no more than the tests show."""

from collections.abc import Sequence
from dataclasses import replace

from azeotrope.metrics.rounding import is_no_difference
from azeotrope.reports.answer_text import ideal_text, n_below
from azeotrope.reports.experiment_metrics import metric_cell, reason_of
from azeotrope.reports.headline import Mark
from azeotrope.reports.pooled_experiments import PooledError
from azeotrope.reports.report_cells import estimate_cell, interval_cell, p_phrase, text_cell, undefined_cell
from azeotrope.reports.report_table import TableCell
from azeotrope.reports.significant import significant
from azeotrope.reports.standing import Rival, Standing

NO_RIVAL = "no other model is ranked"


def verdict(best: PooledError) -> str:
    """Return what the interval of the excess RMSE against the ideal baseline's shows, with their ratio."""
    low, high = best.against_ideal.low.value, best.against_ideal.high.value
    if best.ratio is None:
        return ideal_text(best)
    if low is None or high is None:
        shown = "not tested"
    elif is_no_difference(best.against_ideal):
        shown = "equal"
    else:
        shown = "beats it" if high < 0 else "worse" if low > 0 else "not distinguishable"
    return f"{shown} (ratio {significant(best.ratio)})"


def model_cell(best: PooledError, *, none_beats_ideal: bool) -> TableCell:
    """Return the model, bold where it is shown to beat ideal mixing; where none is, it is but the closest."""
    title = best.experiment.title
    if none_beats_ideal:
        return text_cell(f"none shown to beat ideal (closest: {title})")
    return TableCell(title, mark=Mark.BEST if best.beats_ideal else Mark.PLAIN)


def error_cell(best: PooledError) -> TableCell:
    """Return the excess RMSE over folds with its unit; the RMSE, which the cell says, where there is no excess."""
    runs = [run.summary for run in best.experiment.runs]
    name, shown = ("excess_rmse", "") if best.has_excess else ("rmse", "RMSE ")
    cell = _with_unit(estimate_cell(metric_cell(runs, name), len(runs), reason_of(runs, name)), best.experiment.unit)
    return cell if cell.value is None else replace(cell, text=shown + cell.text)


def delta_cell(each: Standing) -> TableCell:
    """Return the pooled delta MAE of the best model with its unit."""
    return _with_unit(interval_cell(each.delta), each.experiments[0].unit)


def _with_unit(cell: TableCell, unit: str) -> TableCell:
    """The rows of the table differ in their units."""
    return cell if cell.value is None else replace(cell, text=f"{cell.text} {unit}")


def folds_cell(ratios: Sequence[float]) -> TableCell:
    """Return in how many folds the excess ratio is below 1."""
    if not ratios:
        return undefined_cell("no fold has an excess ratio")
    return TableCell(f"{n_below(ratios)} of {len(ratios)}", n_below(ratios) / len(ratios))


def smaller_cell(rivals: Sequence[Rival]) -> TableCell:
    """Return how many others the test shows to have larger errors than the best model, with their names as the note."""
    if not rivals:
        return undefined_cell(NO_RIVAL)
    worse = [rival for rival in rivals if rival.lead > 0]
    return TableCell(f"{len(worse)} of {len(rivals)}", len(worse) / len(rivals), note=", ".join(map(_with_p, worse)))


def next_cell(rivals: Sequence[Rival]) -> TableCell:
    """Return the next best model with the test against it."""
    return text_cell(_with_p(rivals[0])) if rivals else undefined_cell(NO_RIVAL)


def _with_p(rival: Rival) -> str:
    p_value = rival.test.adjusted.value
    return f"{rival.title} ({'not tested' if p_value is None else p_phrase(p_value)})"
