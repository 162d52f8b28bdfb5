"""Percentile intervals from resampling whole groups: rows of one mixture system are not independent of each other."""

from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from azeotrope.metrics.outcome import Outcome, why_undefined
from azeotrope.typing import FloatArray, IntArray

N_RESAMPLES = 2_000
MINIMUM_UNITS = 10
PERCENTILES = (2.5, 97.5)
BLOCK_ENTRIES = 1_000_000


@dataclass(frozen=True)
class Interval:
    """An estimate with its 95% percentile bootstrap interval.

    Attributes
    ----------
    estimate
        The statistic on the data as they are.
    low, high
        The 2.5th and 97.5th percentile over the resamples.
    n_units
        Number of resampled units (groups, molecules).
    n_undefined
        Number of resamples on which the statistic does not exist; they are left out of the percentiles.
    """

    estimate: Outcome
    low: Outcome
    high: Outcome
    n_units: int
    n_undefined: int = 0

    @classmethod
    def undefined(cls, reason: str, n_units: int) -> "Interval":
        """Return an interval without estimate or limits, all for one reason."""
        nothing = Outcome.undefined(reason)
        return cls(nothing, nothing, nothing, n_units)

    @classmethod
    def percentile(cls, estimate: Outcome, replicates: FloatArray, n_units: int) -> "Interval":
        """Return the interval of resampled values, shape `(n_resamples,)`; NaN marks an undefined resample."""
        defined = replicates[np.isfinite(replicates)]
        if len(defined) == 0:
            nothing = Outcome.undefined(f"the statistic is undefined on all {len(replicates)} resamples")
            return cls(estimate, nothing, nothing, n_units, len(replicates))
        low, high = np.percentile(defined, PERCENTILES)
        return cls(estimate, Outcome.of(low), Outcome.of(high), n_units, len(replicates) - len(defined))


def delta_mae(
    *,
    truth: FloatArray,
    prediction: FloatArray,
    baseline: FloatArray,
    groups: NDArray[Any],
    n_resamples: int = N_RESAMPLES,
    seed: int = 0,
) -> Interval:
    """Return MAE(model) - MAE(baseline), paired on the same rows; negative means that the model is better.

    Whole groups are drawn with replacement, as many as there are, and the difference is taken over the drawn rows;
    large groups keep their weight. Out-of-fold rows of several folds can be pooled: pass them as one, with the groups
    named alike in all folds.

    Parameters
    ----------
    truth, prediction, baseline
        Shape `(n,)`, in one unit.
    groups
        Label of each row's group (its component set), shape `(n,)`, numbers or strings.
    n_resamples
        Number of bootstrap resamples.
    seed
        Seed of the resampling; the same seed gives the same interval.

    Returns
    -------
    In the unit of the values. Undefined, the estimate included, under 10 groups and for values that are not finite.
    """
    group, n_groups, reason = _paired(truth, prediction, baseline, groups)
    if reason:
        return Interval.undefined(reason, n_groups)
    difference = np.abs(prediction - truth) - np.abs(baseline - truth)
    sums, sizes = np.bincount(group, difference).astype(np.float64), np.bincount(group)
    replicates = _resampled_means(sums, sizes, n_resamples, np.random.default_rng(seed))
    return Interval.percentile(Outcome.of(difference.mean()), replicates, n_groups)


def delta_rmse(
    *,
    truth: FloatArray,
    prediction: FloatArray,
    baseline: FloatArray,
    groups: NDArray[Any],
    n_resamples: int = N_RESAMPLES,
    seed: int = 0,
) -> Interval:
    """Return RMSE(model) - RMSE(baseline), paired on the same rows; negative means that the model is better.

    Parameters, resampling and degenerate cases are those of `delta_mae`.
    """
    group, n_groups, reason = _paired(truth, prediction, baseline, groups)
    if reason:
        return Interval.undefined(reason, n_groups)
    squares, sizes = [np.square(each - truth) for each in (prediction, baseline)], np.bincount(group)
    sums = [np.bincount(group, square).astype(np.float64) for square in squares]
    model, other = (np.sqrt(_resampled_means(each, sizes, n_resamples, np.random.default_rng(seed))) for each in sums)
    estimate = Outcome.of(np.sqrt(squares[0].mean()) - np.sqrt(squares[1].mean()))
    return Interval.percentile(estimate, model - other, n_groups)


def _paired(
    truth: FloatArray, prediction: FloatArray, baseline: FloatArray, groups: NDArray[Any]
) -> tuple[IntArray, int, str | None]:
    """Return the group of each row, the number of groups, and why there is no interval, or None."""
    labels, group = np.unique(groups, return_inverse=True)
    if group.shape != truth.shape:
        raise ValueError(f"{group.shape} group labels do not pair with {truth.shape} values")
    reason = why_undefined(truth=truth, prediction=prediction, baseline=baseline) or too_few(len(labels), "groups")
    return group, len(labels), reason


def too_few(n_units: int, unit: str) -> str | None:
    """Return why no interval is given for so few resampled units, or None where there are at least 10."""
    if n_units >= MINIMUM_UNITS:
        return None
    return f"a bootstrap needs at least {MINIMUM_UNITS} {unit}, here are {n_units}"


def _resampled_means(sums: FloatArray, sizes: IntArray, n_resamples: int, rng: np.random.Generator) -> FloatArray:
    """Mean over the rows of as many drawn groups as there are, once per resample; in blocks, to bound the memory."""
    n_groups = len(sums)
    block = max(1, BLOCK_ENTRIES // n_groups)
    means = []
    for start in range(0, n_resamples, block):
        drawn = rng.integers(n_groups, size=(min(block, n_resamples - start), n_groups))
        means.append(sums[drawn].sum(axis=1) / sizes[drawn].sum(axis=1))
    return np.concatenate(means)
