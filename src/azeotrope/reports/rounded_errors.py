"""Errors that are no more than rounding of the measured values, and so none."""

from dataclasses import replace

import numpy as np

from azeotrope.metrics.rounding import beyond_rounding
from azeotrope.reports.records import RunSummary
from azeotrope.reports.summary import is_defined
from azeotrope.typing import FloatArray

ERRORS = frozenset(
    (
        *("rmse", "mae", "rmse_covered", "mae_covered", "excess_rmse", "excess_mae", "ideal_rmse"),
        *("ideal_baseline_excess_rmse", "delta_mae", "delta_mae_low", "delta_mae_high"),
    )
)


def errors_beyond_rounding(run: RunSummary, measured: FloatArray) -> RunSummary:
    """Return the run with 0 for the errors within rounding of its measured values, see `beyond_rounding`.

    On data without excess two models would else differ by chance: one misses by 2e-16, the other by 2e-15.
    """
    metrics = {
        name: float(beyond_rounding(np.array(value), measured)) if name in ERRORS and is_defined(value) else value
        for name, value in run.metrics.items()
    }
    return replace(run, metrics=metrics)
