"""The ideal baseline of a split in which no ideal run was made."""

from collections.abc import Sequence
from dataclasses import replace

from azeotrope.reports.records import LABELS, RunSummary
from azeotrope.reports.rows import ComparisonRow, comparison_row

IDEAL = "ideal"
BASELINE_METRIC = "ideal_baseline_excess_rmse"


def ideal_row(experiments: Sequence[Sequence[RunSummary]]) -> ComparisonRow | None:
    """Return the ideal baseline as the runs of other models measured it on their own test rows.

    The experiment with the most folds speaks for the split. Only what follows from its metric
    ``ideal_baseline_excess_rmse`` is filled in: the excess RMSE, and the excess ratio, which is 1 by definition.
    None when no run has that metric.
    """
    runs = [run for run in max(experiments, key=len) if run.metrics.get(BASELINE_METRIC) is not None]
    if not runs:
        return None
    labels = dict.fromkeys(LABELS, "none") | {name: runs[0].labels[name] for name in ("dataset", "split")}
    labels["model"] = IDEAL
    as_ideal = [
        replace(run, labels=labels, metrics={"excess_rmse": run.metrics[BASELINE_METRIC], "excess_ratio": 1.0})
        for run in runs
    ]
    return replace(comparison_row(as_ideal, None), experiment="")
