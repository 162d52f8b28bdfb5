"""A table of a report as CSV, for other programs."""

import csv
import io
from collections.abc import Callable

from azeotrope.reports.plain_text import one_line
from azeotrope.reports.report_cells import UNDEFINED, with_minus_signs
from azeotrope.reports.report_table import ReportTable, TableCell

SD, AS_SHOWN = "sd", "(as shown)"
FORMULA = ("=", "+", "-", "@")

Content = str | float


def table_csv(table: ReportTable) -> str:
    """Return one header line, with units in brackets, and one line per row, those that only the CSV has included.

    A cell with a value is written as that number in full, so that reading it back gives an equal number; any other
    cell is its text, and empty where it is undefined. Where cells of a column have a standard deviation, a further
    column has it, and where a cell says more than its number, such as its interval, another has the texts as shown.
    Marks, caption and notes are left out.

    A text that a spreadsheet would run as a formula, since it begins with ``=``, ``+``, ``-`` or ``@`` and is no
    number, is written after an apostrophe; line breaks and control characters are replaced.
    """
    rows = (*table.rows, *table.rows_of_csv)
    columns: list[list[Content]] = []
    for place, column in enumerate(table.columns):
        cells = [row[place] for row in rows]
        columns += [[name, *map(content, cells)] for name, content in _contents(column.heading, cells).items()]
    buffer = io.StringIO()
    writer = csv.writer(buffer, lineterminator="\n")
    writer.writerows([_safe(each) for each in line] for line in zip(*columns, strict=True))
    return buffer.getvalue()


def _contents(heading: str, cells: list[TableCell]) -> dict[str, Callable[[TableCell], Content]]:
    """What is written of a column, by heading."""
    contents: dict[str, Callable[[TableCell], Content]] = {heading: _value}
    if any(cell.sd is not None for cell in cells):
        contents[f"{heading} {SD}"] = lambda cell: "" if cell.sd is None else cell.sd
    if any(cell.value is not None and not _is_number(cell.text) for cell in cells):
        contents[f"{heading} {AS_SHOWN}"] = lambda cell: "" if cell.text == UNDEFINED else with_minus_signs(cell.text)
    return contents


def _value(cell: TableCell) -> Content:
    """Number or text; whole numbers without a decimal point."""
    if cell.value is None:
        return "" if cell.text == UNDEFINED else cell.text
    return int(cell.value) if cell.value.is_integer() else cell.value


def _safe(content: Content) -> Content:
    if not isinstance(content, str):
        return content
    text = one_line(content)
    return f"'{text}" if text.lstrip().startswith(FORMULA) and not _is_number(text) else text


def _is_number(text: str) -> bool:
    try:
        float(text.replace(",", ""))
    except ValueError:
        return False
    return True
