from pathlib import Path

from page import benchmark_page, cell, table
from stage import Result, Row, Stage


def _measure(size: int, logs: Path) -> list[Row]:
    return []


STAGE = Stage("speed", "Speed", "How fast.", {"task": "task", "seconds": "seconds"}, _measure, 1, 1)


def test_a_table_aligns_numbers_to_the_right_and_leaves_what_is_missing_empty() -> None:
    rows: list[Row] = [{"task": "read", "seconds": 0.12345}, {"task": "a|b", "hidden": 1}]
    assert table(STAGE.columns, rows) == [
        "| task | seconds |",
        "|---|---:|",
        "| read | 0.123 |",
        "| a\\|b |  |",
    ]


def test_numbers_are_short_and_whole_ones_are_whole() -> None:
    cells = [cell(value) for value in (None, "x", 0, 422_669, 0.0, 3.14159, 12345.6, 0.000123456, 2.2e-16)]
    assert cells == ["", "x", "0", "422,669", "0", "3.14", "12,346", "0.000123", "2e-16"]


def test_a_page_has_a_section_per_stage_and_warns_of_quick_numbers() -> None:
    full, quick = (Result({"cores": "2 of 2", "torch": "2.13"}, size, [{"task": "t"}]) for size in ("full", "quick"))
    text = benchmark_page([(STAGE, full)], shows_growth=False)
    assert "## Speed\n\nHow fast.\n\n| task | seconds |" in text
    assert "<sub>cores 2 of 2, torch 2.13</sub>" in text
    assert "speed.png" in text
    assert "growth.png" not in text
    assert "Quick size" not in text
    assert "Quick size" in benchmark_page([(STAGE, quick)], shows_growth=False)


def test_a_page_shows_growth_where_there_is_a_picture_of_it() -> None:
    text = benchmark_page([], shows_growth=True)
    assert "growth.png" in text
    assert "##" not in text
