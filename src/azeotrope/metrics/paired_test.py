"""Is one model's error smaller than another's? Tests of paired differences over whole groups of rows."""

from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from azeotrope.metrics.outcome import Outcome
from azeotrope.metrics.resampling import BLOCK_ENTRIES, N_RESAMPLES, PERCENTILES, Interval, too_few
from azeotrope.metrics.sign_flip import N_FLIPS, sign_flip_p_values
from azeotrope.typing import BoolArray, FloatArray, IntArray


@dataclass(frozen=True)
class PairedTest:
    """A mean difference over rows with its uncertainty.

    Attributes
    ----------
    difference
        Mean difference with its 95% interval from resampling whole groups.
    p_value
        Two-sided p-value of `sign_flip_p_values` over groups, not corrected for other tests.
    n_rows
        Number of paired rows.
    """

    difference: Interval
    p_value: Outcome
    n_rows: int


def paired_tests(
    differences: FloatArray,
    groups: NDArray[Any],
    *,
    n_resamples: int = N_RESAMPLES,
    n_flips: int = N_FLIPS,
    seed: int = 0,
) -> list[PairedTest]:
    """Test whether each row of differences has mean 0.

    Tests on the same groups share their random draws, which are those of `delta_mae` for the intervals.

    Parameters
    ----------
    differences
        Shape `(n_tests, n)`: error of one model minus error of the other in each data row, in one unit; NaN where a
        data row is not paired.
    groups
        Label of each data row's group, shape `(n,)`, numbers or strings.
    n_resamples, n_flips
        Number of bootstrap resamples and of sign flips.
    seed
        Seed of both; the same seed gives the same numbers.

    Returns
    -------
    One test per row of differences, the difference in the unit of the values; undefined, the difference included,
    where there are no paired rows and under 10 groups with paired rows.
    """
    labels, group = np.unique(groups, return_inverse=True)
    paired = np.isfinite(differences)
    sums, sizes = (
        np.array([np.bincount(group, weights, len(labels)) for weights in rows]).reshape(len(rows), len(labels))
        for rows in (np.where(paired, differences, 0.0), paired.astype(np.float64))
    )
    tests: list[PairedTest | None] = [None] * len(differences)
    for together in _alike(sizes > 0):
        present = sizes[together[0]] > 0
        found = _tests_of(sums[together][:, present], sizes[together][:, present], n_resamples, n_flips, seed)
        for position, test in zip(together, found, strict=True):
            tests[position] = test
    return [test for test in tests if test is not None]


def _alike(present: BoolArray) -> list[IntArray]:
    """Positions of the tests that have the same groups, together."""
    patterns = np.unique(present, axis=0, return_inverse=True)[1] if len(present) else np.empty(0, dtype=np.int64)
    return [np.flatnonzero(patterns == pattern) for pattern in range(int(patterns.max(initial=-1)) + 1)]


def _tests_of(sums: FloatArray, sizes: FloatArray, n_resamples: int, n_flips: int, seed: int) -> list[PairedTest]:
    """Tests on the same groups, each of which has a row in every test."""
    n_groups, n_rows = sums.shape[1], sizes.sum(axis=1).astype(np.int64)
    reason = "there are no rows" if n_groups == 0 else too_few(n_groups, "groups")
    if reason is not None:
        nothing = Interval.undefined(reason, n_groups)
        return [PairedTest(nothing, nothing.estimate, int(count)) for count in n_rows]
    p_values = sign_flip_p_values(sums, n_flips=n_flips, seed=seed)
    replicates = _resampled_means(sums, sizes, n_resamples, np.random.default_rng(seed))
    estimates = np.stack([sums.sum(axis=1) / n_rows, *np.percentile(replicates, PERCENTILES, axis=1)], axis=1)
    return [
        PairedTest(
            Interval(Outcome.of(mean), Outcome.of(low), Outcome.of(high), n_groups), Outcome.of(p_value), int(count)
        )
        for (mean, low, high), p_value, count in zip(estimates.tolist(), p_values, n_rows, strict=True)
    ]


def _resampled_means(sums: FloatArray, sizes: FloatArray, n_resamples: int, rng: np.random.Generator) -> FloatArray:
    """Mean over the rows of as many drawn groups as there are, shape `(n_tests, n_resamples)`."""
    n_groups = sums.shape[1]
    of_all = sizes[:1] if (sizes == sizes[0]).all() else sizes
    block = max(1, BLOCK_ENTRIES // n_groups)
    means = []
    for start in range(0, n_resamples, block):
        drawn = rng.integers(n_groups, size=(min(block, n_resamples - start), n_groups))
        flat = drawn + n_groups * np.arange(len(drawn))[:, None]
        times = np.bincount(flat.ravel(), minlength=drawn.size).reshape(drawn.shape).astype(np.float64)
        means.append((times @ sums.T) / (times @ of_all.T))
    return np.concatenate(means).T
