"""RSA of resampled molecules with the pairs of a molecule with its own copy and without, from one pass over the pairs.

The self-pairs of a resample are 0 apart, so they are in the first run of tied pairs on both sides. Without them, twice
the centred mid-rank of `weighted_spearman` stays as it is in the first run, and is less by their number in all others.
So the sums of products without self-pairs follow from those with them and from the sums over the first runs.
"""

from typing import NamedTuple

import numpy as np

from azeotrope.metrics.lanes import LANES
from azeotrope.metrics.resampled_rsa import TwoOrders, blocks_of, sort_both
from azeotrope.metrics.sorted_pairs import Int32Array, SortedPairs
from azeotrope.metrics.threads import map_on_cores
from azeotrope.metrics.weighted_spearman import rank_products, rank_runs
from azeotrope.typing import FloatArray, IntArray


class FirstRun(NamedTuple):
    """The first run of one side in each resample of a block, each of shape `(LANES,)`.

    Attributes
    ----------
    weight, rank
        Number of its pairs, and twice their centred mid-rank.
    other_ranks
        Sum of the other side's ranks over its pairs.
    """

    weight: FloatArray
    rank: FloatArray
    other_ranks: FloatArray


def both_rsa(
    representation_distances: FloatArray, property_distances: FloatArray, copies: IntArray
) -> tuple[FloatArray, FloatArray]:
    """Return what `resampled_rsa` does with self-pairs, and without them, each of shape `(n_resamples,)`."""
    orders = sort_both(representation_distances, property_distances, with_self_pairs=True)
    correlations = map_on_cores(lambda block: _correlate(orders, block), blocks_of(copies))
    with_self_pairs, distinct = np.concatenate(correlations, axis=1)[:, : len(copies)]
    return with_self_pairs, distinct


def _correlate(orders: TwoOrders, block: Int32Array) -> FloatArray:
    """RSA of one block with and without self-pairs, shape `(2, LANES)`; x is the property, y the representation."""
    copies = block.astype(np.int64)
    n_drawn, n_self = copies.sum(axis=0), (copies * (copies - 1) // 2).sum(axis=0)
    n_pairs = n_drawn * (n_drawn - 1) // 2
    total, ranks = n_pairs.astype(np.int32)[None], np.empty((orders.n_runs, LANES), dtype=np.int32)
    x_squares = rank_runs(block, total, orders.by_property, ranks)
    y_squares, products, near = rank_products(block, total, orders.by_representation, orders.property_run, ranks)
    weights = _first_weights(copies, orders.by_representation)
    run, weight = orders.property_run[: len(weights)], weights.sum(axis=0)
    x = FirstRun(n_pairs + ranks[0], ranks[0].astype(np.float64), near)
    y = FirstRun(weight, (weight - n_pairs).astype(np.float64), (weights * ranks[run]).sum(axis=0))
    distinct = (
        _without(products, x, y, weights[run == 0].sum(axis=0), n_pairs, n_self),
        _without(x_squares, *_itself(x), x.weight, n_pairs, n_self),
        _without(y_squares, *_itself(y), y.weight, n_pairs, n_self),
    )
    return np.stack([_correlation(products, x_squares, y_squares, n_pairs), _correlation(*distinct, n_pairs - n_self)])


def _without(
    products: FloatArray, x: FirstRun, y: FirstRun, shared: FloatArray, n_pairs: IntArray, n_self: IntArray
) -> FloatArray:
    """Sum of products of ranks without self-pairs; `shared` pairs are in both first runs."""
    outside = n_pairs - x.weight - y.weight + shared
    less = n_self * (x.other_ranks + y.other_ranks + n_self * outside - x.rank * y.rank)
    found: FloatArray = products + less
    return found


def _itself(run: FirstRun) -> tuple[FirstRun, FirstRun]:
    """A side that is compared with itself."""
    same = run._replace(other_ranks=run.weight * run.rank)
    return same, same


def _first_weights(copies: IntArray, pairs: SortedPairs) -> IntArray:
    """Copies of each pair of the first run, shape `(number of its pairs, LANES)`."""
    size = int(pairs.ends_run.argmax()) + 1
    first, second = pairs.first[:size], pairs.second[:size]
    drawn = copies[first]
    weights: IntArray = np.where((first == second)[:, None], drawn * (drawn - 1) // 2, drawn * copies[second])
    return weights


def _correlation(products: FloatArray, x_squares: FloatArray, y_squares: FloatArray, n_pairs: IntArray) -> FloatArray:
    """Correlation of each resample; NaN where a side is constant, else its squares are at least `n (n - 1)`."""
    varies = np.minimum(x_squares, y_squares) > 0.25 * n_pairs.astype(np.float64) ** 2
    scale = np.sqrt(np.where(varies, x_squares * y_squares, 1.0))
    found: FloatArray = np.where(varies, products / scale, np.nan)
    return np.clip(found, -1.0, 1.0)
