"""What RSA would be if molecules and representation had nothing to do with each other: a label permutation null."""

import numpy as np
from numpy.typing import NDArray
from scipy.spatial.distance import squareform

from azeotrope.compiled import compiled
from azeotrope.metrics.geometry import rsa
from azeotrope.metrics.midranks import centred_ranks
from azeotrope.metrics.outcome import Outcome
from azeotrope.metrics.resampled_rsa import n_molecules_of
from azeotrope.metrics.threads import map_on_cores
from azeotrope.typing import FloatArray

BLOCK = 50
"""Permutations that a core takes at a time."""

ROUNDING = 1e-12
"""Correlations closer than this are taken to be equal: the null and the observed value are summed differently."""


def rsa_null(
    representation_distances: FloatArray, property_distances: FloatArray, *, n_permutations: int, seed: int
) -> FloatArray:
    """Return the RSA under random labels: the molecules of the representation are permuted, the property stays.

    Rows and columns move together, so the null keeps the shape of both geometries and breaks only their pairing.
    Permuting labels permutes ranks, so each side is ranked once.

    Parameters
    ----------
    representation_distances, property_distances
        As for `rsa`.
    n_permutations
        Number of permutations.
    seed
        Seed of the permutations; the result does not depend on the number of cores.

    Returns
    -------
    Shape `(n_permutations,)`; all NaN where `rsa` is undefined, which gives the reason.
    """
    n_molecules = n_molecules_of(representation_distances, property_distances)
    if rsa(representation_distances, property_distances).reason is not None:
        return np.full(n_permutations, np.nan)
    representation, fixed = (centred_ranks(side) for side in (representation_distances, property_distances))
    labels = np.tile(np.arange(n_molecules), (n_permutations, 1))
    labels = np.random.default_rng(seed).permuted(labels, axis=1)
    square = squareform(representation)
    blocks = [labels[start : start + BLOCK] for start in range(0, n_permutations, BLOCK)]
    products = map_on_cores(lambda block: _permuted_products(square, fixed, block), blocks)
    scale = np.sqrt((representation @ representation) * (fixed @ fixed))
    return np.clip(np.concatenate([np.empty(0), *products]) / scale, -1.0, 1.0)


def null_p_value(observed: Outcome, null: FloatArray) -> Outcome:
    """Return the one-sided p-value of an RSA: how often the null reaches it.

    One-sided, because a representation is audited for a positive alignment: a negative RSA is no evidence for it.

    Parameters
    ----------
    observed
        The RSA.
    null
        What `rsa_null` returned, shape `(n,)`.

    Returns
    -------
    (1 + number of null values that are at least as large) / (1 + n), never 0, since the observed labels are one of the
    permutations (Phipson and Smyth 2010, doi:10.2202/1544-6115.1585). Undefined where the RSA is, and without
    permutations.
    """
    if observed.value is None:
        return observed
    if len(null) == 0:
        return Outcome.undefined("there are no permutations")
    n_reached = int((null >= observed.value - ROUNDING).sum())
    return Outcome.of((1 + n_reached) / (1 + len(null)))


@compiled
def _permuted_products(square: FloatArray, fixed: FloatArray, labels: NDArray[np.int64]) -> FloatArray:
    """Sum of products of ranks for each row of labels; one row of the square matrix fits the fastest cache."""
    sums = np.zeros(len(labels))
    n_molecules = len(square)
    for permutation in range(len(labels)):
        label, pair = labels[permutation], 0
        for i in range(n_molecules):
            row = square[label[i]]
            for j in range(i + 1, n_molecules):
                sums[permutation] += row[label[j]] * fixed[pair]
                pair += 1
    return sums
