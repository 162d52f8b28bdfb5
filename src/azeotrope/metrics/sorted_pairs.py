"""The pairs of molecules in the order of a distance."""

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from azeotrope.metrics.radix_order import Order, stable_order
from azeotrope.typing import BoolArray, FloatArray

Int32Array = NDArray[np.int32]


class SortedPairs(NamedTuple):
    """Pairs of `m` molecules in ascending order of a distance.

    Attributes
    ----------
    first, second
        Molecules of each of the `n` pairs, shape `(n,)`: `n` is `m (m - 1) / 2`, and `m` more with self-pairs.
    ends_run
        True for the last pair of each run of tied distances.
    """

    first: Int32Array
    second: Int32Array
    ends_run: BoolArray


def sort_pairs(condensed: FloatArray, n_molecules: int, *, with_self_pairs: bool) -> tuple[SortedPairs, Order]:
    """Sort a strict upper triangle, with its diagonal of zeros or without; also return where each sorted pair stood."""
    diagonal = np.arange(n_molecules if with_self_pairs else 0)
    first, second = (np.r_[part, diagonal].astype(np.int32) for part in np.triu_indices(n_molecules, 1))
    distance = np.r_[condensed, np.zeros(len(diagonal))]
    order = stable_order(distance)
    ends_run = np.append(np.diff(distance[order]) != 0.0, True)
    return SortedPairs(first[order], second[order], ends_run), order
