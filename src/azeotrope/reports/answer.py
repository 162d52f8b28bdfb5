"""The first screen: which model, on which split, by how much, how sure."""

from collections.abc import Mapping, Sequence

from azeotrope.metrics.resampling import Interval
from azeotrope.reports.answer_cells import (
    delta_cell,
    error_cell,
    folds_cell,
    model_cell,
    next_cell,
    smaller_cell,
    verdict,
)
from azeotrope.reports.answer_text import GIVEN, answer_sentence
from azeotrope.reports.figure_groups import limit_of, without_limit
from azeotrope.reports.notes import AS_GIVEN
from azeotrope.reports.paired_tests import LEVEL, ModelPair
from azeotrope.reports.report_cells import count_cell, text_cell, undefined_cell
from azeotrope.reports.report_groups import by_dataset
from azeotrope.reports.report_runs import ReportExperiment
from azeotrope.reports.report_table import ReportTable, TableCell, TableColumn
from azeotrope.reports.standing import Standing, standing

NOTES = (
    (
        "best model: smallest mean excess RMSE over folds (RMSE without pure values), among the models with all folds; "
        "bold where it beats ideal"
    ),
    (
        "against ideal mixing: the ratio is the excess RMSE over the rows of all folds together by that of ideal "
        "mixing, not the mean ratio over folds of the leaderboard; not distinguishable where the 95 % interval of the "
        "difference has 0"
    ),
    "folds below ideal: those in which the ratio is below 1",
    f"smaller excess MAE (MAE without pure values): over shared test rows, Holm-adjusted p of at most {LEVEL}",
    "not distinguishable does not mean equal",
    f"delta MAE: MAE minus that of ideal mixing, {GIVEN}; negative is better",
    AS_GIVEN,
)


def standings(
    experiments: Sequence[ReportExperiment], pooled: Mapping[str, Interval], pairs: Sequence[ModelPair]
) -> list[Standing]:
    """Return the standing of each data set and split, in order of first appearance.

    A split with a limit to its training mixtures, which is a point of a learning curve, is left out where the split
    without the limit is there.

    Parameters
    ----------
    experiments
        Finished experiments.
    pooled
        Pooled `delta_mae` of each experiment id, see `pooled_experiments.pooled_delta_maes`.
    pairs
        See `paired_tests.model_pairs`.
    """
    return [
        standing(members, pooled, pairs)
        for group in by_dataset(experiments)
        for split, members in group.splits.items()
        if limit_of(split) is None or without_limit(split) not in group.splits
    ]


def answer_sentences(found: Sequence[Standing]) -> list[str]:
    """Return one sentence per data set and split; see `answer_sentence`."""
    return [answer_sentence(each) for each in found]


def answer_table(found: Sequence[Standing]) -> ReportTable:
    """Return one row per data set and split: the best model, its error and what the tests say."""
    return ReportTable(
        "answer",
        "The best model of each data set and split: excess RMSE (RMSE where no pure values are known) as mean ± sample "
        "standard deviation over folds, "
        "number of others shown to have a larger excess MAE, and delta MAE with 95 % interval.",
        (
            *(TableColumn(title) for title in ("data set", "split", "best model")),
            *(TableColumn(title, is_numeric=True) for title in ("folds", "test rows", "excess RMSE")),
            TableColumn("against ideal mixing"),
            *(TableColumn(title, is_numeric=True) for title in ("folds below ideal", "smaller excess MAE than")),
            TableColumn("next best"),
            TableColumn("delta MAE", is_numeric=True),
        ),
        tuple(_row(each) for each in found),
        NOTES,
    )


def _row(each: Standing) -> tuple[TableCell, ...]:
    first = each.experiments[0]
    place = (text_cell(first.dataset), text_cell(first.split))
    if each.best is None:
        nothing = undefined_cell("no model but the ideal baseline can be ranked")
        return (*place, *[nothing] * 9)
    best = each.best.experiment
    return (
        *place,
        model_cell(each.best, none_beats_ideal=each.none_beats_ideal),
        count_cell(len(best.runs)),
        count_cell(sum(len(run.predictions) for run in best.runs)),
        error_cell(each.best),
        text_cell(verdict(each.best)),
        folds_cell(each.best.fold_ratios),
        smaller_cell(each.rivals),
        next_cell(each.rivals),
        delta_cell(each),
    )
