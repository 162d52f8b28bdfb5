"""One column that holds several identifiers, such as ``CCO.c1ccccc1``, becomes several columns."""

from collections.abc import Sequence
from dataclasses import dataclass

import pandas as pd

from azeotrope.errors import DataError


@dataclass(frozen=True)
class SplitColumn:
    """How the cells of one column are divided.

    Attributes
    ----------
    column
        The column that holds the parts.
    separator
        What stands between two parts; a dot joins SMILES, and none of them may then be a salt.
    into
        Names of the new columns, in the order of the parts.
    """

    column: str
    separator: str
    into: Sequence[str]

    def __call__(self, frame: pd.DataFrame, file: str) -> pd.DataFrame:
        """Return the frame with the new columns behind its own; `frame` is not changed.

        The new columns of a cell with another number of parts are empty, so that its row is rejected: which part is
        which would be a guess.

        Raises
        ------
        DataError
            When `column` is missing or a new column exists already; names the file.
        """
        if self.column not in frame.columns:
            raise DataError(f"{file} has no column {self.column!r}; it has {', '.join(map(str, frame.columns))}")
        taken = [name for name in self.into if name in frame.columns]
        if taken:
            raise DataError(f"{file} has a column {taken[0]!r} already; choose another name for the part")
        parts = [cell.split(self.separator) for cell in frame[self.column]]
        empty = [""] * len(self.into)
        rows = [row if len(row) == len(self.into) else empty for row in parts]
        columns = {name: [row[i] for row in rows] for i, name in enumerate(self.into)}
        return frame.assign(**{name: pd.Series(cells, dtype=str) for name, cells in columns.items()})
