"""One metric of one experiment: its value over folds, or why it has none."""

from collections.abc import Sequence
from dataclasses import replace

from azeotrope.reports.headline import Cell
from azeotrope.reports.records import RunSummary
from azeotrope.reports.summary import is_defined, summarise

NOT_RECORDED = "not recorded"


def metric_cell(runs: Sequence[RunSummary], metric: str) -> Cell:
    """Return the mean and sample standard deviation over the folds of one experiment that have the metric."""
    (row,) = summarise([replace(run, metrics={metric: run.metrics.get(metric)}) for run in runs])
    return Cell(row.mean, row.sd, row.folds)


def reason_of(runs: Sequence[RunSummary], metric: str) -> str:
    """Return the distinct reasons of the runs in which a metric is undefined, or that none was recorded."""
    lacking = [run for run in runs if not is_defined(run.metrics.get(metric))]
    return "; ".join(dict.fromkeys(run.reasons.get(metric, NOT_RECORDED) for run in lacking)) or NOT_RECORDED
