"""Rejected raw rows: the first reason of each row, with the words a user needs to find and mend it."""

from collections.abc import Iterable, Sequence

import numpy as np
import pandas as pd

from azeotrope.typing import BoolArray, IntArray


class Rejections:
    """Collects at most one rejection per row of a raw table.

    Parameters
    ----------
    n_rows
        Number of raw rows.
    """

    def __init__(self, n_rows: int) -> None:
        self._reason = np.full(n_rows, None, dtype=object)
        self._detail = np.full(n_rows, None, dtype=object)

    @property
    def accepted(self) -> BoolArray:
        """True for rows not rejected so far, shape `(n_rows,)`."""
        return np.equal(self._reason, None)

    def add(self, rows: IntArray | Sequence[int], reason: str, details: Iterable[str]) -> None:
        """Reject rows, in order, each with its detail; a row that was rejected before keeps its first reason."""
        for row, detail in zip(rows, details, strict=True):
            if self._reason[row] is None:
                self._reason[row], self._detail[row] = reason, detail

    def frame(self, file: str, raw: pd.DataFrame) -> pd.DataFrame:
        """Return one line per rejected row: ``file, row, reason, detail`` and the raw fields."""
        rows = np.flatnonzero(~self.accepted)
        head = pd.DataFrame(
            {"file": file, "row": rows, "reason": self._reason[rows], "detail": self._detail[rows]},
        )
        return pd.concat([head, raw.iloc[rows].reset_index(drop=True)], axis=1)
