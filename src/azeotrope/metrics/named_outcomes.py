"""The metrics of one fold in groups, each a dictionary of metric names and outcomes."""

import numpy as np

from azeotrope.chemistry.mixtures import Mixtures
from azeotrope.metrics.conformal import conformal_half_width, interval_coverage
from azeotrope.metrics.excess import (
    NOT_COVERED,
    IdealDecomposition,
    excess_mae,
    excess_ratio,
    excess_rmse,
    ideal_baseline_excess_rmse,
    ideal_rmse,
    pure_coverage,
)
from azeotrope.metrics.outcome import Outcome
from azeotrope.metrics.ranking import kendall_tau
from azeotrope.metrics.regression import mae, r2, rmse
from azeotrope.metrics.resampling import Interval, delta_mae
from azeotrope.metrics.rounding import beyond_rounding
from azeotrope.typing import FloatArray, IntArray


def accuracy_outcomes(parts: IdealDecomposition) -> dict[str, Outcome]:
    """Return ``rmse``, ``mae`` and ``r2`` of all rows, and of the covered rows under ``*_covered``."""
    truth, prediction = parts.truth[parts.covered], parts.prediction[parts.covered]
    outcomes = {}
    for name, metric in (("rmse", rmse), ("mae", mae), ("r2", r2)):
        outcomes[name] = metric(truth=parts.truth, prediction=parts.prediction)
        covered = metric(truth=truth, prediction=prediction) if len(truth) else Outcome.undefined(NOT_COVERED)
        outcomes[f"{name}_covered"] = covered
    return outcomes


def excess_outcomes(parts: IdealDecomposition) -> dict[str, Outcome]:
    """Return the errors of the excess and of the ideal part, those of the ideal baseline, and the coverage."""
    return {
        "excess_rmse": excess_rmse(parts),
        "excess_mae": excess_mae(parts),
        "ideal_rmse": ideal_rmse(parts),
        "excess_ratio": excess_ratio(parts),
        "ideal_baseline_excess_rmse": ideal_baseline_excess_rmse(parts),
        "pure_coverage": pure_coverage(parts),
    }


def ranking_outcomes(mixtures: Mixtures, parts: IdealDecomposition) -> dict[str, Outcome]:
    """Return tau-b of the model and of the ideal baseline on the covered rows, and of the model on all rows.

    Rows of one component set, temperature and solute share their references, so that no group is cut.
    """
    covered = parts.covered
    on_covered, truth = mixtures.take(covered), parts.truth[covered]
    model = kendall_tau(mixtures=on_covered, truth=truth, prediction=parts.prediction[covered])
    baseline = kendall_tau(mixtures=on_covered, truth=truth, prediction=parts.ideal[covered])
    everywhere = kendall_tau(mixtures=mixtures, truth=parts.truth, prediction=parts.prediction)
    return {
        "kendall_tau": model.tau if covered.any() else Outcome.undefined(NOT_COVERED),
        "ideal_baseline_kendall_tau": baseline.tau if covered.any() else Outcome.undefined(NOT_COVERED),
        "kendall_tau_all": everywhere.tau,
        "n_kendall_sets": Outcome.of(model.n_sets),
        "kendall_constant_truth": Outcome.of(model.n_constant_truth),
    }


def improvement_outcomes(
    parts: IdealDecomposition, component_set: IntArray, n_resamples: int, seed: int
) -> dict[str, Outcome]:
    """Return ``delta_mae`` against the ideal baseline on the covered rows, with its interval.

    A prediction within rounding of the ideal value is the ideal value, see `beyond_rounding`.
    """
    covered = parts.covered
    if not covered.any():
        return interval_outcomes("delta_mae", Interval.undefined(NOT_COVERED, 0))
    interval = delta_mae(
        truth=parts.truth[covered],
        prediction=parts.ideal[covered]
        + beyond_rounding((parts.prediction - parts.ideal)[covered], parts.truth[covered]),
        baseline=parts.ideal[covered],
        groups=component_set[covered],
        n_resamples=n_resamples,
        seed=seed,
    )
    return interval_outcomes("delta_mae", interval)


def conformal_outcomes(calibration: IdealDecomposition, parts: IdealDecomposition) -> dict[str, Outcome]:
    """Return the half-width of the 90 % interval from the calibration rows, and the share of the other rows within.

    Rows that the model does not predict have no interval and do not count.
    """
    (truth, prediction), (test_truth, test_prediction) = (_predicted(each) for each in (calibration, parts))
    width = conformal_half_width(truth=truth, prediction=prediction)
    reached = interval_coverage(truth=test_truth, prediction=test_prediction, half_width=width)
    return {"conformal_half_width": width, "conformal_coverage": reached}


def _predicted(parts: IdealDecomposition) -> tuple[FloatArray, FloatArray]:
    """Truth and prediction of the rows that have one."""
    known = np.isfinite(parts.prediction)
    return parts.truth[known], parts.prediction[known]


def count_outcomes(parts: IdealDecomposition, component_set: IntArray, similarity: Interval) -> dict[str, Outcome]:
    """Return the numbers of rows, component sets and molecules that the metrics rest on."""
    counts = {
        "n_test": len(parts.truth),
        "n_covered": int(parts.covered.sum()),
        "n_component_sets": len(np.unique(component_set)),
        "n_rsa_molecules": similarity.n_units,
    }
    return {name: Outcome.of(count) for name, count in counts.items()}


def noise_outcome(noise_floor: float | None) -> dict[str, Outcome]:
    """Return ``noise_floor``, the pooled standard deviation of replicates, below which no error can be told apart."""
    undefined = Outcome.undefined("no mixture was measured twice in the data set")
    return {"noise_floor": undefined if noise_floor is None else Outcome.of(noise_floor)}


def interval_outcomes(name: str, interval: Interval) -> dict[str, Outcome]:
    """Return an estimate and its limits under ``name``, ``name_low`` and ``name_high``."""
    return {name: interval.estimate, f"{name}_low": interval.low, f"{name}_high": interval.high}
