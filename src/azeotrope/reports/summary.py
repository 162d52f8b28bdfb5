"""Metrics over folds in long form: one row per experiment and metric."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from math import isfinite
from statistics import fmean, stdev
from typing import TypeGuard

from azeotrope.reports.paper_values import PaperValue, paper_value
from azeotrope.reports.records import RunSummary, by_experiment


@dataclass(frozen=True)
class SummaryRow:
    """One metric of one experiment over its folds.

    Attributes
    ----------
    labels
        The labels of the experiment.
    metric
        Name of the metric.
    mean
        Mean over the folds in which the metric is defined; None when there are none.
    sd
        Sample standard deviation (ddof 1); None under two folds.
    folds
        Number of folds in which the metric is defined.
    paper
        The paper's value for the same configuration, or None.
    experiment
        Id of the experiment.
    """

    labels: Mapping[str, str]
    metric: str
    mean: float | None
    sd: float | None
    folds: int
    paper: PaperValue | None
    experiment: str


def summarise(records: Sequence[RunSummary]) -> list[SummaryRow]:
    """Return one row per experiment and metric.

    Experiments come in order of first appearance, metrics in the order in which the runs list them. Experiments with
    equal labels stay apart. The fold means treat every fold alike; the headline `delta_mae` pools the out-of-fold
    errors instead, see `pooled_delta_mae`.

    Raises
    ------
    RunError
        When a fold occurs twice in an experiment, or its runs differ in labels, unit or origin.
    """
    return [
        _summary_row(runs, metric)
        for runs in by_experiment(list(records)).values()
        for metric in dict.fromkeys(name for run in runs for name in run.metrics)
    ]


def is_defined(value: float | None) -> TypeGuard[float]:
    """Whether a metric has a value; None, NaN and infinite are undefined."""
    return value is not None and isfinite(value)


def _summary_row(runs: list[RunSummary], metric: str) -> SummaryRow:
    values = [value for run in runs if is_defined(value := run.metrics.get(metric))]
    return SummaryRow(
        labels=runs[0].labels,
        metric=metric,
        mean=fmean(values) if values else None,
        sd=stdev(values) if len(values) > 1 else None,
        folds=len(values),
        paper=paper_value(runs[0].labels, metric),
        experiment=runs[0].experiment_id,
    )
