# ruff: noqa: INP001 - a script, not a part of the package
"""One task done by azeotrope and by what a user would write or run instead: seconds of both."""

from stage import Cell, Row

COLUMNS = {
    "task": "task",
    "azeotrope_s": "azeotrope, s",
    "other": "instead",
    "other_s": "instead, s",
    "ratio": "times faster",
    "difference": "largest difference",
}


def comparison(task: str, azeotrope_s: float, other: str, other_s: float, difference: float | None = None) -> Row:
    """Return a row of the table.

    Parameters
    ----------
    task, other
        What is done, and the other way to do it.
    azeotrope_s, other_s
        Seconds on the clock for the same amount of work.
    difference
        Largest absolute difference of the results; None where the two sides give different things.
    """
    row: dict[str, Cell] = {"task": task, "azeotrope_s": azeotrope_s, "other": other, "other_s": other_s}
    return row | {"ratio": other_s / azeotrope_s, "difference": difference}
