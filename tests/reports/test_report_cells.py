import pytest

from azeotrope.metrics.outcome import Outcome
from azeotrope.metrics.resampling import Interval
from azeotrope.reports.headline import Cell, Mark
from azeotrope.reports.paper_values import PaperValue
from azeotrope.reports.report_cells import (
    UNDEFINED,
    count_cell,
    estimate_cell,
    interval_cell,
    p_cell,
    p_phrase,
    p_text,
    paper_cell,
)
from azeotrope.reports.report_table import TableCell


def test_counts() -> None:
    assert count_cell(4145) == TableCell("4,145", 4145.0)
    assert count_cell(0) == TableCell("0", 0.0)
    assert count_cell(None) == TableCell(UNDEFINED, note="not recorded")


def test_estimates() -> None:
    cell = Cell(0.12345, 0.0141, folds=5, mark=Mark.BEST)
    assert estimate_cell(cell, 5, "") == TableCell("0.123 ± 0.014", 0.12345, Mark.BEST)
    assert estimate_cell(Cell(0.5, folds=1), 1, "").text == "0.500"
    assert estimate_cell(Cell(-0.1, folds=2, interval=(-0.2, 0.0)), 2, "").text == "-0.100 [-0.200, 0]"


def test_lacking_folds_are_said() -> None:
    some = estimate_cell(Cell(0.5, 0.1, folds=2), 5, "constant")
    assert some.text == "0.500 ± 0.10 (2 of 5 folds)"
    assert some.note == "undefined in 3 of 5 folds: constant"
    assert estimate_cell(Cell(), 5, "constant") == TableCell(UNDEFINED, note="constant")


def test_the_papers_value_has_its_table() -> None:
    assert paper_cell(PaperValue(0.18, 0.034, "Table 10")) == TableCell("0.18 ± 0.034", 0.18, note="Table 10")
    assert paper_cell(None).value is None


def test_intervals() -> None:
    whole = Interval(Outcome.of(-0.09), Outcome.of(-0.11), Outcome.of(-0.07), 12)
    assert interval_cell(whole, 2) == TableCell("-0.090 [-0.11, -0.070]", -0.09)
    assert interval_cell(Interval.undefined("9 sets", 9)) == TableCell(UNDEFINED, note="9 sets")


@pytest.mark.parametrize(
    ("value", "text"), [(0.0001, "< 0.001"), (0.001, "0.001"), (0.0342, "0.034"), (0.4, "0.40"), (1.0, "1.00")]
)
def test_p_values(value: float, text: str) -> None:
    assert p_text(value) == text
    assert p_phrase(value) == (f"p {text}" if value < 0.001 else f"p = {text}")
    assert p_cell(value, None) == TableCell(text, value)


def test_an_undefined_p_value_has_its_reason() -> None:
    assert p_cell(None, "9 sets") == TableCell(UNDEFINED, note="9 sets")
