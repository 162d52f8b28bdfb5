# ruff: noqa: INP001 - a script, not a part of the package
"""The page of all tables, as Markdown."""

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from stage import Cell, Result, Row, Stage

from azeotrope.reports.significant import significant

INTRODUCTION = """\
# Benchmarks

Written by `make bench`; do not edit. What the numbers mean, and what was tried to improve them:
[performance.md](../performance.md).
"""
SPEED_PICTURE = "![How many times faster than what one would use instead](speed.png)\n"
GROWTH_PICTURE = "![Seconds and memory by rows, components and molecules](growth.png)\n"
QUICK = "**Quick size: it shows that the stage runs, and its numbers mean nothing.**"
ROUNDING_ERROR = 1e-9


def benchmark_page(results: Sequence[tuple[Stage[Any], Result]], *, shows_growth: bool) -> str:
    """Return the page with one section per stage that has a result, and one or both pictures above them."""
    pictures = [SPEED_PICTURE, GROWTH_PICTURE] if shows_growth else [SPEED_PICTURE]
    return "\n".join([INTRODUCTION, *pictures, *(section(stage, result) for stage, result in results)])


def section(stage: Stage[Any], result: Result) -> str:
    """Return title, explanation, where it was measured, and the table."""
    where = ", ".join(f"{name} {value}" for name, value in result.machine.items())
    lines = [f"## {stage.title}", "", stage.explanation, ""]
    lines += [] if result.size == "full" else [QUICK, ""]
    return "\n".join([*lines, *table(stage.columns, result.rows), "", f"<sub>{where}</sub>", ""])


def table(columns: Mapping[str, str], rows: Iterable[Row]) -> list[str]:
    """Return the lines of a Markdown table; a key that a row lacks is an empty cell."""
    numeric = {key for row in rows for key in columns if isinstance(row.get(key), int | float)}
    ruler = "|".join("---:" if key in numeric else "---" for key in columns)
    body = [" | ".join(cell(row.get(key)) for key in columns) for row in rows]
    return [f"| {' | '.join(columns.values())} |", f"|{ruler}|", *(f"| {line} |" for line in body)]


def cell(value: Cell) -> str:
    """Return text as it is, whole numbers in full, rounding errors with one digit, others with three."""
    if value is None:
        return ""
    if isinstance(value, str):
        return value.replace("|", "\\|")
    if isinstance(value, int):
        return f"{value:,}"
    return f"{value:.0e}" if 0.0 < abs(value) < ROUNDING_ERROR else significant(value)
