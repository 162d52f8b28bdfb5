import pytest

from azeotrope.reports.headline import Cell, Mark
from azeotrope.reports.paint import Paint
from azeotrope.reports.paper_values import PaperValue

STYLED, PLAIN = Paint(ascii_only=False, styled=True), Paint(ascii_only=True, styled=False)


def test_all_lines_of_a_cell() -> None:
    cell = Cell(-0.0512, 0.0123, 3, (-0.061, -0.041), PaperValue(0.3, 0.015, "Table 10"), Mark.BEST)
    lines = ["-0.051 +- 0.012 *", "3 of 5 folds", "[-0.0610, -0.0410]", "paper 0.30 +- 0.015"]
    assert PLAIN.cell(cell, 5).plain.split("\n") == lines


@pytest.mark.parametrize(("mark", "style"), [(Mark.BEST, "bold"), (Mark.NEAR_BEST, "underline")])
def test_only_the_value_carries_the_mark(mark: Mark, style: str) -> None:
    text = STYLED.cell(Cell(0.5, 0.1, 5, mark=mark, paper=PaperValue(0.4, 0.1, "Table 4")), 5)
    styled = [text.plain[span.start : span.end] for span in text.spans if span.style == style]
    assert styled == ["0.50 \N{PLUS-MINUS SIGN} 0.10"]


def test_nowhere_defined_is_a_dash_without_a_count() -> None:
    assert PLAIN.cell(Cell(), 5).plain == "-"
    assert STYLED.cell(Cell(), 5).plain == "\N{EN DASH}"


def test_one_fold_has_no_spread() -> None:
    assert PLAIN.cell(Cell(2.0, None, 1), 1).plain == "2.00"
