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
    mean_sd,
    p_cell,
    p_phrase,
    p_text,
    paper_cell,
    with_minus_signs,
)
from azeotrope.reports.report_table import TableCell


def test_counts() -> None:
    assert count_cell(4145) == TableCell("4,145", 4145.0)
    assert count_cell(0) == TableCell("0", 0.0)
    assert count_cell(None) == TableCell(UNDEFINED, note="not recorded")


def test_estimates() -> None:
    cell = Cell(0.12345, 0.0141, folds=5, mark=Mark.BEST)
    assert estimate_cell(cell, 5, "") == TableCell("0.123 ± 0.014", 0.12345, Mark.BEST, sd=0.0141)
    assert estimate_cell(Cell(0.5, folds=1), 1, "").text == "0.500"
    assert estimate_cell(Cell(-0.1, folds=2, interval=(-0.2, 0.0)), 2, "").text == "-0.100 [-0.200, 0]"


def test_lacking_folds_are_said() -> None:
    some = estimate_cell(Cell(0.5, 0.1, folds=2), 5, "constant")
    assert some.text == "0.50 ± 0.10 (2 of 5 folds)"
    assert some.note == "undefined in 3 of 5 folds: constant"
    assert estimate_cell(Cell(), 5, "constant") == TableCell(UNDEFINED, note="constant")


@pytest.mark.parametrize(
    ("mean", "sd", "text"),
    [
        (0.0863, 0.0131, "0.086 ± 0.013"),
        (0.128, 0.00412, "0.1280 ± 0.0041"),
        (-0.0004, 0.21, "0.00 ± 0.21"),
        (1.0, 2.3e-15, "1.00 ± 0"),
        (12345.6, 250.0, "12,346 ± 250"),
        (0.0, 0.0, "0 ± 0"),
        (3.21e-7, 1.1e-8, "3.21e-07 ± 1.1e-08"),
        (0.5, None, "0.500"),
        (2.971e7, 2135366.0, "2.97e+07 ± 2.1e+06"),
        (2.1e6, 3e7, "2e+06 ± 3.0e+07"),
        (0.5, 1.2e-5, "0.500000 ± 0.000012"),
        (0.0, 3e-7, "0 ± 3.0e-07"),
    ],
)
def test_a_mean_is_as_precise_as_its_spread(mean: float, sd: float | None, text: str) -> None:
    assert mean_sd(mean, sd) == text


def test_numbers_have_minus_signs_and_words_hyphens() -> None:
    shown = with_minus_signs("-0.1 [-0.2, 1.5e-07] x-1 2-3")
    assert shown.encode("ascii", "namereplace").count(b"MINUS SIGN") == 2
    assert shown.endswith("1.5e-07] x-1 2-3")


def test_the_papers_value_has_its_table() -> None:
    assert paper_cell(PaperValue(0.18, 0.034, "Table 10")) == TableCell("0.18 ± 0.034", 0.18, note="Table 10", sd=0.034)
    assert paper_cell(None).value is None


def test_intervals() -> None:
    whole = Interval(Outcome.of(-0.09), Outcome.of(-0.11), Outcome.of(-0.07), 12)
    assert interval_cell(whole, 2) == TableCell("-0.090 [-0.11, -0.070]", -0.09)
    small = Interval(Outcome.of(9e-5), Outcome.of(6.68e-5), Outcome.of(0.000116), 12)
    assert interval_cell(small).text == "0.0000900 [0.0000668, 0.000116]"
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
