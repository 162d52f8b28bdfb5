# ruff: noqa: INP001 - a script, not a part of the package
"""Features of mixtures as the weighted sum of those of their molecules: one sparse product against a loop over rows."""

from dataclasses import dataclass
from pathlib import Path

import numpy as np
from comparison import COLUMNS, comparison
from rsa import timed
from stage import Row, Stage

from azeotrope.chemistry.mixtures import Mixtures
from azeotrope.chemistry.molecules import Molecules
from azeotrope.models.aggregators import WeightedSum
from azeotrope.typing import FloatArray


@dataclass(frozen=True)
class Size:
    """Mixtures, the numbers of components that are tried, molecules, and features of each."""

    n_rows: int
    components: tuple[int, ...] = (2, 5, 20)
    n_molecules: int = 500
    n_features: int = 200


FULL = Size(20_000)
QUICK = Size(50)


def measure(size: Size, _logs: Path) -> list[Row]:
    """Return one row per number of components."""
    rng = np.random.default_rng(0)
    features = rng.normal(size=(size.n_molecules, size.n_features))
    return [_compare(simulated(size, count, rng), features) for count in size.components]


def simulated(size: Size, n_components: int, rng: np.random.Generator) -> Mixtures:
    """Return mixtures of random molecules, which have numbers instead of structures."""
    names = tuple(f"{number:06d}" for number in range(size.n_molecules))
    return Mixtures(
        Molecules(names, names, np.ones(size.n_molecules)),
        np.arange(0, size.n_rows * n_components + 1, n_components),
        rng.integers(size.n_molecules, size=size.n_rows * n_components),
        rng.dirichlet(np.ones(n_components), size.n_rows).reshape(-1),
    )


def _compare(mixtures: Mixtures, features: FloatArray) -> Row:
    def per_row() -> FloatArray:
        rows = []
        for start, stop in zip(mixtures.offsets[:-1], mixtures.offsets[1:], strict=True):
            rows.append(mixtures.mole_fraction[start:stop] @ features[mixtures.component[start:stop]])
        return np.array(rows)

    found, ours = timed(lambda: WeightedSum().combine(mixtures, features))
    expected, other = timed(per_row)
    task = f"{len(mixtures):,} mixtures of {mixtures.n_components[0]}, {features.shape[1]} features"
    difference = float(np.abs(found - expected).max())
    return comparison(task, ours.clock, "NumPy, row by row", other.clock, difference)


STAGE = Stage(
    name="feature_models",
    title="Features of mixtures",
    explanation="""\
The weighted sum that feeds trees and linear models (`WeightedSum.combine`), against a product per row. Seconds are the
best of three.""",
    columns=COLUMNS,
    measure=measure,
    full=FULL,
    quick=QUICK,
)
