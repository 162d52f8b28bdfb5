"""From a raw file of ratings to rows that say who rated which unit how: filtered, parsed and checked by scale."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import numpy as np
import pandas as pd

from azeotrope.datasets.ratings_cells import as_text, identifiers, numbers, outside_scale, texts
from azeotrope.datasets.ratings_filters import filtered
from azeotrope.datasets.ratings_layout import RawRatings
from azeotrope.errors import DataError
from azeotrope.typing import FloatArray


@dataclass(frozen=True, eq=False)
class RatingRows:
    """Rows of one file, `n` of them, on `a` attributes; all but `ratings` are object arrays of text.

    Attributes
    ----------
    file
        Name for messages.
    participant, stratum
        Shape `(n,)`; empty texts where the file has none.
    components
        Source id of each component, shape `(n, k)`; an empty text is no component, each row has at least one.
    unit
        What the unit is called, shape `(n,)`.
    ratings
        Shape `(n, a)`, NaN where a row says nothing about an attribute.
    unidentified
        Columns ``source_id`` and ``detail``: what the file calls its rows without a component, which are left out.
    warnings
        Sentences on values outside their scales.
    """

    file: str
    participant: np.ndarray
    stratum: np.ndarray
    components: np.ndarray
    unit: np.ndarray
    ratings: FloatArray
    unidentified: pd.DataFrame
    warnings: tuple[str, ...]


def read_rating_rows(raw: RawRatings) -> RatingRows:
    """Filter and parse one file.

    Raises
    ------
    DataError
        Where a filter names a value that does not occur or leaves nothing, a value is no number, or a row has no
        participant or no component.
    """
    layout = raw.layout
    frame = filtered(raw)
    components = np.column_stack([identifiers(frame[column]) for column in layout.components])
    given = (components != "").any(axis=1)
    unidentified = _unidentified(raw, frame[~given])
    frame, components = frame[given], components[given]
    values = _values(raw, frame)
    strata = [texts(frame[column]) for column in layout.strata]
    return RatingRows(
        raw.file,
        _participants(raw, frame),
        _joined(strata, " | ", len(frame)),
        components,
        _unit_names(components, [(column, texts(frame[column])) for column in layout.unit_key]),
        values,
        unidentified,
        tuple(_warnings(raw, frame, values)),
    )


def _unidentified(raw: RawRatings, frame: pd.DataFrame) -> pd.DataFrame:
    """Describe the rows without a component; without columns that do, the first of them is an error."""
    columns = raw.layout.unidentified
    if len(frame) and not columns:
        names = " and ".join(map(repr, raw.layout.components))
        raise DataError(f"{raw.file}, row {frame.index[0]} (0-based, header not counted): {names} is empty")
    described = frame[list(columns)].drop_duplicates()
    sources = list(texts(described[columns[0]])) if columns else list[str]()
    told = [", ".join(text for text in map(as_text, cells) if text) for cells in described.itertuples(index=False)]
    names = "/".join(raw.layout.components)
    return pd.DataFrame(
        {"source_id": sources, "detail": [f"{raw.file}: it has no {names}: {text}" for text in told]}, dtype=object
    )


def _participants(raw: RawRatings, frame: pd.DataFrame) -> np.ndarray:
    column = raw.layout.participant
    if column is None:
        return np.full(len(frame), "", dtype=object)
    found = texts(frame[column])
    empty = np.flatnonzero(found == "")
    if len(empty):
        raise DataError(
            f"{raw.file}, row {frame.index[empty[0]]} (0-based, header not counted): column {column!r} is empty; "
            "each row needs its participant"
        )
    return found


def _values(raw: RawRatings, frame: pd.DataFrame) -> FloatArray:
    """Return one column per attribute, shape `(n, a)`; a row of a long file fills one of them."""
    layout = raw.layout
    if layout.attribute_column is None or layout.value_column is None:
        return np.column_stack([numbers(frame[each.label], raw.file, each.label) for each in layout.attributes])
    labels = texts(frame[layout.attribute_column])
    value = numbers(frame[layout.value_column], raw.file, layout.value_column)
    return np.column_stack([np.where(labels == as_text(each.label), value, np.nan) for each in layout.attributes])


def _warnings(raw: RawRatings, frame: pd.DataFrame, values: FloatArray) -> Iterator[str]:
    """Yield what is to be said of values outside their scales."""
    layout, rows = raw.layout, frame.index.to_numpy()
    checked = [
        (values[:, position], each.scale, f"{layout.value_column} of {each.label}" if layout.is_long else each.label)
        for position, each in enumerate(layout.attributes)
        if each.scale is not None
    ]
    checked += [
        (numbers(frame[column], raw.file, column), scale, column) for column, scale in layout.also_check.items()
    ]
    for found, scale, column in checked:
        sentence = outside_scale(found, rows, scale, raw.file, column)
        if sentence is not None:
            yield sentence


def _unit_names(components: np.ndarray, keys: Sequence[tuple[str, np.ndarray]]) -> np.ndarray:
    """Name each unit by its components and its further keys: ``179+31249 rep 1``."""
    name = components[:, 0]
    for slot in components.T[1:]:
        name = name + np.where((name != "") & (slot != ""), "+", "").astype(object) + slot
    for column, cells in keys:
        name = name + f" {column.lower()} " + cells
    return name


def _joined(columns: Sequence[np.ndarray], separator: str, length: int) -> np.ndarray:
    """Join text columns row by row; empty texts without any column."""
    if not columns:
        return np.full(length, "", dtype=object)
    found = columns[0]
    for column in columns[1:]:
        found = found + separator + column
    return found
