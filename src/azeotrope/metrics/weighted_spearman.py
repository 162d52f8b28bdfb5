"""Compiled kernels: Spearman correlations of resampled distance matrices, without rebuilding or sorting them again.

Drawing molecule i `c_i` times makes `c_i c_j` copies of the pair (i, j) and `c_i (c_i - 1) / 2` pairs of a molecule
with its own copy, whose distance is 0; these can be left out. Sorting the pairs once is enough: in a resample only
their weights change, and the mid-rank of a run of tied pairs follows from the weight before it and its own. Twice a
mid-rank, taken from the mean rank, is a whole number, so ranks are exact integers; only the sums of their products are
rounded.
"""

import numpy as np

from azeotrope.compiled import compiled
from azeotrope.metrics.sorted_pairs import Int32Array, SortedPairs
from azeotrope.typing import FloatArray

LANES = 16
"""Resamples computed together; known to the compiler, so that it uses vector instructions."""

TILE = 64
"""Pairs whose ranks are fetched together, so that the processor waits for the memory once and not for each of them."""

BEFORE, WEIGHT, OTHER_SUM, SQUARES, PRODUCTS, N_PAIRS = (part * LANES for part in range(6))
"""Where each part of the sums of `rank_products` starts: only a flat array makes the compiler use vectors."""


@compiled
def rank_runs(copies: Int32Array, n_pairs: Int32Array, pairs: SortedPairs, ranks: Int32Array) -> FloatArray:
    """Write twice the centred mid-rank of each run to `ranks`, and return the weighted sum of their squares.

    Parameters
    ----------
    copies
        How often each molecule was drawn, shape `(m, LANES)`.
    n_pairs
        Sum of the weights of all pairs, shape `(LANES,)`.
    pairs
        The pairs in the order of the distance that is ranked.
    ranks
        Result, shape `(number of runs, LANES)`.

    Returns
    -------
    Shape `(LANES,)`.
    """
    before, weight = np.zeros(LANES, dtype=np.int32), np.zeros(LANES, dtype=np.int32)
    squares = np.zeros(LANES)
    run = 0
    for pair in range(len(pairs.first)):
        _add_weight(copies, pairs.first[pair], pairs.second[pair], weight)
        if pairs.ends_run[pair]:
            for lane in range(LANES):
                rank = np.int32(2 * before[lane] + weight[lane] - n_pairs[lane])
                ranks[run, lane] = rank
                squares[lane] += weight[lane] * (float(rank) * float(rank))
                before[lane] += weight[lane]
                weight[lane] = 0
            run += 1
    return squares


@compiled
def rank_products(
    copies: Int32Array, n_pairs: Int32Array, pairs: SortedPairs, other_run: Int32Array, other_ranks: Int32Array
) -> FloatArray:
    """Return the weighted sums of squared ranks and of products with the other side's ranks, shape `(2, LANES)`.

    Parameters
    ----------
    copies, n_pairs, pairs
        As for `rank_runs`.
    other_run
        For each of `pairs`, the number of its run in the other side's order, shape `(n,)`.
    other_ranks
        What `rank_runs` wrote for the other side.
    """
    tile = np.zeros((TILE, LANES), dtype=np.int32)
    weights, sums = np.zeros(LANES, dtype=np.int32), np.zeros(6 * LANES)
    sums[N_PAIRS:] = n_pairs
    starts_run = True
    for start in range(0, len(pairs.first), TILE):
        stop = min(start + TILE, len(pairs.first))
        _fetch(other_ranks, other_run, start, stop, tile)
        for pair in range(start, stop):
            first, second, ends_run = pairs.first[pair], pairs.second[pair], pairs.ends_run[pair]
            if starts_run and ends_run and first != second:
                _add_untied(copies[first], copies[second], tile[pair - start], sums)
            else:
                weights[:] = 0
                _add_weight(copies, first, second, weights)
                _add_to_run(weights, tile[pair - start], sums)
                if ends_run:
                    _close_run(sums)
            starts_run = ends_run
    return sums[SQUARES:N_PAIRS].copy().reshape(2, LANES)


@compiled
def _add_untied(first: Int32Array, second: Int32Array, other_rank: Int32Array, sums: FloatArray) -> None:
    """Add a pair that is a run of its own, which most are, in one go."""
    for lane in range(LANES):
        weight = np.float64(first[lane] * second[lane])
        rank = 2.0 * sums[BEFORE + lane] + weight - sums[N_PAIRS + lane]
        sums[SQUARES + lane] += weight * rank * rank
        sums[PRODUCTS + lane] += weight * rank * np.float64(other_rank[lane])
        sums[BEFORE + lane] += weight


@compiled
def _add_to_run(weights: Int32Array, other_rank: Int32Array, sums: FloatArray) -> None:
    """Add a pair to a run whose rank is not known yet."""
    for lane in range(LANES):
        weight = np.float64(weights[lane])
        sums[WEIGHT + lane] += weight
        sums[OTHER_SUM + lane] += weight * np.float64(other_rank[lane])


@compiled
def _close_run(sums: FloatArray) -> None:
    """Rank a run, now that all its pairs are added."""
    for lane in range(LANES):
        weight = sums[WEIGHT + lane]
        rank = 2.0 * sums[BEFORE + lane] + weight - sums[N_PAIRS + lane]
        sums[SQUARES + lane] += weight * rank * rank
        sums[PRODUCTS + lane] += rank * sums[OTHER_SUM + lane]
        sums[BEFORE + lane] += weight
        sums[WEIGHT + lane] = 0.0
        sums[OTHER_SUM + lane] = 0.0


@compiled
def _add_weight(copies: Int32Array, first: int, second: int, weight: Int32Array) -> None:
    """Add how many copies of a pair each resample holds."""
    if first == second:
        for lane in range(LANES):
            weight[lane] += copies[first, lane] * (copies[first, lane] - 1) // 2
    else:
        for lane in range(LANES):
            weight[lane] += copies[first, lane] * copies[second, lane]


@compiled
def _fetch(ranks: Int32Array, runs: Int32Array, start: int, stop: int, tile: Int32Array) -> None:
    """Copy the ranks of the runs of some pairs next to each other."""
    for pair in range(start, stop):
        source, target = ranks[runs[pair]], tile[pair - start]
        for lane in range(LANES):
            target[lane] = source[lane]
