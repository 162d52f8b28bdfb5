"""A table of a report as HTML."""

from azeotrope.reports.headline import Mark
from azeotrope.reports.markup import Markup, element
from azeotrope.reports.plain_text import one_line
from azeotrope.reports.report_table import ReportTable, TableCell, TableColumn

MARK_ELEMENTS = {Mark.BEST: "strong", Mark.NEAR_BEST: "u"}


def table_html(table: ReportTable) -> Markup:
    """Return a ``table`` element; the notes are left to the page.

    It has the class ``sortable``, the id ``table-NAME`` and a caption. Headings have a ``scope``, as has the first cell
    of each row; units stand in a ``span`` of class ``unit``. Headings and cells of numeric columns have the class
    ``number``; a cell with a value has it as ``data-value``, in full; notes of cells are titles. The best value is
    ``strong``, what is near it is ``u``.
    """
    head = element("thead", element("tr", *(_heading(column) for column in table.columns)))
    body = element("tbody", *(_row(table.columns, row) for row in table.rows))
    caption = element("caption", one_line(table.caption))
    return element("table", caption, head, body, class_="sortable", id=f"table-{table.name}")


def _heading(column: TableColumn) -> Markup:
    unit = [" ", element("span", f"[{one_line(column.unit)}]", class_="unit")] if column.unit else []
    return element("th", one_line(column.title), *unit, scope="col", **_class(column))


def _row(columns: tuple[TableColumn, ...], cells: tuple[TableCell, ...]) -> Markup:
    pairs = zip(columns, cells, strict=True)
    return element("tr", *(_cell(column, cell, is_first=place == 0) for place, (column, cell) in enumerate(pairs)))


def _cell(column: TableColumn, cell: TableCell, *, is_first: bool) -> Markup:
    text, attributes = one_line(cell.text), _class(column)
    if is_first:
        attributes["scope"] = "row"
    if cell.value is not None:
        attributes["data-value"] = repr(float(cell.value))
    if cell.note:
        attributes["title"] = one_line(cell.note)
    shown = element(MARK_ELEMENTS[cell.mark], text) if cell.mark in MARK_ELEMENTS else text
    return element("th" if is_first else "td", shown, **attributes)


def _class(column: TableColumn) -> dict[str, str]:
    return {"class_": "number"} if column.is_numeric else {}
