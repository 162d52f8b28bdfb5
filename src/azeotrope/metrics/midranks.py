"""Mid-ranks as exact whole numbers, and the Spearman correlation that follows from them."""

import math

import numpy as np

from azeotrope.compiled import compiled
from azeotrope.metrics.radix_order import Order, stable_order
from azeotrope.typing import FloatArray


def centred_ranks(values: FloatArray) -> FloatArray:
    """Return twice the mid-rank of each value, taken from the mean rank.

    Parameters
    ----------
    values
        Shape `(n,)`, without NaN.

    Returns
    -------
    Whole numbers from `1 - n` to `n - 1` that add up to 0; tied values share one, and all are 0 where all are tied.
    """
    return _rank_sorted(values, stable_order(values))


def rank_correlation(first: FloatArray, second: FloatArray) -> float:
    """Return the Spearman correlation of two sides from their `centred_ranks`; NaN where one side is constant."""
    scale = math.sqrt(float(first @ first) * float(second @ second))
    return min(1.0, max(-1.0, float(first @ second) / scale)) if scale > 0.0 else math.nan


@compiled
def _rank_sorted(values: FloatArray, order: Order) -> FloatArray:
    """Give each run of tied values its rank; `order` sorts the values."""
    n_values = len(values)
    ranks = np.empty(n_values)
    start = 0
    while start < n_values:
        stop = start + 1
        while stop < n_values and values[order[stop]] == values[order[start]]:
            stop += 1
        for position in range(start, stop):
            ranks[order[position]] = start + stop - n_values
        start = stop
    return ranks
