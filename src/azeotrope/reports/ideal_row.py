"""The ideal baseline of a split in which no ideal run was made."""

from collections.abc import Sequence
from dataclasses import replace

from azeotrope.metrics.outcome import Outcome
from azeotrope.metrics.resampling import Interval
from azeotrope.reports.records import LABELS, RunSummary
from azeotrope.reports.summary import is_defined

IDEAL = "ideal"
BASELINE_METRIC = "ideal_baseline_excess_rmse"
BASELINE_TAU = "ideal_baseline_kendall_tau"
NOT_RUN = ""
"""Experiment id of a baseline that was not run."""
NO_DIFFERENCE = Interval(Outcome.of(0.0), Outcome.of(0.0), Outcome.of(0.0), n_units=0)
"""Difference of the baseline from itself."""


def ideal_runs(experiments: Sequence[Sequence[RunSummary]]) -> list[RunSummary]:
    """Return the ideal baseline as the runs of other models measured it on their own test rows, one run per fold.

    Of each fold that any experiment has, the first run with the metric ``ideal_baseline_excess_rmse`` speaks; there is
    none where no run has it. The baseline predicts the ideal value, so its error of the value is that of the excess;
    what depends on a trained model, and what the rows without pure values need, is left undefined.
    """
    by_fold: dict[int, RunSummary] = {}
    for run in (run for runs in experiments for run in runs if is_defined(run.metrics.get(BASELINE_METRIC))):
        by_fold.setdefault(run.fold, run)
    return [_as_ideal(by_fold[fold]) for fold in sorted(by_fold)]


def _as_ideal(run: RunSummary) -> RunSummary:
    labels = dict.fromkeys(LABELS, "none") | {name: run.labels[name] for name in ("dataset", "split")}
    labels |= {"model": IDEAL, "predictor": IDEAL}
    error = run.metrics[BASELINE_METRIC]
    metrics = {
        "excess_rmse": error,
        "excess_ratio": 1.0 if error else None,
        "rmse_covered": error,
        "kendall_tau": run.metrics.get(BASELINE_TAU),
    }
    return replace(run, experiment_id=NOT_RUN, labels=labels, metrics=metrics)
