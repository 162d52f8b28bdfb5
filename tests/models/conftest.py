"""Small data sets of real molecules for the models."""

from collections.abc import Callable, Sequence

import numpy as np
import pandas as pd
import pytest

from azeotrope.chemistry.identity import parse_molecule
from azeotrope.chemistry.mixing_rules import LinearMixing, MixingRule
from azeotrope.chemistry.mixtures import Mixtures
from azeotrope.chemistry.molecules import Molecules, StereoPolicy
from azeotrope.datasets.dataset import CurationReport, Dataset, PropertyInfo
from azeotrope.datasets.table import MixtureTable

SMILES = ("O", "C", "CCO", "CCCCCC", "c1ccccc1", "CC(C)=O", "CCN", "ClC(Cl)Cl", "CC#N", "OCC(O)CO")
Composition = Sequence[tuple[str, float]]
MixtureMaker = Callable[..., Mixtures]
DatasetMaker = Callable[..., Dataset]


@pytest.fixture(scope="session")
def mixtures_of() -> MixtureMaker:
    """Mixtures from compositions by SMILES; other molecules can be added, so that indices differ."""

    def make(
        rows: Sequence[Composition],
        temperature_k: Sequence[float] | None = None,
        solute: Sequence[str] | None = None,
        *,
        also: Sequence[str] = (),
        stereo: StereoPolicy = "keep",
    ) -> Mixtures:
        names = [*(smiles for row in rows for smiles, _ in row), *(solute or ()), *also]
        molecules = Molecules.of([parse_molecule(name, allow_salts=True) for name in names], stereo)
        index = {name: molecules.index[parse_molecule(name, allow_salts=True).inchi] for name in names}
        entries = [[(index[smiles], fraction) for smiles, fraction in row] for row in rows]
        return Mixtures.from_rows(molecules, entries, temperature_k, solute and [index[smiles] for smiles in solute])

    return make


@pytest.fixture(scope="session")
def dataset_of() -> DatasetMaker:
    """Data set of given mixtures and values."""

    def make(
        mixtures: Mixtures, value: Sequence[float], rule: MixingRule | None = None, bin_k: float | None = None
    ) -> Dataset:
        n = len(mixtures)
        source = np.zeros(n, dtype=np.int64)
        values = np.asarray(value, dtype=np.float64)
        table = MixtureTable(mixtures, values, np.arange(n + 1), source, np.arange(n), ("raw.csv",))
        info = PropertyInfo("example", "example property", "kJ/mol", rule or LinearMixing(), "measured", bin_k)
        return Dataset(info, table, CurationReport(n, pd.DataFrame()))

    return make


@pytest.fixture(scope="session")
def binaries(mixtures_of: MixtureMaker, dataset_of: DatasetMaker) -> Dataset:
    """Ten pure compounds and 110 binaries with a temperature and an excess; the value grows with molecular size."""
    generator = np.random.default_rng(0)
    rows: list[Composition] = [[(smiles, 1.0)] for smiles in SMILES]
    for _ in range(110):
        left, right = generator.choice(len(SMILES), 2, replace=False)
        fraction = round(float(generator.uniform(0.05, 0.95)), 3)
        rows.append([(SMILES[left], fraction), (SMILES[right], 1 - fraction)])
    temperature_k = generator.uniform(280, 340, len(rows))
    mixtures = mixtures_of(rows, temperature_k)
    mass = np.bincount(
        mixtures.row_of_entry, mixtures.mole_fraction * mixtures.molecules.molar_mass_g_per_mol[mixtures.component]
    )
    purity = np.bincount(mixtures.row_of_entry, mixtures.mole_fraction**2)
    return dataset_of(mixtures, mass / 30 + (1 - purity) - (temperature_k - 310) / 50)


@pytest.fixture(scope="session")
def without_temperature(mixtures_of: MixtureMaker, dataset_of: DatasetMaker) -> Dataset:
    """Three pure compounds and a binary, without temperature."""
    rows = [[("O", 1.0)], [("CCO", 1.0)], [("CCCCCC", 1.0)], [("O", 0.5), ("CCO", 0.5)]]
    return dataset_of(mixtures_of(rows), [1.0, 2.0, 4.0, 1.2])


@pytest.fixture(scope="session")
def with_solute(mixtures_of: MixtureMaker, dataset_of: DatasetMaker) -> Dataset:
    """Twelve solvents with one of two solutes, whose value depends on the solute alone."""
    rows = [[("O", 1 - x / 10), ("CCO", x / 10)] for x in range(1, 7)] * 2
    solute = ["c1ccccc1"] * 6 + ["CC(C)=O"] * 6
    return dataset_of(mixtures_of(rows, solute=solute), [1.0] * 6 + [-1.0] * 6)
