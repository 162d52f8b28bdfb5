"""From rows of a raw file to curated rows: which part each curated row is in."""

from dataclasses import dataclass
from pathlib import Path

import numpy as np

from azeotrope.datasets.table import MixtureTable
from azeotrope.errors import SplitError
from azeotrope.splits.rows import is_mixture
from azeotrope.splits.split_file import FoldEntries
from azeotrope.typing import IntArray


@dataclass(frozen=True, eq=False)
class RawRows:
    """The rows of one raw file that went into a table.

    Attributes
    ----------
    file
        Name of the raw file.
    raw, curated
        Row of the raw file and row of the table, one entry for each use of a raw row, shape `(k,)`.
    count
        Number of data rows of the raw file, as far as it is known.
    counted
        Whether that number was given rather than taken from the last curated row.
    """

    file: str
    raw: IntArray
    curated: IntArray
    count: int
    counted: bool

    @classmethod
    def of(cls, table: MixtureTable, file: str | None, count: int | None) -> "RawRows":
        """Collect the rows of the named file, or of the one that gave the most mixture rows."""
        curated = np.repeat(np.arange(len(table)), table.replicates)
        position = _position(table, file, curated)
        chosen = table.source_file == position
        raw = table.source_row[chosen]
        known = int(raw.max(initial=-1)) + 1
        if count is not None and count < known:
            raise SplitError(
                f"raw_rows={count}, but the table has row {known - 1} of {table.source_files[position]}; "
                f"give its number of data rows, at least {known}"
            )
        return cls(
            table.source_files[position], raw, curated[chosen], known if count is None else count, count is not None
        )


def parts_of_rows(
    table: MixtureTable, raw: RawRows, entries: FoldEntries, path: Path
) -> tuple[IntArray, tuple[str, ...]]:
    """Return the part of each row of the table, shape `(n,)`, -1 where it is not named, and notes.

    Raises
    ------
    SplitError
        When an entry lies beyond the raw file, or rows that were averaged into one are in different parts.
    """
    _check_range(raw, entries, path)
    named = np.full(raw.count, -1, dtype=np.int64)
    named[entries.row_index] = entries.part
    part_of_use = named[raw.raw]
    part = np.full(len(table), -1, dtype=np.int64)
    np.maximum.at(part, raw.curated, part_of_use)
    _check_cut(raw, part_of_use, part, path)
    dropped = int(np.sum(~np.isin(entries.row_index, raw.raw)))
    partly = len(np.unique(raw.curated[(part_of_use == -1) & (part[raw.curated] >= 0)]))
    notes = [f"row_index counts in {raw.file}"]
    if dropped:
        notes.append(f"{dropped} of {len(entries.row_index)} rows that the file names were dropped by curation")
    if partly:
        notes.append(f"{partly} rows average raw rows of which the file names only some: they are in the named part")
    return part, tuple(notes)


def _position(table: MixtureTable, file: str | None, curated: IntArray) -> int:
    """Position of the raw mixture file among the table's source files."""
    if file is not None:
        if file not in table.source_files:
            raise SplitError(f"mixture_file is {file!r}; the table comes from {', '.join(table.source_files)}")
        return table.source_files.index(file)
    mixed = table.source_file[is_mixture(table)[curated]]
    uses = np.bincount(mixed, minlength=len(table.source_files))
    best = np.flatnonzero(uses == uses.max())
    if len(best) > 1:
        names = ", ".join(table.source_files[i] for i in best)
        raise SplitError(f"set mixture_file: {names} gave equally many mixture rows")
    return int(best[0])


def _check_range(raw: RawRows, entries: FoldEntries, path: Path) -> None:
    """Refuse entries beyond the end of the raw file."""
    beyond = np.flatnonzero(entries.row_index >= raw.count)
    if len(beyond):
        line, row = entries.line[beyond[0]], entries.row_index[beyond[0]]
        hint = "" if raw.counted else "; if curation dropped its last rows, set raw_rows to its number of rows"
        raise SplitError(
            f"{path}, line {line}, column 'row_index': {row} is out of range, {raw.file} ends at row {raw.count - 1} "
            f"({len(beyond)} such lines){hint}"
        )


def _check_cut(raw: RawRows, part_of_use: IntArray, part: IntArray, path: Path) -> None:
    """Refuse averaged rows whose raw rows are in different parts."""
    cut = np.unique(raw.curated[(part_of_use >= 0) & (part_of_use != part[raw.curated])])
    if len(cut):
        rows = ", ".join(map(str, raw.raw[raw.curated == cut[0]]))
        raise SplitError(
            f"{path}, column 'part': {len(cut)} groups of replicates are cut between parts, such as rows {rows} of "
            f"{raw.file}, which are averaged into one; put the rows of a group in the same part"
        )
