"""Errors on the test units of many partitions, as they are and on resampled test units."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from azeotrope.audits.folds import Fold
from azeotrope.audits.out_of_fold import MODELS, held_out_predictions
from azeotrope.audits.pooling import UnitFeatures
from azeotrope.audits.regressors import Regressor
from azeotrope.metrics.resampling import too_few
from azeotrope.typing import FloatArray

BASELINE, COMBINED = MODELS.index("baseline"), MODELS.index("combined")


@dataclass(frozen=True, eq=False)
class TransferErrors:
    """Errors of `r` regressors on `k` outcomes over `p` partitions, in the unit of the outcome.

    Attributes
    ----------
    mae
        Mean absolute error on the test units, shape `(p, r, 4, k)`, the third axis in the order of `MODELS`.
    resampled_delta_mae
        MAE(combined) - MAE(baseline) on `q` resamples of each partition's test units, shape `(p, q, r, k)`. NaN for
        partitions that test fewer than 10 different sets of components, which are too few to resample.
    """

    mae: FloatArray
    resampled_delta_mae: FloatArray

    @property
    def delta_mae(self) -> FloatArray:
        """MAE(combined) - MAE(baseline) of each partition, shape `(p, r, k)`; negative where the combination wins."""
        return np.asarray(self.mae[:, :, COMBINED] - self.mae[:, :, BASELINE])


def transfer_errors(
    features: UnitFeatures,
    targets: FloatArray,
    names: NDArray[np.str_],
    partitions: Iterable[Fold],
    regressors: Sequence[Regressor],
    *,
    n_resamples: int,
    seed: int,
) -> TransferErrors:
    """Train and test on every partition.

    Parameters
    ----------
    features
        Features of `u` units.
    targets
        Finite, shape `(u, k)`.
    names
        Name of each unit's set of components, shape `(u,)`; a resample draws whole sets, replicates and all.
    partitions
        Train and test units of at least one partition.
    regressors
        The `r` regressors.
    n_resamples
        Resamples `q` of the test units of each partition.
    seed
        Seed of the resamples.
    """
    rng = np.random.default_rng(seed)
    maes, resampled = [], []
    for partition in partitions:
        predicted = held_out_predictions(features, targets, partition.train, partition.test, regressors)
        error = np.abs(predicted - targets[partition.test])
        maes.append(error.mean(axis=2))
        difference = np.moveaxis(error[:, COMBINED] - error[:, BASELINE], 1, 0)
        resampled.append(_resampled_means(difference, names[partition.test], n_resamples, rng))
    return TransferErrors(np.array(maes), np.array(resampled))


def _resampled_means(
    values: FloatArray, names: NDArray[np.str_], n_resamples: int, rng: np.random.Generator
) -> FloatArray:
    """Means over the rows of as many drawn sets as there are, shape `(q, ...)`, of values of shape `(n, ...)`."""
    labels, group = np.unique(names, return_inverse=True)
    if too_few(len(labels), "sets of components"):
        return np.full((n_resamples, *values.shape[1:]), np.nan)
    sums = np.zeros((len(labels), *values.shape[1:]))
    np.add.at(sums, group, values)
    drawn = rng.integers(len(labels), size=(n_resamples, len(labels)))
    n_rows = np.bincount(group)[drawn].sum(axis=1)
    return np.asarray(sums[drawn].sum(axis=1) / n_rows.reshape(-1, *[1] * (values.ndim - 1)))
