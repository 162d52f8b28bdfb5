# ruff: noqa: INP001 - a script, not a part of the package
"""The comparisons of `rsa.py` as a stage."""

from pathlib import Path

import rsa
from stage import Row, Stage

FULL = rsa.FULL
QUICK = rsa.Size(20, 20, 2, 12, 6, 4)


def measure(size: rsa.Size, _logs: Path) -> list[Row]:
    """Return one row per comparison, after a small run that compiles what is not compiled."""
    list(rsa.compare_all(rsa.Size(12, 17, 2, 12, 6, 2)))
    return [
        {
            "task": f"RSA, {each.task}",
            "rounds": each.n_rounds,
            "azeotrope_s": each.kernel_s.clock,
            "other": f"loop in Python (scaled from {each.n_timed} rounds)",
            "other_s": each.loop_s.clock,
            "ratio": each.ratio,
            "ratio_per_core": each.ratio_per_core,
            "difference": each.difference,
        }
        for each in rsa.compare_all(size)
    ]


STAGE = Stage(
    name="rsa",
    title="Representational similarity",
    explanation="""\
The kernels of RSA, on all cores, against loops over `scipy.stats.spearmanr` or rsatoolbox on one core: 476 molecules
in the full size. *Per core* compares seconds of processor time. Best of three; `python benchmarks/rsa.py` prints the
same.""",
    columns={
        "task": "task",
        "rounds": "rounds",
        "azeotrope_s": "azeotrope, s",
        "other": "instead",
        "other_s": "instead, s",
        "ratio": "times faster",
        "ratio_per_core": "per core",
        "difference": "largest difference",
    },
    measure=measure,
    full=FULL,
    quick=QUICK,
)
