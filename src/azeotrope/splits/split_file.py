"""Reading a CSV of published folds, with the columns `fold,row_index,part`."""

from dataclasses import dataclass
from pathlib import Path

import numpy as np
import pandas as pd

from azeotrope.errors import SplitError
from azeotrope.splits.parts import PARTS
from azeotrope.typing import IntArray

COLUMNS = ("fold", "row_index", "part")
FIRST_LINE = 2


@dataclass(frozen=True, eq=False)
class FoldEntries:
    """What a split file says about one fold.

    Attributes
    ----------
    row_index
        0-based rows of the raw mixture file, distinct, shape `(k,)`.
    part
        Position in ``train, validation, test``, shape `(k,)`.
    line
        Line of the split file, the header being line 1, shape `(k,)`.
    """

    row_index: IntArray
    part: IntArray
    line: IntArray


def read_fold(path: Path, fold: int) -> FoldEntries:
    """Return the entries of one fold; further columns of the file are ignored.

    Raises
    ------
    SplitError
        When the file cannot be read, lacks a column or the fold, holds something else than whole numbers from 0 or
        the names of the parts, or names a row twice in the fold; the message names file, line, column and value.
    """
    frame = _read(path)
    folds, rows = (_whole_numbers(frame[column], path) for column in ("fold", "row_index"))
    parts = frame["part"].str.strip().map({name: position for position, name in enumerate(PARTS)})
    _refuse(frame["part"], parts.isna(), path, f"is not one of {', '.join(PARTS)}")
    lines = np.arange(len(frame)) + FIRST_LINE
    chosen = folds == fold
    if not chosen.any():
        present = ", ".join(map(str, np.unique(folds))) or "none"
        raise SplitError(f"{path} has no fold {fold}; its folds are: {present}")
    entries = FoldEntries(rows[chosen], parts.to_numpy(dtype=np.int64)[chosen], lines[chosen])
    _refuse_repeats(entries, path, fold)
    return entries


def _read(path: Path) -> pd.DataFrame:
    if not path.is_file():
        raise SplitError(f"{path}: there is no such split file")
    try:
        frame = pd.read_csv(path, dtype=str, keep_default_na=False, skip_blank_lines=False, encoding="utf-8-sig")
    except (pd.errors.ParserError, pd.errors.EmptyDataError, UnicodeDecodeError, OSError) as error:
        raise SplitError(f"{path} is not a CSV file with the columns {','.join(COLUMNS)}: {error}") from error
    missing = [column for column in COLUMNS if column not in frame.columns]
    if missing:
        raise SplitError(f"{path} lacks {missing}: it needs the columns {list(COLUMNS)}, it has {list(frame.columns)}")
    return frame


def _whole_numbers(column: "pd.Series[str]", path: Path) -> IntArray:
    """Values of a column, all whole numbers from 0."""
    stripped = column.str.strip()
    _refuse(column, ~stripped.str.fullmatch(r"[0-9]{1,18}"), path, "is not a whole number from 0")
    return stripped.to_numpy(dtype=object).astype(np.int64)


def _refuse(column: "pd.Series[str]", bad: "pd.Series[bool]", path: Path, why: str) -> None:
    """Raise SplitError naming the first bad cell of a column."""
    if bad.any():
        first = int(np.flatnonzero(bad)[0])
        raise SplitError(
            f"{path}, line {first + FIRST_LINE}, column {column.name!r}: {column.iloc[first]!r} {why} "
            f"({int(bad.sum())} such lines)"
        )


def _refuse_repeats(entries: FoldEntries, path: Path, fold: int) -> None:
    """Raise SplitError when the fold names a row twice."""
    values, count = np.unique(entries.row_index, return_counts=True)
    repeated = values[count > 1]
    if len(repeated):
        lines = entries.line[entries.row_index == repeated[0]]
        raise SplitError(
            f"{path}, lines {lines[0]} and {lines[1]}, column 'row_index': fold {fold} names row {repeated[0]} more "
            f"than once ({len(repeated)} such rows)"
        )
