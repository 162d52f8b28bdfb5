"""Rejected raw rows: the first reason of each row, with the words a user needs to find and mend it."""

from collections.abc import Iterable, Sequence

import numpy as np
import pandas as pd

from azeotrope.errors import DataError
from azeotrope.typing import BoolArray, IntArray


class Rejections:
    """Collects at most one rejection per row of a raw table.

    Parameters
    ----------
    n_rows
        Number of raw rows.
    concerned
        Rows that the table is about, shape `(n_rows,)`; the others are neither accepted nor rejected. None: all.
    """

    def __init__(self, n_rows: int, concerned: BoolArray | None = None) -> None:
        self._concerned = np.ones(n_rows, dtype=np.bool_) if concerned is None else concerned.copy()
        self._accepted = self._concerned.copy()
        self._reason = np.full(n_rows, None, dtype=object)
        self._detail = np.full(n_rows, None, dtype=object)

    @property
    def accepted(self) -> BoolArray:
        """True for concerned rows not rejected so far, shape `(n_rows,)`."""
        return self._accepted.copy()

    def add(self, rows: IntArray | Sequence[int], reason: str, details: Iterable[str]) -> None:
        """Reject rows, in order, each with its detail; a row that was rejected before keeps its first reason."""
        for row, detail in zip(rows, details, strict=True):
            if self._accepted[row]:
                self._accepted[row], self._reason[row], self._detail[row] = False, reason, detail

    def frame(self, file: str, raw: pd.DataFrame) -> pd.DataFrame:
        """Return one line per rejected row: ``file, row, reason, detail`` and the raw fields.

        A raw column with one of these four names is called ``raw_<name>``.
        """
        rows = np.flatnonzero(self._concerned & ~self._accepted)
        head = pd.DataFrame(
            {"file": file, "row": rows, "reason": self._reason[rows], "detail": self._detail[rows]},
        )
        fields = raw.iloc[rows].reset_index(drop=True).rename(columns={name: f"raw_{name}" for name in head.columns})
        return pd.concat([head, fields], axis=1)


class NothingLeftError(DataError):
    """Every row was rejected, or there was none.

    Attributes
    ----------
    rejected
        What `Rejections.frame` returns of all files.
    """

    def __init__(self, files: Sequence[str], rejected: pd.DataFrame) -> None:
        first = f"; the first is {first_rejection(rejected)}" if len(rejected) else ""
        super().__init__(f"no row of {', '.join(files)} is left after curation ({reasons(rejected)}){first}")
        self.rejected = rejected


def reasons(rejected: pd.DataFrame) -> str:
    """Return how many rows were rejected for which reason, the most frequent first."""
    counts = rejected["reason"].value_counts()
    return ", ".join(f"{reason}: {count}" for reason, count in counts.items()) or "the files are empty"


def first_rejection(rejected: pd.DataFrame) -> str:
    """Return where the first of one or more rejected rows is, and what is wrong with it."""
    first = rejected.iloc[0]
    return f"{first['file']}, {row_place(first['row'])}: {first['detail']}"


def row_place(row: int) -> str:
    """Return how messages name a row of a file: as everywhere, and how it is counted."""
    return f"row {row} (0-based, header not counted)"
