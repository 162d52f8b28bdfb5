"""RSA of many resamples of molecules at once, on all cores."""

from math import isqrt
from typing import NamedTuple

import numpy as np

from azeotrope.metrics.lanes import LANES
from azeotrope.metrics.sorted_pairs import Int32Array, SortedPairs, sort_pairs
from azeotrope.metrics.threads import map_on_cores
from azeotrope.metrics.weighted_spearman import rank_products, rank_runs
from azeotrope.typing import FloatArray, IntArray


class TwoOrders(NamedTuple):
    """The pairs of molecules in the ascending order of both sides.

    Attributes
    ----------
    by_property, by_representation
        The sorted pairs.
    property_run
        For each pair of `by_representation`, the number of its run in `by_property`.
    n_runs
        Number of runs of tied property distances.
    with_self_pairs
        Whether pairs of a molecule with its own copy are among them.
    """

    by_property: SortedPairs
    by_representation: SortedPairs
    property_run: Int32Array
    n_runs: int
    with_self_pairs: bool


def resampled_rsa(
    representation_distances: FloatArray, property_distances: FloatArray, copies: IntArray, *, with_self_pairs: bool
) -> FloatArray:
    """Return the RSA of each resample, shape `(n_resamples,)`; NaN where one side is constant.

    Parameters
    ----------
    representation_distances, property_distances
        Defined distances, as for `rsa`.
    copies
        How often each molecule is drawn, shape `(n_resamples, m)`; every row sums to `m`.
    with_self_pairs
        Whether pairs of a molecule with its own copy, 0 apart on both sides, are among the pairs of a resample.

    Notes
    -----
    Equal to the Spearman correlation of the rebuilt matrices, ties included, up to rounding; see `weighted_spearman`.
    The work grows with `n_resamples * m^2` and needs 16 m^2 bytes for each core.
    """
    orders = sort_both(representation_distances, property_distances, with_self_pairs=with_self_pairs)
    correlations = map_on_cores(lambda block: correlate(orders, block), blocks_of(copies))
    return np.concatenate(correlations)[: len(copies)]


def draw_copies(n_molecules: int, n_resamples: int, seed: int) -> IntArray:
    """Return how often each molecule is drawn, with replacement, in each resample: shape `(n_resamples, m)`."""
    share = np.full(n_molecules, 1.0 / n_molecules)
    return np.random.default_rng(seed).multinomial(n_molecules, share, size=n_resamples)


def sort_both(
    representation_distances: FloatArray, property_distances: FloatArray, *, with_self_pairs: bool
) -> TwoOrders:
    """Sort the pairs by both sides, once for all resamples; arguments as for `resampled_rsa`."""
    n_molecules = n_molecules_of(representation_distances, property_distances)
    (by_property, property_order), (by_representation, representation_order) = (
        sort_pairs(side, n_molecules, with_self_pairs=with_self_pairs)
        for side in (property_distances, representation_distances)
    )
    run_of_pair = np.empty(len(property_order), dtype=np.int32)
    run_of_pair[property_order] = np.r_[0, np.cumsum(by_property.ends_run[:-1])]
    n_runs = int(by_property.ends_run.sum())
    return TwoOrders(by_property, by_representation, run_of_pair[representation_order], n_runs, with_self_pairs)


def blocks_of(copies: IntArray) -> list[Int32Array]:
    """Return blocks of `LANES` resamples, shape `(m, LANES)`; the last is filled up with single copies."""
    padded = np.ones((-(-len(copies) // LANES) * LANES, copies.shape[1]), dtype=np.int32)
    padded[: len(copies)] = copies
    return [np.ascontiguousarray(padded[start : start + LANES].T) for start in range(0, len(padded), LANES)]


def correlate(orders: TwoOrders, block: Int32Array) -> FloatArray:
    """Return the RSA of one block of resamples, shape `(LANES,)`; NaN where one side is constant."""
    n_pairs = _pairs_of_each_lane(block, with_self_pairs=orders.with_self_pairs)
    ranks = np.empty((orders.n_runs, LANES), dtype=np.int32)
    property_squares = rank_runs(block, n_pairs, orders.by_property, ranks)
    squares, products, _ = rank_products(block, n_pairs, orders.by_representation, orders.property_run, ranks)
    scale = np.sqrt(squares * property_squares)
    correlation: FloatArray = np.divide(products, scale, out=np.full(LANES, np.nan), where=scale > 0.0)
    return np.clip(correlation, -1.0, 1.0)


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


def _pairs_of_each_lane(block: Int32Array, *, with_self_pairs: bool) -> Int32Array:
    """Pairs of drawn molecules of each resample, shape `(1, LANES)`; `sum c (c - 1) / 2` are of one molecule."""
    copies = block.astype(np.int64)
    drawn = copies.sum(axis=0)
    left_out = drawn if with_self_pairs else (copies**2).sum(axis=0)
    pairs: Int32Array = ((drawn**2 - left_out) // 2).astype(np.int32)[None]
    return pairs
