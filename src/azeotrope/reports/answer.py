"""The first screen: which model, on which split, by how much, how sure."""

from collections.abc import Mapping, Sequence

from azeotrope.metrics.resampling import Interval
from azeotrope.reports.answer_text import answer_sentence, ideal_text
from azeotrope.reports.experiment_metrics import metric_cell, reason_of
from azeotrope.reports.headline import Mark
from azeotrope.reports.paired_tests import ModelPair
from azeotrope.reports.pooled_experiments import PooledError
from azeotrope.reports.report_cells import (
    count_cell,
    estimate_cell,
    interval_cell,
    p_phrase,
    text_cell,
    undefined_cell,
)
from azeotrope.reports.report_groups import by_dataset
from azeotrope.reports.report_runs import ReportExperiment
from azeotrope.reports.report_table import ReportTable, TableCell, TableColumn
from azeotrope.reports.standing import Rival, Standing, standing

NOTES = (
    "best model: smallest excess RMSE, pooled over the test rows of all folds; RMSE where no pure values are known",
    "against ideal mixing: pooled over all test rows; not distinguishable where its 95% interval has 0",
    "ahead: smaller mean absolute error of the excess over shared test rows, Holm-adjusted p of at most 0.05",
    "not distinguishable does not mean equal",
)


def standings(
    experiments: Sequence[ReportExperiment], pooled: Mapping[str, Interval], pairs: Sequence[ModelPair]
) -> list[Standing]:
    """Return the standing of each data set and split, in order of first appearance.

    Parameters
    ----------
    experiments
        Finished experiments.
    pooled
        Pooled `delta_mae` of each experiment id, see `pooled_experiments.pooled_delta_maes`.
    pairs
        See `paired_tests.model_pairs`.
    """
    return [standing(members, pooled, pairs) for group in by_dataset(experiments) for members in group.splits.values()]


def answer_sentences(found: Sequence[Standing]) -> list[str]:
    """Return one sentence per data set and split; see `answer_sentence`."""
    return [answer_sentence(each) for each in found]


def answer_table(found: Sequence[Standing]) -> ReportTable:
    """Return one row per data set and split: the best model, its error and what the tests say."""
    columns = [TableColumn(title) for title in ("data set", "split", "model")]
    columns += [TableColumn(title, is_numeric=True) for title in ("folds", "test rows", "excess RMSE")]
    columns += [TableColumn("unit"), TableColumn("against ideal mixing"), TableColumn("delta MAE", is_numeric=True)]
    columns += [TableColumn(title) for title in ("ahead of", "not distinguishable from")]
    return ReportTable(
        "answer",
        "The best model of each data set and split: excess RMSE as mean ± sample standard deviation over folds, "
        "delta MAE with 95% interval, and the models it is ahead of.",
        tuple(columns),
        tuple(_row(each) for each in found),
        NOTES,
    )


def _row(each: Standing) -> tuple[TableCell, ...]:
    first = each.experiments[0]
    place = (text_cell(first.dataset), text_cell(first.split))
    if each.best is None:
        nothing = undefined_cell("no model but the ideal baseline can be ranked")
        return (*place, *[nothing] * 4, text_cell(first.unit), *[nothing] * 4)
    best = each.best.experiment
    return (
        *place,
        TableCell(best.title, mark=Mark.BEST),
        count_cell(len(best.runs)),
        count_cell(sum(len(run.predictions) for run in best.runs)),
        _error_cell(each.best),
        text_cell(best.unit),
        text_cell(ideal_text(each.best)),
        interval_cell(each.delta),
        _rivals_cell([rival for rival in each.rivals if rival.lead > 0]),
        _rivals_cell([rival for rival in each.rivals if rival.lead <= 0]),
    )


def _error_cell(best: PooledError) -> TableCell:
    runs = [run.summary for run in best.experiment.runs]
    return estimate_cell(metric_cell(runs, "excess_rmse"), len(runs), reason_of(runs, "excess_rmse"))


def _rivals_cell(rivals: Sequence[Rival]) -> TableCell:
    return text_cell(", ".join(_with_p(rival) for rival in rivals))


def _with_p(rival: Rival) -> str:
    p_value = rival.test.adjusted.value
    return f"{rival.title} ({'not tested' if p_value is None else p_phrase(p_value)})"
