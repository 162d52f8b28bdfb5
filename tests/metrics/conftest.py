"""Small data sets for the metrics; molecules need no chemistry here, so their identities are plain letters."""

from collections.abc import Callable, Sequence

import numpy as np
import pandas as pd
import pytest
from scipy.spatial.distance import squareform
from scipy.stats import spearmanr

from azeotrope.chemistry.mixing_rules import LinearMixing, MixingRule
from azeotrope.chemistry.mixtures import Mixtures
from azeotrope.chemistry.molecules import Molecules
from azeotrope.datasets.dataset import CurationReport, Dataset, PropertyInfo
from azeotrope.datasets.table import MixtureTable
from azeotrope.metrics.distances import cosine_distances, euclidean_distances
from azeotrope.typing import FloatArray, IntArray

Rows = Sequence[Sequence[tuple[int, float]]]


@pytest.fixture(scope="session")
def molecules() -> Callable[[int], Molecules]:
    def build(count: int) -> Molecules:
        return Molecules(tuple(f"molecule {i:04d}" for i in range(count)), ("C",) * count, np.ones(count))

    return build


@pytest.fixture(scope="session")
def mixtures(molecules: Callable[[int], Molecules]) -> Callable[..., Mixtures]:
    def build(
        rows: Rows,
        temperature_k: Sequence[float] | None = None,
        solute: Sequence[int] | None = None,
        n_molecules: int = 30,
    ) -> Mixtures:
        return Mixtures.from_rows(molecules(n_molecules), rows, temperature_k, solute)

    return build


@pytest.fixture(scope="session")
def dataset() -> Callable[..., Dataset]:
    def build(mixtures: Mixtures, value: Sequence[float], rule: MixingRule | None = None) -> Dataset:
        count = len(mixtures)
        values = np.asarray(value, dtype=np.float64)
        offsets, source = np.arange(count + 1), np.zeros(count, dtype=np.int64)
        table = MixtureTable(mixtures, values, offsets, source, np.arange(count) + 100, ("raw.csv",))
        info = PropertyInfo("example", "example property", "kJ/mol", rule or LinearMixing())
        return Dataset(info, table, CurationReport(count, pd.DataFrame()))

    return build


@pytest.fixture(scope="session")
def two_sides() -> Callable[..., tuple[FloatArray, FloatArray]]:
    """Distances of a random representation and of a property that depends on it."""

    def build(n_molecules: int, seed: int = 0, *, tied: bool = False) -> tuple[FloatArray, FloatArray]:
        rng = np.random.default_rng(seed)
        vectors = rng.normal(size=(n_molecules, 5))
        values = vectors[:, :1] + rng.normal(size=(n_molecules, 1))
        if tied:
            vectors, values = np.round(vectors[:, :2]) + 3.0, np.round(values)
        return cosine_distances(vectors), euclidean_distances(values)

    return build


@pytest.fixture(scope="session")
def rebuilt_rsa() -> Callable[..., float]:
    """Spearman correlation of the matrices rebuilt from the drawn molecules, the slow way."""

    def correlate(
        representation: FloatArray, values: FloatArray, copies: IntArray, *, with_self_pairs: bool = True
    ) -> float:
        drawn = np.repeat(np.arange(len(copies)), copies)
        first, second = np.triu_indices(len(drawn), 1)
        kept = with_self_pairs | (drawn[first] != drawn[second])
        sides = [squareform(side)[drawn[first], drawn[second]][kept] for side in (representation, values)]
        if kept.sum() < 2 or any(np.ptp(side) == 0 for side in sides):
            return np.nan
        return float(spearmanr(*sides).statistic)

    return correlate
