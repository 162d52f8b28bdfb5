import csv
import io

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from azeotrope.reports.report_table import ReportTable, TableCell, TableColumn
from azeotrope.reports.table_csv import table_csv


def read(table: ReportTable) -> list[list[str]]:
    return list(csv.reader(io.StringIO(table_csv(table), newline="")))


def test_units_values_and_texts() -> None:
    columns = (TableColumn("model"), TableColumn("RMSE", "ln(mPa s)", is_numeric=True), TableColumn("rows"))
    rows = ((TableCell("a"), TableCell("0.333", 1 / 3), TableCell("4,145", 4145.0)),)
    assert read(ReportTable("t", "", columns, rows)) == [
        ["model", "RMSE [ln(mPa s)]", "rows"],
        ["a", "0.3333333333333333", "4145"],
    ]


def test_an_uncertainty_is_kept_in_a_further_column() -> None:
    cells = (TableCell("0.3 ± 0.1", 0.25), TableCell("0.3", 0.3), TableCell("–", note="why"))
    table = ReportTable(
        "t", "", (TableColumn("a", "K"), TableColumn("b")), tuple((cell, TableCell("x")) for cell in cells)
    )
    assert read(table) == [
        ["a [K]", "a [K] (as shown)", "b"],
        ["0.25", "0.3 ± 0.1", "x"],
        ["0.3", "0.3", "x"],
        ["", "–", "x"],
    ]


def test_a_table_without_rows_is_its_header() -> None:
    assert table_csv(ReportTable("t", "", (TableColumn("a"),), ())) == "a\n"


@pytest.mark.parametrize(
    "text", ["<script>alert(1)</script>", "C%10#N", "F\\C", 'a"b,c|d', "a\nb", "± 水", "0.1", "=1+1"]
)
def test_texts_are_kept(text: str) -> None:
    assert read(ReportTable("t", "", (TableColumn(text),), ((TableCell(text),),))) == [[text], [text]]


@given(st.floats(allow_nan=False, allow_infinity=False))
@settings(deadline=None, max_examples=50)
def test_numbers_are_read_back_equal(value: float) -> None:
    ((_,), (cell,)) = read(ReportTable("t", "", (TableColumn("a"),), ((TableCell("1", value),),)))
    assert float(cell) == value
