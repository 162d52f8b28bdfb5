"""The order that sorts numbers, by a radix sort: several times faster than comparing them, and as exact.

The bits of a non-negative floating-point number, read as a whole number, are in the order of the numbers; those of a
negative one are in the reverse order. Sorting them by one digit after the other, the last first and each in a stable
way, sorts them all (Knuth, The Art of Computer Programming, volume 3, 5.2.5).
"""

import numpy as np
from numpy.typing import NDArray

from azeotrope.compiled import compiled
from azeotrope.typing import FloatArray

BITS = 11
N_DIGITS = 6
"""Six digits of 11 bits hold the 64 bits of a number; the counts of one digit fit the fastest cache."""

SIGN = np.uint64(1 << 63)
DIGIT = np.uint64((1 << BITS) - 1)

Keys = NDArray[np.uint64]
Order = NDArray[np.int32]


def stable_order(values: FloatArray) -> Order:
    """Return what `numpy.argsort(values, kind="stable")` does, as 32-bit numbers.

    Parameters
    ----------
    values
        Shape `(n,)`, without NaN, `n` below 2^31.
    """
    bits = (values + 0.0).view(np.uint64)  # adding 0 makes -0.0 and 0.0 one number
    return _sort_bits(bits)


@compiled
def _sort_bits(sorted_keys: Keys) -> Order:
    """Turn bits into keys, sort them and remember where each came from."""
    order = np.empty(len(sorted_keys), dtype=np.int32)
    for position, bits in enumerate(sorted_keys):
        order[position] = position
        sorted_keys[position] = ~bits if bits & SIGN else bits | SIGN
    moved_keys, moved_order = np.empty_like(sorted_keys), np.empty_like(order)
    starts = np.empty(1 << BITS, dtype=np.int64)
    for digit in range(N_DIGITS):
        shift = np.uint64(digit * BITS)
        if _count(sorted_keys, shift, starts):
            _move(sorted_keys, order, shift, starts, moved_keys, moved_order)
            sorted_keys, moved_keys = moved_keys, sorted_keys
            order, moved_order = moved_order, order
    return order


@compiled
def _count(keys: Keys, shift: np.uint64, starts: NDArray[np.int64]) -> bool:
    """Find where the keys of each digit start; False where all have the same, so that there is nothing to move."""
    starts[:] = 0
    for key in keys:
        starts[(key >> shift) & DIGIT] += 1
    total, largest = 0, 0
    for digit in range(len(starts)):
        count = starts[digit]
        starts[digit] = total
        total += count
        largest = max(largest, count)
    return largest < len(keys)


@compiled
def _move(
    keys: Keys, order: Order, shift: np.uint64, starts: NDArray[np.int64], moved_keys: Keys, moved_order: Order
) -> None:
    """Move the keys of each digit together, in the order in which they come."""
    for position in range(len(keys)):
        digit = (keys[position] >> shift) & DIGIT
        moved_keys[starts[digit]], moved_order[starts[digit]] = keys[position], order[position]
        starts[digit] += 1
