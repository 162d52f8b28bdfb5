"""Cells of a file of ratings: ids, numbers and scales; each distinct cell is looked at once."""

import re
from collections.abc import Iterable

import numpy as np
import pandas as pd

from azeotrope.datasets.parsing import is_missing
from azeotrope.datasets.ratings_layout import Scale
from azeotrope.errors import DataError
from azeotrope.typing import FloatArray, IntArray

WHOLE_NUMBER = re.compile(r"(-?\d+)\.0+")
# Sums of squares of larger values, as a standard deviation has them, would come near the largest 64-bit number.
LARGEST = 1e100


def as_text(cell: object) -> str:
    """Return an id as text: without blanks around it, and a whole number without decimals (``17100.0`` is 17100)."""
    text = str(cell).strip()
    whole = WHOLE_NUMBER.fullmatch(text)
    return whole.group(1) if whole else text


def texts(cells: pd.Series) -> np.ndarray:
    """Return each cell as an id text, shape of `cells`, dtype object."""
    codes, distinct = pd.factorize(cells)
    found: np.ndarray = np.array([as_text(cell) for cell in distinct], dtype=object)[codes]
    return found


def identifiers(cells: pd.Series) -> np.ndarray:
    """Return each cell as an id text, empty where the cell says nothing (``nan`` and its like), shape of `cells`."""
    return texts(cells.mask(is_missing(cells), ""))


def numbers(cells: pd.Series, file: str, column: str) -> FloatArray:
    """Return each cell as a number, NaN where it says nothing, shape of `cells`; its index holds the file's rows.

    Raises
    ------
    DataError
        Naming file, row, column and value of the first cell that is no finite number, or beyond 1e100 in size.
    """
    codes, distinct = pd.factorize(cells)
    found = pd.Series(distinct, dtype=str)
    missing = is_missing(found)
    values = pd.to_numeric(found.mask(missing, "nan").str.strip(), errors="coerce").to_numpy(dtype=np.float64)
    for faulty, what in (
        (~np.isfinite(values) & ~missing, "is not a number"),
        (np.abs(values) > LARGEST, f"is too large to compute with; a rating is at most {LARGEST:g} in size"),
    ):
        bad = np.flatnonzero(faulty[codes])
        if len(bad):
            raise DataError(
                f"{file}, row {cells.index[bad[0]]} (0-based, header not counted), column {column!r}: "
                f"{cells.iloc[bad[0]]!r} {what}"
            )
    numeric: FloatArray = values[codes]
    return numeric


def outside_scale(values: FloatArray, rows: IntArray, scale: Scale, file: str, column: str) -> str | None:
    """Return a sentence on the values outside a scale, or None where there are none; NaN is not outside.

    Parameters
    ----------
    values, rows
        The numbers and their rows in the file, both of shape `(n,)`.
    scale
        Lowest and highest possible value.
    file, column
        Where they stand.
    """
    out = np.flatnonzero((values < scale[0]) | (values > scale[1]))
    if len(out) == 0:
        return None
    return (
        f"{file}: column {column!r} has {len(out):,} of {np.isfinite(values).sum():,} values outside "
        f"{scale[0]:g} to {scale[1]:g}, the first in row {rows[out[0]]} (0-based, header not counted): "
        f"{values[out[0]]:g}; they are kept"
    )


def natural_order(names: Iterable[str]) -> list[str]:
    """Return the distinct names in order, numbers inside them by their value: 2 before 10."""
    return sorted(set(names), key=_natural_key)


def _natural_key(name: str) -> list[tuple[int, int, str]]:
    return [(0, int(part), part) if part.isdecimal() else (1, 0, part) for part in re.split(r"(\d+)", name) if part]
