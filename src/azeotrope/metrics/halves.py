"""Halves of the participants, and the geometry of the property that each half sees."""

from collections.abc import Sequence

import numpy as np

from azeotrope.datasets.ratings import mean_ratings
from azeotrope.metrics.distances import euclidean_distances
from azeotrope.typing import BoolArray, FloatArray


def draw_halves(strata: Sequence[str], n_splits: int, rng: np.random.Generator) -> BoolArray:
    """Return who is in the first half of each split, shape `(n_splits, p)`.

    Participants are shuffled within their stratum, the strata too, and then dealt out alternately: the halves of each
    stratum, and the halves as a whole, differ by one participant at most, and strata of odd size give their odd ones to
    either half in turn. Which participants and which strata, only chance decides.

    Parameters
    ----------
    strata
        Stratum of each of the `p` participants.
    n_splits
        Number of splits.
    rng
        Source of the draws.
    """
    labels, stratum = np.unique(np.asarray(strata, dtype=str), return_inverse=True)
    halves = np.empty((n_splits, len(stratum)), dtype=np.bool_)
    for half in halves:
        order = np.lexsort((rng.random(len(stratum)), rng.permutation(len(labels))[stratum]))
        half[order] = np.arange(len(order)) % 2 == 0
    return halves


def means_of(ratings: FloatArray, chosen: BoolArray) -> FloatArray:
    """Return the `mean_ratings` of some participants, shape `(u, a)`; NaN where none of them rated.

    Parameters
    ----------
    ratings
        Shape `(p, u, a)`.
    chosen
        The participants, shape `(p,)`.
    """
    return mean_ratings(ratings[chosen])


def standardised_distances(means: FloatArray) -> FloatArray:
    """Return the Euclidean distances of units after standardising each attribute over them (population deviation).

    Parameters
    ----------
    means
        Shape `(u, a)`.

    Returns
    -------
    Shape `(u (u - 1) / 2,)`, in standard deviations; NaN throughout where an attribute is constant, which cannot be
    standardised, or has a missing value.
    """
    if len(means) == 0:
        return np.empty(0)
    constant = means.max(axis=0) <= means.min(axis=0)
    deviation = np.where(constant, np.nan, means.std(axis=0))
    return euclidean_distances((means - means.mean(axis=0)) / deviation)
