"""A table of a report as plain cells, from which HTML, Markdown, LaTeX and CSV are written."""

import re
from dataclasses import dataclass

from azeotrope.reports.headline import Mark

NAME = re.compile(r"[a-z0-9_-]+")


@dataclass(frozen=True)
class TableCell:
    """One cell.

    Attributes
    ----------
    text
        As shown, such as ``0.128 ± 0.014``; plain text.
    value
        The number behind it, by which the column sorts; None sorts last.
    mark
        `BEST` is bold, `NEAR_BEST` is underlined.
    note
        Tooltip, or the reason why a number is undefined; plain text.
    sd
        Standard deviation of the value, where the text has it.
    """

    text: str
    value: float | None = None
    mark: Mark = Mark.PLAIN
    note: str = ""
    sd: float | None = None


@dataclass(frozen=True)
class TableColumn:
    """One column; `unit` is shown in brackets, and empty where there is none."""

    title: str
    unit: str = ""
    is_numeric: bool = False

    @property
    def heading(self) -> str:
        """Title with the unit in brackets."""
        return f"{self.title} [{self.unit}]" if self.unit else self.title


@dataclass(frozen=True)
class ReportTable:
    """Cells under columns.

    Attributes
    ----------
    name
        File stem and anchor, unique in the report; lower-case letters, digits, ``_`` and ``-``.
    caption
        One sentence that says what is shown, in which unit, and what a mean and sd are taken over.
    columns, rows
        Every row has one cell per column.
    notes
        Sentences under the table.
    dataset, split, model
        What all rows are of, where it is one; empty where it is several.
    rows_of_csv
        Further rows, too many to look at, which only the CSV has.

    Raises
    ------
    ValueError
        When the name has other characters, or a row has more or fewer cells than there are columns.
    """

    name: str
    caption: str
    columns: tuple[TableColumn, ...]
    rows: tuple[tuple[TableCell, ...], ...]
    notes: tuple[str, ...] = ()
    dataset: str = ""
    split: str = ""
    model: str = ""
    rows_of_csv: tuple[tuple[TableCell, ...], ...] = ()

    def __post_init__(self) -> None:
        if not NAME.fullmatch(self.name):
            raise ValueError(f"a table's name has only lower-case letters, digits, _ and -, unlike {self.name!r}")
        for number, row in enumerate((*self.rows, *self.rows_of_csv)):
            if len(row) != len(self.columns):
                raise ValueError(f"row {number} of {self.name} has {len(row)} cells for {len(self.columns)} columns")
