"""Compiled kernels: Spearman correlations of resampled distance matrices, without rebuilding or sorting them again.

Drawing molecule i `c_i` times makes `c_i c_j` copies of the pair (i, j) and `c_i (c_i - 1) / 2` pairs of a molecule
with its own copy, whose distance is 0; these can be left out. Sorting the pairs once is enough: in a resample only
their weights change, and the mid-rank of a run of tied pairs follows from the weight before it and its own. Twice a
mid-rank, taken from the mean rank, is a whole number, so ranks are exact integers; only the sums of their products are
rounded. `LANES` resamples are computed together.
"""

from typing import Any

import numpy as np

from azeotrope.compiled import compiled, inlined
from azeotrope.metrics.lanes import LANES, floats, halves, load, store, zeros
from azeotrope.metrics.sorted_pairs import Int32Array, SortedPairs
from azeotrope.typing import FloatArray


@compiled
def rank_runs(copies: Int32Array, n_pairs: Int32Array, pairs: SortedPairs, ranks: Int32Array) -> FloatArray:
    """Write twice the centred mid-rank of each run to `ranks`, and return the weighted sum of their squares.

    Parameters
    ----------
    copies
        How often each molecule was drawn, shape `(m, LANES)`.
    n_pairs
        Sum of the weights of all pairs, shape `(1, LANES)`.
    pairs
        The pairs in the order of the distance that is ranked.
    ranks
        Result, shape `(number of runs, LANES)`.

    Returns
    -------
    Shape `(LANES,)`.
    """
    below, weight = zeros() - load(n_pairs, 0), zeros()
    squares = floats(zeros())
    run = 0
    for pair in range(len(pairs.first)):
        weight = weight + _weight(copies, pairs.first[pair], pairs.second[pair])
        if pairs.ends_run[pair]:
            rank = below + weight
            store(ranks, run, rank)
            squares = squares + floats(weight) * (floats(rank) * floats(rank))
            below, weight = rank + weight, zeros()
            run += 1
    sums = np.empty((1, LANES))
    store(sums, 0, squares)
    return sums.reshape(LANES)


@compiled
def rank_products(
    copies: Int32Array, n_pairs: Int32Array, pairs: SortedPairs, other_run: Int32Array, other_ranks: Int32Array
) -> FloatArray:
    """Return weighted sums of ranks: squared, times the other side's, and of pairs in the other's first run.

    Parameters
    ----------
    copies, n_pairs, pairs
        As for `rank_runs`.
    other_run
        For each of `pairs`, the number of its run in the other side's order, shape `(n,)`.
    other_ranks
        What `rank_runs` wrote for the other side.

    Returns
    -------
    Shape `(3, LANES)`.
    """
    below, weight, near = zeros() - load(n_pairs, 0), zeros(), zeros()
    other, squares, products, near_ranks = floats(zeros()), floats(zeros()), floats(zeros()), floats(zeros())
    for pair in range(len(pairs.first)):
        copies_of_pair = _weight(copies, pairs.first[pair], pairs.second[pair])
        weight = weight + copies_of_pair
        other = other + floats(copies_of_pair) * floats(load(other_ranks, other_run[pair]))
        if other_run[pair] == 0:
            near = near + copies_of_pair
        if pairs.ends_run[pair]:
            rank = below + weight
            squares = squares + floats(weight) * (floats(rank) * floats(rank))
            products = products + floats(rank) * other
            near_ranks = near_ranks + floats(rank) * floats(near)
            below, weight, near, other = rank + weight, zeros(), zeros(), floats(zeros())
    sums = np.empty((3, LANES))
    store(sums, 0, squares)
    store(sums, 1, products)
    store(sums, 2, near_ranks)
    return sums


@inlined
def _weight(copies: Int32Array, first: int, second: int) -> Any:
    """How many copies of a pair each resample holds."""
    drawn = load(copies, first)
    return halves(drawn * drawn - drawn) if first == second else drawn * load(copies, second)
