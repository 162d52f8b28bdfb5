# ruff: noqa: INP001 - a script, not a part of the package
"""Five folds of `dmpnn` in one command of `train.py`, against one fold."""

import sys
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryDirectory

from composing import own_csv
from processes import run_program
from stage import Cell, Row, Stage, number
from synthetic import Table


@dataclass(frozen=True)
class Size:
    """Table, epochs, and numbers of folds in one command, of which the first is what the others are divided by."""

    table: Table
    epochs: int
    folds: tuple[int, ...] = (1, 5)


FULL = Size(Table(n_rows=20_000), 3)
QUICK = Size(Table(n_rows=300), 1, (1, 2))


def measure(size: Size, logs: Path) -> list[Row]:
    """Return one row per number of folds; a run before them fills the cache of tables."""
    with TemporaryDirectory() as folder:
        csv, cache = size.table.write(Path(folder) / "table.csv"), Path(folder) / "cache"
        settings = ["model=dmpnn", "split=mixture", "tracking=none", f"trainer.epochs={size.epochs}"]
        command = [sys.executable, "train.py", *own_csv(csv, cache), *settings, "trainer.min_steps=0"]
        run_program([*command, "split.folds=[0]", "debug=fast", f"paths.outputs={folder}/first"], logs / "first")
        rows: list[Row] = []
        for count in size.folds:
            chosen = f"split.folds={[*range(count)]}".replace(" ", "")
            done = run_program([*command, chosen, f"paths.outputs={folder}/{count}"], logs / f"folds-{count}")
            row: dict[str, Cell] = {"folds": count, "seconds": done.seconds, "peak_mb": done.peak_mb}
            rows.append(row | {"ratio": done.seconds / number(rows[0], "seconds") if rows else 1.0})
    return rows


STAGE = Stage(
    name="folds",
    title="Folds in one command",
    explanation=f"""\
`train.py model=dmpnn split=mixture tracking=none` on a made-up table of {FULL.table.n_rows:,} rows, {FULL.epochs}
epochs, from the start of the program to its end.""",
    columns={
        "folds": "folds",
        "seconds": "seconds",
        "ratio": "times one fold",
        "peak_mb": "peak memory, MB",
    },
    measure=measure,
    full=FULL,
    quick=QUICK,
)
