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
        ["", "", "x"],
    ]


def test_a_table_without_rows_is_its_header() -> None:
    assert table_csv(ReportTable("t", "", (TableColumn("a"),), ())) == "a\n"


@pytest.mark.parametrize(
    "text", ["<script>alert(1)</script>", "C%10#N", "F\\C", 'a"b,c|d', "± 水", "0.1", "-0.1", "+2", "a=b"]
)
def test_texts_are_kept(text: str) -> None:
    assert read(ReportTable("t", "", (TableColumn(text),), ((TableCell(text),),))) == [[text], [text]]


@pytest.mark.parametrize("text", ["=cmd|' /C calc'!A0", "+1+1", "-o", "@SUM(1)", " =1+1", "=\n1"])
def test_a_spreadsheet_runs_no_text(text: str) -> None:
    shown = "'" + text.replace("\n", " ")
    assert read(ReportTable("t", "", (TableColumn(text),), ((TableCell(text),),))) == [[shown], [shown]]


@pytest.mark.parametrize(("text", "shown"), [("a\nb", "a b"), ("a\x1b[31mb", "a\N{REPLACEMENT CHARACTER}[31mb")])
def test_texts_are_on_one_line_and_steer_nothing(text: str, shown: str) -> None:
    assert read(ReportTable("t", "", (TableColumn("x"),), ((TableCell(text),),)))[1] == [shown]


def test_a_standard_deviation_is_a_number_of_its_own() -> None:
    cells = (TableCell("-0.25 ± 0.12", -0.25, sd=0.125), TableCell("–"), TableCell("0.5", 0.5))
    assert read(ReportTable("t", "", (TableColumn("a", "K"),), tuple((cell,) for cell in cells))) == [
        ["a [K]", "a [K] sd", "a [K] (as shown)"],
        ["-0.25", "0.125", "\N{MINUS SIGN}0.25 ± 0.12"],
        ["", "", ""],
        ["0.5", "", "0.5"],
    ]


def test_further_rows_are_at_the_end() -> None:
    rows = ((TableCell("a", 1.0),), (TableCell("1", 2.0),))
    table = ReportTable("t", "", (TableColumn("x"),), rows[1:], rows_of_csv=rows[:1])
    assert read(table) == [["x", "x (as shown)"], ["2", "1"], ["1", "a"]]


@given(st.floats(allow_nan=False, allow_infinity=False))
@settings(deadline=None, max_examples=50)
def test_numbers_are_read_back_equal(value: float) -> None:
    ((_,), (cell,)) = read(ReportTable("t", "", (TableColumn("a"),), ((TableCell("1", value),),)))
    assert float(cell) == value
