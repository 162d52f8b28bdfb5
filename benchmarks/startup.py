# ruff: noqa: INP001 - a script, not a part of the package
"""How long the command lines take to answer."""

import sys
from dataclasses import dataclass
from pathlib import Path

from comparison import COLUMNS, comparison
from processes import PROGRAMS, run_program
from stage import Row, Stage

PAIRS = {
    ("azeotrope --help", "chemprop --help"): ((PROGRAMS / "azeotrope", "--help"), (PROGRAMS / "chemprop", "--help")),
    ("python train.py --help", "chemprop train --help"): (
        (sys.executable, "train.py", "--help"),
        (PROGRAMS / "chemprop", "train", "--help"),
    ),
    ("import azeotrope", "import chemprop"): (
        (sys.executable, "-c", "import azeotrope"),
        (sys.executable, "-c", "import chemprop"),
    ),
}


@dataclass(frozen=True)
class Size:
    """Which pairs of commands, and how often each is run."""

    pairs: tuple[tuple[str, str], ...]
    n_runs: int


FULL = Size(tuple(PAIRS), 3)
QUICK = Size((("import azeotrope", "import chemprop"),), 1)


def measure(size: Size, logs: Path) -> list[Row]:
    """Return the seconds of the fastest run of each command, in pairs."""
    rows = []
    for ours, theirs in size.pairs:
        best = [
            min(run_program(command, logs / name.replace(" ", "-")).seconds for _ in range(size.n_runs))
            for name, command in zip((ours, theirs), PAIRS[ours, theirs], strict=True)
        ]
        rows.append(comparison(ours, best[0], theirs, best[1]))
    return rows


STAGE = Stage(
    name="startup",
    title="Start-up",
    explanation="From the start of the program to its end, best of three.",
    columns=COLUMNS,
    measure=measure,
    full=FULL,
    quick=QUICK,
)
