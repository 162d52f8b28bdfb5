"""From strings to numbers: the cells of a raw table, with every unreadable one named."""

from dataclasses import dataclass

import numpy as np
import pandas as pd

from azeotrope.datasets.layout import RawTable
from azeotrope.datasets.rejections import Rejections
from azeotrope.typing import BoolArray, FloatArray, IntArray

MISSING_TOKENS = frozenset(("", "nan", "na", "n/a", "none", "null", "-"))
KELVIN_AT_ZERO_CELSIUS = 273.15


@dataclass(frozen=True, eq=False)
class ParsedTable:
    """Numbers and identifiers of a raw table, entries in long form.

    Attributes
    ----------
    row, slot, identifier, fraction
        Entries: raw row, component slot, identifier as written, and fraction (NaN where missing).
    value, temperature_k, solute
        Per raw row; `value` is all zero, `temperature_k` and `solute` are None where the layout has none.
    """

    row: IntArray
    slot: IntArray
    identifier: np.ndarray
    fraction: FloatArray
    value: FloatArray
    temperature_k: FloatArray | None
    solute: np.ndarray | None


def parse(raw: RawTable, rejections: Rejections) -> ParsedTable:
    """Read every cell that the layout names; unreadable or missing ones reject their row."""
    row, slot, identifier, fraction = _entries(raw, rejections)
    value, temperature_k = _value(raw, rejections), _temperature_k(raw, rejections)
    return ParsedTable(row, slot, identifier, fraction, value, temperature_k, _solute(raw, rejections))


def has_property(raw: RawTable) -> BoolArray:
    """Tell which raw rows are about the layout's property, shape `(n_rows,)`; see `Layout.skip_missing_value`."""
    if not raw.layout.skip_missing_value:
        return np.ones(len(raw.frame), dtype=np.bool_)
    columns = [column for column in (raw.layout.value, raw.layout.log10_of) if column is not None]
    given = [~is_missing(raw.frame[column]) for column in columns]
    return np.any(given, axis=0) if given else np.ones(len(raw.frame), dtype=np.bool_)


def fraction_kinds(raw: RawTable) -> np.ndarray:
    """Return the declared kind of each raw row's fractions in lower case, shape `(n_rows,)`."""
    column = raw.layout.fraction_kind_column
    if column is None:
        return np.full(len(raw.frame), raw.layout.fraction_kind, dtype=object)
    return raw.frame[column].str.strip().str.lower().to_numpy(dtype=object)


def is_missing(cells: pd.Series) -> BoolArray:
    """Tell which cells say nothing, shape of `cells`."""
    return cells.str.strip().str.lower().isin(MISSING_TOKENS).to_numpy()


def _numbers(frame: pd.DataFrame, column: str, rejections: Rejections) -> tuple[FloatArray, BoolArray]:
    """Return the column as floats and which cells are missing; cells that are not finite numbers reject their row."""
    cells = frame[column]
    missing = is_missing(cells)
    numbers = pd.to_numeric(cells.where(~missing, "nan").str.strip(), errors="coerce").to_numpy(dtype=np.float64)
    bad = np.flatnonzero(~np.isfinite(numbers) & ~missing)
    rejections.add(bad, "not_a_number", (f"column {column!r} = {cells.iloc[i]!r} is not a number" for i in bad))
    return numbers, missing


def _required_numbers(frame: pd.DataFrame, column: str, rejections: Rejections, reason: str) -> FloatArray:
    numbers, missing = _numbers(frame, column, rejections)
    rows = np.flatnonzero(missing)
    rejections.add(rows, reason, (f"column {column!r} is empty" for _ in rows))
    return numbers


def _value(raw: RawTable, rejections: Rejections) -> FloatArray:
    layout = raw.layout
    if layout.value is None and layout.log10_of is None:
        return np.zeros(len(raw.frame))
    value: FloatArray = np.full(len(raw.frame), np.nan)
    missing = np.ones(len(raw.frame), dtype=np.bool_)
    if layout.value is not None:
        value, missing = _numbers(raw.frame, layout.value, rejections)
    if layout.log10_of is not None:
        logarithm, absent = _logarithms(raw.frame, layout.log10_of, missing, rejections)
        value, missing = np.where(missing, logarithm, value), missing & absent
    rows = np.flatnonzero(missing & ~np.bool_(layout.skip_missing_value))
    rejections.add(rows, "missing_value", (f"{layout.value_names()} is empty" for _ in rows))
    return value


def _logarithms(
    frame: pd.DataFrame, column: str, wanted: BoolArray, rejections: Rejections
) -> tuple[FloatArray, BoolArray]:
    """Return the decadic logarithm of a column and which cells are missing; the wanted ones must be positive."""
    cells = frame[column].where(wanted, "")
    numbers, missing = _numbers(cells.to_frame(), column, rejections)
    rows = np.flatnonzero(numbers <= 0)
    rejections.add(
        rows,
        "not_positive",
        (f"column {column!r} = {cells.iloc[i]!r} has no logarithm; it is not positive" for i in rows),
    )
    return np.log10(numbers, out=np.full(len(numbers), np.nan), where=numbers > 0), missing


def _entries(raw: RawTable, rejections: Rejections) -> tuple[IntArray, IntArray, np.ndarray, FloatArray]:
    """Return the non-empty component slots in long form, sorted by row and slot."""
    layout, frame = raw.layout, raw.frame
    parts = []
    for slot, column in enumerate(layout.identifiers):
        absent = is_missing(frame[column])
        if slot < len(layout.fractions):
            fraction, no_fraction = _numbers(frame, layout.fractions[slot], rejections)
            _reject_lone_fractions(raw, slot, absent & (fraction != 0) & ~no_fraction, rejections)
        else:
            fraction = np.full(len(frame), np.nan if layout.fractions else 1.0)
        rows = np.flatnonzero(~absent)
        identifiers = frame[column].to_numpy(dtype=object)[rows]
        parts.append((rows, np.full(len(rows), slot), identifiers, fraction[rows]))
    row, slot_of, identifier, fraction = (np.concatenate(columns) for columns in zip(*parts, strict=True))
    order = np.argsort(row, kind="stable")
    empty = np.flatnonzero(np.bincount(row, minlength=len(frame)) == 0)
    rejections.add(empty, "missing_identifier", ("no component is given" for _ in empty))
    return row[order], slot_of[order], identifier[order], fraction[order]


def _reject_lone_fractions(raw: RawTable, slot: int, lone: BoolArray, rejections: Rejections) -> None:
    rows = np.flatnonzero(lone)
    fraction, identifier = raw.layout.fractions[slot], raw.layout.identifiers[slot]
    rejections.add(
        rows,
        "missing_identifier",
        (f"column {fraction!r} = {raw.frame[fraction].iloc[i]!r} but column {identifier!r} is empty" for i in rows),
    )


def _temperature_k(raw: RawTable, rejections: Rejections) -> FloatArray | None:
    layout = raw.layout
    if layout.temperature is None:
        fixed = layout.fixed_temperature_k
        return None if fixed is None else np.full(len(raw.frame), fixed)
    given = _required_numbers(raw.frame, layout.temperature, rejections, "missing_temperature")
    # Rounded, so that 25.1 C and 298.25 K are the same number.
    kelvin = np.round(given + (KELVIN_AT_ZERO_CELSIUS if layout.temperature_unit == "C" else 0.0), 6)
    rows = np.flatnonzero(kelvin <= 0)
    rejections.add(
        rows,
        "impossible_temperature",
        (
            f"column {layout.temperature!r} = {given[i]:g} {layout.temperature_unit} is not above absolute zero"
            for i in rows
        ),
    )
    return kelvin


def _solute(raw: RawTable, rejections: Rejections) -> np.ndarray | None:
    column = raw.layout.solute
    if column is None:
        return None
    rows = np.flatnonzero(is_missing(raw.frame[column]))
    rejections.add(rows, "missing_solute", (f"column {column!r} is empty" for _ in rows))
    return raw.frame[column].to_numpy(dtype=object)
