"""Tables made by hand and at random: molecules are names, so that no chemistry is needed to read a test."""

from collections.abc import Callable, Sequence
from itertools import combinations

import numpy as np
import pytest
from numpy.typing import ArrayLike

from azeotrope.chemistry.mixtures import Mixtures
from azeotrope.chemistry.molecules import Molecules, StereoPolicy
from azeotrope.datasets.table import MixtureTable

Row = Sequence[tuple[str, float]]
MakeTable = Callable[..., MixtureTable]


def build(
    rows: Sequence[Row],
    temperature_k: ArrayLike | None = None,
    solute: Sequence[str] | None = None,
    stereo: StereoPolicy = "keep",
) -> MixtureTable:
    """Return a table with one raw row per row; a row is its components and their mole fractions."""
    names = sorted({name for row in rows for name, _ in row} | set(solute or ()))
    molecules = Molecules(tuple(names), tuple(names), np.ones(len(names)), stereo)
    mixtures = Mixtures.from_rows(
        molecules,
        [[(molecules.index[name], fraction) for name, fraction in row] for row in rows],
        temperature_k,
        None if solute is None else [molecules.index[name] for name in solute],
    )
    n = len(rows)
    return MixtureTable(
        mixtures, np.arange(n) / 10, np.arange(n + 1), np.zeros(n, dtype=np.int64), np.arange(n), ("raw.csv",)
    )


def build_random(seed: int, n_molecules: int = 12, n_sets: int = 20, *, rows_per_set: int = 4) -> MixtureTable:
    """Return a table with temperatures: binaries and ternaries of few molecules, and pure rows of all of them."""
    rng = np.random.default_rng(seed)
    rows: dict[tuple[tuple[tuple[str, float], ...], float], None] = {}
    for _ in range(n_sets):
        members = sorted(f"M{i:03}" for i in rng.choice(n_molecules, size=rng.integers(2, 4), replace=False))
        for _ in range(rng.integers(1, rows_per_set + 1)):
            parts = rng.integers(1, 10, size=len(members))
            composition = tuple(zip(members, (parts / parts.sum()).tolist(), strict=True))
            rows[composition, float(rng.integers(280, 360))] = None
    for i in range(n_molecules):
        rows[((f"M{i:03}", 1.0),), float(rng.integers(280, 360))] = None
    return build([composition for composition, _ in rows], [temperature_k for _, temperature_k in rows])


def build_dense(n_molecules: int = 24, rows_per_set: int = 4) -> MixtureTable:
    """Return three quarters of all binaries on a grid of fractions and temperatures, and all pure compounds.

    Nothing in it is random, and every molecule split of it is large enough.
    """
    names = [f"M{i:03}" for i in range(n_molecules)]
    rows: list[Row] = [[(name, 1.0)] for name in names]
    for i, j in combinations(range(n_molecules), 2):
        if (i * i + j) % 4:
            rows += [[(names[i], k / 10), (names[j], 1 - k / 10)] for k in range(1, rows_per_set + 1)]
    return build(rows, [290.0 + 10 * (7 * row % 11) for row in range(len(rows))])


@pytest.fixture(scope="session")
def make_table() -> MakeTable:
    """Builder of tables from rows."""
    return build


@pytest.fixture(scope="session")
def random_table() -> MakeTable:
    """Builder of random tables, which are too small for a molecule split."""
    return build_random


@pytest.fixture(scope="session")
def dense_table() -> MixtureTable:
    """Most binaries of 24 molecules, at eleven temperatures, and the pure compounds."""
    return build_dense()
