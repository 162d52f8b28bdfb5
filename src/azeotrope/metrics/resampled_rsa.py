"""RSA of many resamples of molecules at once, on all cores."""

import os
from concurrent.futures import ThreadPoolExecutor
from math import isqrt

import numpy as np
from numpy.typing import NDArray

from azeotrope.metrics.weighted_spearman import LANES, rank_products, rank_runs, sort_pairs
from azeotrope.typing import FloatArray


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
    n_molecules = n_molecules_of(representation_distances, property_distances)
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
        scale = np.sqrt(squares * property_squares)
        correlation: FloatArray = np.divide(products, scale, out=np.full(LANES, np.nan), where=scale > 0.0)
        return np.clip(correlation, -1.0, 1.0)

    with ThreadPoolExecutor(_usable_cores()) as threads:
        correlations = list(threads.map(correlate, blocks))
    return np.concatenate(correlations)[: len(copies)]


def n_molecules_of(representation_distances: FloatArray, property_distances: FloatArray) -> int:
    """Return how many molecules two condensed triangles are over.

    Raises
    ------
    ValueError
        When the shapes differ or are not a triangle.
    """
    n_pairs = len(representation_distances)
    n_molecules = (1 + isqrt(1 + 8 * n_pairs)) // 2
    if representation_distances.shape != property_distances.shape or n_molecules * (n_molecules - 1) // 2 != n_pairs:
        shapes = f"{representation_distances.shape} and {property_distances.shape}"
        raise ValueError(f"shapes {shapes} are not two strict upper triangles over the same molecules")
    return n_molecules


def _usable_cores() -> int:
    """Cores this process may use, which a scheduler can restrict; all of them where the system cannot tell."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


def _blocks(copies: NDArray[np.int64]) -> list[NDArray[np.int32]]:
    """Contiguous blocks of `LANES` resamples, shape `(m, LANES)`; the last is filled up with single copies."""
    padded = np.ones((-(-len(copies) // LANES) * LANES, copies.shape[1]), dtype=np.int32)
    padded[: len(copies)] = copies
    return [np.ascontiguousarray(padded[start : start + LANES].T) for start in range(0, len(padded), LANES)]
