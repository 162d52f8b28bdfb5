"""A table of a report as CSV, for other programs."""

import csv
import io

from azeotrope.reports.report_cells import UNDEFINED
from azeotrope.reports.report_table import ReportTable, TableCell, TableColumn

AS_SHOWN = "(as shown)"


def table_csv(table: ReportTable) -> str:
    """Return one header line, with units in brackets, and one line per row.

    A cell with a value is written as that number in full, so that reading it back gives an equal number; any other
    cell is its text, and empty where it is undefined. Where a cell of a column says more than its number, such as its
    standard deviation or interval, a further column has the texts as shown. Marks, caption and notes are left out.
    """
    shown = [_says_more(table, place) for place in range(len(table.columns))]
    buffer = io.StringIO()
    writer = csv.writer(buffer, lineterminator="\n")
    writer.writerow([name for column, more in zip(table.columns, shown, strict=True) for name in _names(column, more)])
    for row in table.rows:
        pairs = ((_content(cell), cell.text) for cell in row)
        writer.writerow([part for pair, more in zip(pairs, shown, strict=True) for part in pair[: 1 + more]])
    return buffer.getvalue()


def _names(column: TableColumn, more: bool) -> list[str]:  # noqa: FBT001 - the flag of `_says_more`
    return [column.heading, f"{column.heading} {AS_SHOWN}"] if more else [column.heading]


def _content(cell: TableCell) -> str | float:
    """Number or text; whole numbers without a decimal point."""
    if cell.value is None:
        return "" if cell.text == UNDEFINED else cell.text
    return int(cell.value) if cell.value.is_integer() else cell.value


def _says_more(table: ReportTable, place: int) -> bool:
    """Whether the text of a cell in a column is more than its number."""
    return any(row[place].value is not None and not _is_number(row[place].text) for row in table.rows)


def _is_number(text: str) -> bool:
    try:
        float(text.replace(",", ""))
    except ValueError:
        return False
    return True
