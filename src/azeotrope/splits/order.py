"""A pseudo-random order that depends on content alone: not on the machine, the NumPy version or the other rows."""

import hashlib
from collections.abc import Sequence

import numpy as np

from azeotrope.typing import IntArray


def hash_order(keys: Sequence[str], seed: int, salt: str) -> IntArray:
    """Return the positions that sort the keys by SHA-256 of ``seed|salt|key``.

    Two keys keep their relative order whatever else is in the list, so adding or removing rows never reshuffles
    the rest.

    Parameters
    ----------
    keys
        Content of the `n` things to order, such as names of component sets; never row positions.
    seed
        Any integer; 0 is a seed like every other.
    salt
        Names the use, so that two uses of one seed are independent.

    Returns
    -------
    Permutation of `0..n-1`, shape `(n,)`; empty for no keys. Equal keys stay in the given order.

    Examples
    --------
    >>> keys = ["water", "ethanol", "acetone"]
    >>> [keys[i] for i in hash_order(keys, seed=0, salt="example")]
    ['acetone', 'ethanol', 'water']
    """
    digests = [hashlib.sha256(f"{seed}|{salt}|{key}".encode()).digest() for key in keys]
    return np.array(sorted(range(len(keys)), key=digests.__getitem__), dtype=np.int64)
