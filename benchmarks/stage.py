# ruff: noqa: INP001 - a script, not a part of the package
"""What a stage of the benchmark is, and the JSON that it leaves."""

import json
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Generic, TypeVar

Cell = str | float | int | None
Row = Mapping[str, Cell]
Size = TypeVar("Size")


@dataclass(frozen=True)
class Stage(Generic[Size]):
    """Something that is measured on both sides in one run.

    Attributes
    ----------
    name
        Word of the command line, and stem of the JSON.
    title, explanation
        What stands above its table.
    columns
        Heading of each key of the rows that the table shows, units included.
    measure
        Does the work of a size, with a folder for logs and temporary files, and returns the rows of the table.
    full, quick
        The size that is published, and one of seconds for tests.
    """

    name: str
    title: str
    explanation: str
    columns: Mapping[str, str]
    measure: Callable[[Size, Path], Sequence[Row]]
    full: Size
    quick: Size

    def run(self, folder: Path, machine: Mapping[str, str], *, is_quick: bool) -> None:
        """Measure, and replace the JSON of this stage in the folder; a stage that fails leaves the one before."""
        logs = folder / self.name
        logs.mkdir(parents=True, exist_ok=True)
        rows = self.measure(self.quick if is_quick else self.full, logs)
        content = {"machine": machine, "size": "quick" if is_quick else "full", "rows": rows}
        result_file(folder, self.name).write_text(json.dumps(content, indent=1))


@dataclass(frozen=True)
class Result:
    """What the JSON of a stage holds.

    Attributes
    ----------
    machine
        Where and with which versions it was measured.
    size
        ``full`` or ``quick``.
    rows
        Rows of the table.
    """

    machine: Mapping[str, str]
    size: str
    rows: Sequence[Row]

    @classmethod
    def read(cls, folder: Path, name: str) -> "Result | None":
        """Return the result of a stage, or None where it has not been run."""
        path = result_file(folder, name)
        return cls(**json.loads(path.read_text())) if path.is_file() else None


def number(row: Row, key: str) -> float:
    """Return a cell that holds a number.

    Raises
    ------
    TypeError
        When it does not.
    """
    value = row.get(key)
    if not isinstance(value, int | float):
        raise TypeError(f"{key} is {value!r} in {row}")
    return float(value)


def result_file(folder: Path, name: str) -> Path:
    """Return the JSON of a stage."""
    return folder / f"{name}.json"
