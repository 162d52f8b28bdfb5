"""Filters of a file of ratings: which rows are read at all."""

from collections.abc import Mapping, Sequence

import numpy as np
import pandas as pd

from azeotrope.datasets.ratings_cells import as_text, texts
from azeotrope.datasets.ratings_layout import RawRatings
from azeotrope.errors import DataError
from azeotrope.typing import BoolArray


def filtered(raw: RawRatings) -> pd.DataFrame:
    """Return the rows that the filters leave and, of a long file, those of the attributes; the index is kept.

    Raises
    ------
    DataError
        When a filter names a value that does not occur, since a misspelled one would filter nothing, or when nothing
        is left.
    """
    layout, frame = raw.layout, raw.frame
    keep = np.ones(len(frame), dtype=np.bool_)
    for filters, wanted in ((layout.keep, True), (layout.drop, False)):
        for column, allowed in filters.items():
            keep &= _matches(raw, column, allowed) == wanted
    if layout.attribute_column is not None:
        labels = [attribute.label for attribute in layout.attributes]
        keep &= _matches(raw, layout.attribute_column, labels)
    if not keep.any():
        raise DataError(f"{raw.file}: no row of {len(frame):,} is left by the filters{_told(layout.keep, layout.drop)}")
    return frame[keep]


def _matches(raw: RawRatings, column: str, allowed: Sequence[object]) -> BoolArray:
    """Tell which rows have one of the values; each of them must occur."""
    cells = texts(raw.frame[column])
    wanted = [as_text(value) for value in allowed]
    present = dict.fromkeys(cells)
    for value in wanted:
        if value not in present:
            shown = ", ".join(map(repr, list(present)[:10])) or "no row"
            raise DataError(f"{raw.file}: no row has {value!r} in column {column!r}; it has {shown}")
    return np.isin(cells, np.array(wanted, dtype=object))


def _told(keep: Mapping[str, object], drop: Mapping[str, object]) -> str:
    parts = [f"keep {column} {values}" for column, values in keep.items()]
    parts += [f"drop {column} {values}" for column, values in drop.items()]
    return f" ({'; '.join(parts)})" if parts else ""
