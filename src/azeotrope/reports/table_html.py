"""A table of a report as HTML."""

from itertools import takewhile

from azeotrope.reports.headline import Mark
from azeotrope.reports.markup import Markup, element
from azeotrope.reports.plain_text import one_line
from azeotrope.reports.report_cells import with_minus_signs
from azeotrope.reports.report_table import ReportTable, TableCell, TableColumn

MARK_ELEMENTS = {Mark.BEST: "strong", Mark.NEAR_BEST: "u"}
# Signs of a text that would wrap to many lines in a column as narrow as its longest word.
LONG = 36


def table_html(table: ReportTable) -> Markup:
    """Return a ``table`` element; the notes are left to the page. Numbers of numeric columns have minus signs.

    It has the class ``sortable``, the id ``table-NAME`` and a caption. Headings have a ``scope``, as have the cells of
    each row that name it: the first, and all before the first number. Units stand in a ``span`` of class ``unit``.
    Headings and cells of numeric columns have the class ``number``, others with a long text ``long``; a cell with a
    value has it as ``data-value``, in full; notes of cells are titles. The best value is ``strong``, what is near it is
    ``u``.
    """
    head = element("thead", element("tr", *(_heading(column) for column in table.columns)))
    names = max(1, len(list(takewhile(lambda column: not column.is_numeric, table.columns))))
    body = element("tbody", *(_row(table.columns, row, names) for row in table.rows))
    caption = element("caption", one_line(table.caption))
    return element("table", caption, head, body, class_="sortable", id=f"table-{table.name}")


def _heading(column: TableColumn) -> Markup:
    unit = [" ", element("span", f"[{one_line(column.unit)}]", class_="unit")] if column.unit else []
    return element("th", one_line(column.title), *unit, scope="col", **_class(column))


def _row(columns: tuple[TableColumn, ...], cells: tuple[TableCell, ...], names: int) -> Markup:
    """Return a row whose first cells, so many, name it."""
    pairs = zip(columns, cells, strict=True)
    return element("tr", *(_cell(column, cell, is_name=place < names) for place, (column, cell) in enumerate(pairs)))


def _cell(column: TableColumn, cell: TableCell, *, is_name: bool) -> Markup:
    text, attributes = one_line(with_minus_signs(cell.text) if column.is_numeric else cell.text), _class(column)
    if not column.is_numeric and len(text) > LONG:
        attributes["class_"] = "long"
    if is_name:
        attributes["scope"] = "row"
    if cell.value is not None:
        attributes["data-value"] = repr(float(cell.value))
    if cell.note:
        attributes["title"] = one_line(cell.note)
    shown = element(MARK_ELEMENTS[cell.mark], text) if cell.mark in MARK_ELEMENTS else text
    return element("th" if is_name else "td", shown, **attributes)


def _class(column: TableColumn) -> dict[str, str]:
    return {"class_": "number"} if column.is_numeric else {}
