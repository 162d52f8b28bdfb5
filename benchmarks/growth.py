# ruff: noqa: INP001 - a script, not a part of the package
"""How seconds and memory grow with rows, components and molecules, from a CSV to evaluated predictions."""

from collections import defaultdict
from collections.abc import Iterator
from dataclasses import dataclass, replace
from pathlib import Path
from statistics import median
from tempfile import TemporaryDirectory

from processes import run_worker
from stage import Cell, Row, Stage
from synthetic import Table

ROWS, COMPONENTS, MOLECULES = "rows", "components", "molecules"
BY_ROWS = Table(n_rows=0, n_solvents=32, n_solutes=285)
BY_COMPONENTS = Table(n_rows=2_000, n_solvents=150)
BY_MOLECULES = Table(n_rows=7_500)


@dataclass(frozen=True)
class Size:
    """What grows.

    Attributes
    ----------
    rows, components, molecules
        Numbers that are tried; all else stays.
    n_repeats
        Runs of each table, of which the median counts.
    n_resamples
        Bootstrap resamples of the evaluation.
    """

    rows: tuple[int, ...]
    components: tuple[int, ...]
    molecules: tuple[int, ...]
    n_repeats: int
    n_resamples: int = 2_000

    def tables(self) -> Iterator[tuple[str, int, Table]]:
        """Return each table with what was varied and to which number."""
        for number in self.rows:
            yield ROWS, number, replace(BY_ROWS, n_rows=number)
        for number in self.components:
            yield COMPONENTS, number, replace(BY_COMPONENTS, n_components=number)
        for number in self.molecules:
            yield MOLECULES, number, replace(BY_MOLECULES, n_solvents=number)


FULL = Size((1_000, 10_000, 100_000, 422_669), (2, 5, 20, 60, 121), (30, 300, 3_000), 3)
QUICK = Size((1_000,), (), (), 1, n_resamples=50)


def measure(size: Size, logs: Path) -> list[Row]:
    """Return one row per table and step."""
    return [row for axis, number, table in size.tables() for row in _steps(axis, number, table, size, logs)]


def _steps(axis: str, number: int, table: Table, size: Size, logs: Path) -> Iterator[Row]:
    """Run the steps on one table as often as the size says, in fresh processes."""
    seconds, peaks = defaultdict(list), defaultdict(list)
    with TemporaryDirectory() as folder:
        csv = table.write(Path(folder) / "table.csv")
        for repeat in range(size.n_repeats):
            task = {"csv": str(csv), "cache": f"{folder}/cache-{repeat}", "n_resamples": size.n_resamples}
            for step in run_worker("measure_steps.py", task, logs / f"{axis}-{number}-{repeat}").answer:
                seconds[step["step"]].append(step["seconds"])
                peaks[step["step"]].append(step["peak_mb"])
    for step, values in seconds.items():
        row: dict[str, Cell] = {"axis": axis, "number": number, "step": step, "seconds": median(values)}
        row |= {"us_per_row": 1e6 * median(values) / table.n_rows, "runs": size.n_repeats}
        yield row | {"peak_mb": None if None in peaks[step] else median(peaks[step])}


STAGE = Stage(
    name="growth",
    title="Growth",
    explanation=f"""\
Made-up tables in the convention of users' CSV files, through all steps in one fresh process: curation, reading the
curated table again, `split=mixture`, one epoch of `dmpnn` at batch 256 with its validation, and `evaluate` with every
metric. Growing *rows* have {BY_ROWS.n_solvents} solvents, {BY_ROWS.n_solutes} solutes and four temperatures; growing
*components* have {BY_COMPONENTS.n_rows:,} rows of {BY_COMPONENTS.n_solvents} molecules; growing *molecules* have
{BY_MOLECULES.n_rows:,} binary rows. Medians of the runs; the peak of a step holds the libraries, about 700 MB.""",
    columns={
        "axis": "what grows",
        "number": "to",
        "step": "step",
        "seconds": "seconds",
        "us_per_row": "µs per row of the table",
        "peak_mb": "peak memory, MB",
        "runs": "runs",
    },
    measure=measure,
    full=FULL,
    quick=QUICK,
)
