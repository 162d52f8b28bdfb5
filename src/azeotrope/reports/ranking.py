"""The order of the models of a split: one criterion for the answer, the tables and the figures."""

from collections.abc import Sequence
from dataclasses import dataclass

from azeotrope.reports.all_folds import with_all_folds
from azeotrope.reports.fold_values import FoldValues
from azeotrope.reports.report_runs import ReportExperiment

RANKED_BY = ("excess_rmse", "rmse")


@dataclass(frozen=True, order=True)
class Rank:
    """What experiments are sorted by.

    Attributes
    ----------
    is_incomplete
        Whether the error lacks a fold that it has of any model; such a mean is of easier or harder folds.
    is_undefined
        Whether the error has no fold.
    error
        Mean over folds of the excess RMSE, or of the RMSE where no experiment has an excess RMSE; 0 where undefined.
    title
        Title of the experiment, which decides a tie.
    """

    is_incomplete: bool
    is_undefined: bool
    error: float
    title: str


def ranks(experiments: Sequence[ReportExperiment]) -> list[Rank]:
    """Return the rank of each experiment of one data set and split, the smallest of the best."""
    values: list[FoldValues] = []
    for metric in RANKED_BY:
        values = [FoldValues.of(each, metric) for each in experiments]
        if any(each.values for each in values):
            break
    complete = with_all_folds([each.model for each in experiments], [each.values.keys() for each in values])
    return [
        Rank(not is_complete or not own.values, not own.values, own.mean or 0.0, each.title)
        for each, own, is_complete in zip(experiments, values, complete, strict=True)
    ]
