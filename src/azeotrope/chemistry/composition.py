"""Closure of ragged compositions: merging, conversion and rounding, each a function over entry arrays.

An entry is one component of one row: `row` (sorted, shape `(k,)`) says which row, `fraction` how much.
"""

import numpy as np

from azeotrope.typing import BoolArray, FloatArray, IntArray

# 0.3333 + 0.3333 + 0.3333 is a rounded third; 0.95 + 0.03 + 0.01 + 0.005 is a mistake.
CLOSURE_TOLERANCE = 1e-3
THOUSANDTHS = 1000


def row_sums(row: IntArray, fraction: FloatArray, n_rows: int) -> FloatArray:
    """Return the sum of fractions of each row, shape `(n_rows,)`; 0 for a row without entries."""
    return np.bincount(row, fraction, minlength=n_rows).astype(np.float64)


def closes(total: FloatArray, target: float = 1.0) -> BoolArray:
    """Tell which sums equal `target` within the tolerance of three-decimal fractions, shape of `total`."""
    return np.abs(total - target) <= CLOSURE_TOLERANCE * target * (1 + 1e-9)


def mole_fractions_from_mass(
    row: IntArray, mass_fraction: FloatArray, molar_mass: FloatArray, n_rows: int
) -> FloatArray:
    """Convert mass fractions to mole fractions, x_i = (w_i / M_i) / sum_j (w_j / M_j), shape `(k,)`."""
    moles = mass_fraction / molar_mass
    return moles / row_sums(row, moles, n_rows)[row]


def merge_repeated(row: IntArray, component: IntArray, fraction: FloatArray) -> tuple[IntArray, IntArray, FloatArray]:
    """Sort entries by row and component and add up repeated components of a row; `component` counts from 0.

    Entries that need neither are returned as they are.
    """
    entry = row * (component.max(initial=0) + 1) + component
    if np.all(np.diff(entry) > 0):
        return row, component, fraction
    order = np.argsort(entry, kind="stable")
    row, component, fraction = row[order], component[order], fraction[order]
    first = np.flatnonzero(np.diff(entry[order], prepend=-1))
    return row[first], component[first], np.add.reduceat(fraction, first)


def round_to_thousandths(row: IntArray, fraction: FloatArray, n_rows: int) -> FloatArray:
    """Round to three decimals and put the residual on the row's last component, so that each row sums to exactly 1.

    Where the last component cannot hold a negative residual (many components rounded up), the largest ones give
    0.001 each. A component may round to 0; dropping it is the caller's decision.

    Returns
    -------
    Multiples of 0.001, shape `(k,)`.
    """
    # The last bits of a sum depend on the order of its parts; they must not decide where a half is rounded to.
    units = np.rint(np.round(fraction * THOUSANDTHS, 6)).astype(np.int64)
    residual = THOUSANDTHS - np.bincount(row, units, minlength=n_rows).astype(np.int64)
    counts = np.bincount(row)
    rows = np.flatnonzero(counts)
    counts = counts[rows]
    first = np.cumsum(counts) - counts
    last = first + counts - 1
    holds = units[last] + residual[rows] >= 0
    units[last[holds]] += residual[rows[holds]]
    too_many = np.where(holds, 0, -residual[rows])
    rank = np.arange(len(row)) - np.repeat(first, counts)
    largest_first = np.lexsort((-units, row))
    units[largest_first[rank < np.repeat(too_many, counts)]] -= 1
    return units / THOUSANDTHS
