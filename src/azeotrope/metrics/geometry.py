"""Representational similarity: do molecules that are close in a representation have close properties?"""

from concurrent.futures import ThreadPoolExecutor
from math import isqrt

import numpy as np
from numba import config
from numpy.typing import NDArray

from azeotrope.metrics.outcome import Outcome
from azeotrope.metrics.resampling import N_RESAMPLES, Interval, too_few
from azeotrope.metrics.weighted_spearman import LANES, rank_products, rank_runs, sort_pairs
from azeotrope.typing import FloatArray

MINIMUM_MOLECULES = 3


def rsa(representation_distances: FloatArray, property_distances: FloatArray) -> Outcome:
    """Return the Spearman correlation of two distance matrices over the same molecules (RSA).

    Parameters
    ----------
    representation_distances, property_distances
        Condensed strict upper triangles, shape `(m (m - 1) / 2,)`, pairs in the same order; see `distances`. The two
        may be swapped.

    Returns
    -------
    From -1 to 1; ties get mid-ranks. Undefined for fewer than 3 molecules, where one side is constant, and where a
    distance is undefined.

    Raises
    ------
    ValueError
        When the shapes differ or are not a triangle.
    """
    n_molecules = _n_molecules(representation_distances, property_distances)
    reason = _why_undefined(n_molecules, representation_distances, property_distances)
    if reason:
        return Outcome.undefined(reason)
    once = np.ones((1, n_molecules), dtype=np.int64)
    return Outcome.of(resampled_rsa(representation_distances, property_distances, once)[0])


def rsa_interval(
    representation_distances: FloatArray,
    property_distances: FloatArray,
    *,
    n_resamples: int = N_RESAMPLES,
    seed: int = 0,
) -> Interval:
    """Return the RSA with its percentile interval from resampling molecules.

    Molecules are drawn with replacement and both matrices rebuilt, pairs of a molecule with its own copy (distance 0 in
    both) included, as rebuilding gives them. Those pairs raise the correlation, so the interval lies above the
    estimate for weak correlations; it is the interval of the published audit (Huang and Sun 2026, supplement H).

    Parameters
    ----------
    representation_distances, property_distances
        As for `rsa`.
    n_resamples
        Number of bootstrap resamples.
    seed
        Seed of the resampling; the result depends neither on the machine's number of cores nor on anything else.

    Returns
    -------
    Undefined where `rsa` is; under 10 molecules there is an estimate without limits.
    """
    estimate = rsa(representation_distances, property_distances)
    n_molecules = _n_molecules(representation_distances, property_distances)
    if estimate.reason is not None:
        return Interval.undefined(estimate.reason, n_molecules)
    reason = too_few(n_molecules, "molecules")
    if reason:
        return Interval(estimate, Outcome.undefined(reason), Outcome.undefined(reason), n_molecules)
    share = np.full(n_molecules, 1.0 / n_molecules)
    copies = np.random.default_rng(seed).multinomial(n_molecules, share, size=n_resamples)
    replicates = resampled_rsa(representation_distances, property_distances, copies)
    return Interval.percentile(estimate, replicates, n_molecules)


def resampled_rsa(
    representation_distances: FloatArray, property_distances: FloatArray, copies: NDArray[np.int64]
) -> FloatArray:
    """Return the RSA of each resample, shape `(n_resamples,)`; NaN where one side is constant.

    Parameters
    ----------
    representation_distances, property_distances
        Defined distances, as for `rsa`.
    copies
        How often each molecule is drawn, shape `(n_resamples, m)`; every row sums to `m`.

    Notes
    -----
    Equal to the Spearman correlation of the rebuilt matrices, ties included, up to rounding; see `weighted_spearman`.
    The work grows with `n_resamples * m^2` and needs 32 m^2 bytes for each core.
    """
    n_molecules = _n_molecules(representation_distances, property_distances)
    by_property, property_order = sort_pairs(property_distances, n_molecules)
    by_representation, representation_order = sort_pairs(representation_distances, n_molecules)
    n_runs = int(by_property.ends_run.sum())
    run_of_pair = np.empty(len(property_order), dtype=np.int32)
    run_of_pair[property_order] = np.r_[0, np.cumsum(by_property.ends_run[:-1])]
    property_run = run_of_pair[representation_order]
    blocks = _blocks(copies)

    def correlate(block: NDArray[np.int32]) -> FloatArray:
        ranks = np.empty((n_runs, LANES), dtype=np.int32)
        property_squares = rank_runs(block, by_property, ranks)
        squares, products = rank_products(block, by_representation, property_run, ranks)
        scale = np.sqrt(squares) * np.sqrt(property_squares)
        return np.divide(products, scale, out=np.full(LANES, np.nan), where=scale > 0.0)

    with ThreadPoolExecutor(config.NUMBA_NUM_THREADS) as threads:
        correlations = list(threads.map(correlate, blocks))
    return np.concatenate(correlations)[: len(copies)]


def _blocks(copies: NDArray[np.int64]) -> list[NDArray[np.int32]]:
    """Contiguous blocks of `LANES` resamples, shape `(m, LANES)`; the last is filled up with single copies."""
    padded = np.ones((-(-len(copies) // LANES) * LANES, copies.shape[1]), dtype=np.int32)
    padded[: len(copies)] = copies
    return [np.ascontiguousarray(padded[start : start + LANES].T) for start in range(0, len(padded), LANES)]


def _n_molecules(representation_distances: FloatArray, property_distances: FloatArray) -> int:
    n_pairs = len(representation_distances)
    n_molecules = (1 + isqrt(1 + 8 * n_pairs)) // 2
    if representation_distances.shape != property_distances.shape or n_molecules * (n_molecules - 1) // 2 != n_pairs:
        shapes = f"{representation_distances.shape} and {property_distances.shape}"
        raise ValueError(f"shapes {shapes} are not two strict upper triangles over the same molecules")
    return n_molecules


def _why_undefined(n_molecules: int, representation_distances: FloatArray, property_distances: FloatArray) -> str | None:
    if n_molecules < MINIMUM_MOLECULES:
        return f"RSA needs at least {MINIMUM_MOLECULES} molecules, here are {n_molecules}"
    for name, distances in (("representation", representation_distances), ("property", property_distances)):
        n_undefined = int((~np.isfinite(distances)).sum())
        if n_undefined:
            return (
                f"{n_undefined} of {len(distances)} {name} distances are undefined, which a zero vector, an empty "
                "fingerprint or a value that is not finite makes them"
            )
        if distances.min() == distances.max():
            return f"all {len(distances)} {name} distances are equal"
    return None
