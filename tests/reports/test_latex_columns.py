import pytest

from azeotrope.reports.latex_columns import NARROW, WIDE, heading_lines, parts
from azeotrope.reports.report_table import ReportTable, TableCell, TableColumn


def table(*columns: tuple[TableColumn, str]) -> ReportTable:
    return ReportTable("t", "c", tuple(each for each, _ in columns), (tuple(TableCell(text) for _, text in columns),))


def numbers(count: int, width: int) -> list[tuple[TableColumn, str]]:
    return [(TableColumn("n", is_numeric=True), "1" * width)] * count


@pytest.mark.parametrize(
    ("column", "cell", "lines"),
    [
        (TableColumn("RMSE", "ln(mPa / s)"), "0.1", ["RMSE", "[ln(mPa / s)]"]),
        (TableColumn("coverage of 90 % interval"), "0.904 ± 0.028", ["coverage of", "90 % interval"]),
        (TableColumn("RMSE", "K"), "0.1", ["RMSE [K]"]),
        (TableColumn("test rows"), "4,145", ["test", "rows"]),
        (TableColumn("test rows"), "2,960 to 2,962", ["test rows"]),
        (TableColumn("unconformable"), "1", ["unconformable"]),
    ],
)
def test_a_heading_keeps_its_unit_and_its_percentage(column: TableColumn, cell: str, lines: list[str]) -> None:
    assert heading_lines(table((column, cell)), 0) == lines


def test_widths_of_headings_follow_the_cells() -> None:
    column = TableColumn("a " * 20)
    assert max(map(len, heading_lines(table((column, "")), 0))) <= NARROW
    assert NARROW < max(map(len, heading_lines(table((column, "1" * 50)), 0))) <= WIDE


def test_columns_side_by_side_are_about_as_many_in_each_part() -> None:
    model = (TableColumn("model"), "1234567890")
    assert parts(table(model, *numbers(10, 8))) == [list(range(11))]
    assert parts(table(model, *numbers(12, 8))) == [list(range(7)), [0, *range(7, 13)]]


def test_nothing_and_names_alone_are_one_part() -> None:
    assert parts(ReportTable("t", "c", (), ())) == [[]]
    assert parts(table((TableColumn("model"), "x" * 300))) == [[0]]
