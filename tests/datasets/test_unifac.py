from dataclasses import replace

import numpy as np
import pandas as pd
import pytest
from thermo import unifac

from azeotrope.chemistry.identity import parse_molecule
from azeotrope.datasets.unifac import enthalpy_table, vapor_pressure_table
from azeotrope.datasets.unifac_data import smiles_of, vaporization_enthalpy
from azeotrope.datasets.unifac_solvents import SOLVENTS
from azeotrope.datasets.unifac_table import SampleDesign
from azeotrope.errors import ConfigError, DataError

DESIGN = SampleDesign(n_solvents=60, n_binaries=850, n_ternaries=80, binary_step=2, min_excess=0.1, seed=0)
SMALL = SampleDesign(n_solvents=50, n_binaries=5, n_ternaries=2, binary_step=3, min_excess=0.0, seed=0)
CAS_OF_SMILES = dict(zip(smiles_of(list(SOLVENTS.values())), SOLVENTS.values(), strict=True))


@pytest.fixture(scope="module")
def enthalpies() -> pd.DataFrame:
    return enthalpy_table(DESIGN)


def test_default_size_of_the_enthalpies(enthalpies: pd.DataFrame) -> None:
    assert enthalpies.shape == (60 + 425 * 5 + 425 * 4 + 80 * 4, 7)
    assert "temperature" not in enthalpies
    assert enthalpies["value"].between(6, 13).all()
    assert len({parse_molecule(smiles).inchi for smiles in enthalpies["smiles_1"]}) > 50


def test_enthalpies_are_those_of_thermo(enthalpies: pd.DataFrame) -> None:
    for row in enthalpies.sample(25, random_state=0).itertuples():
        parts = [(row.smiles_1, row.fraction_1), (row.smiles_2, row.fraction_2), (row.smiles_3, row.fraction_3)]
        cas = [CAS_OF_SMILES[smiles] for smiles, fraction in parts if not np.isnan(fraction)]
        fractions = [fraction for _, fraction in parts if not np.isnan(fraction)]
        groups = [unifac.UNIFAC_group_assignment_DDBST(number, "MODIFIED_UNIFAC") for number in cas]
        liquid = unifac.UNIFAC.from_subgroups(298.15, fractions, groups, version=1)
        expected = (np.dot(fractions, vaporization_enthalpy(cas, 298.15)) - liquid.HE()) / 4184
        assert row.value == pytest.approx(expected, abs=1e-6)


def test_pressures_show_azeotropes() -> None:
    table = vapor_pressure_table(replace(SMALL, n_binaries=30, min_excess=0.1), [298.15, 318.15])
    pure = table[table["smiles_2"].isna()].set_index(["smiles_1", "temperature"])["value"]
    mixed = table[table["smiles_2"].notna() & table["smiles_3"].isna()]
    ends = np.array(
        [[pure[row.smiles_1, row.temperature], pure[row.smiles_2, row.temperature]] for row in mixed.itertuples()]
    )
    assert (mixed["value"] > ends.max(axis=1)).any()
    assert len(pure) == 50 * 2


def test_pressure_rises_with_temperature() -> None:
    table = vapor_pressure_table(SMALL, [298.15, 318.15])
    composition = ["smiles_1", "smiles_2", "smiles_3", "fraction_1", "fraction_2", "fraction_3"]
    by_temperature = table.pivot_table("value", composition, "temperature", dropna=False).dropna(how="all")
    assert len(by_temperature) == len(table) / 2
    assert (by_temperature[318.15] > by_temperature[298.15]).all()


def test_seed_chooses_the_systems() -> None:
    first, again, other = (enthalpy_table(replace(SMALL, seed=seed)) for seed in (0, 0, 1))
    pd.testing.assert_frame_equal(first, again)
    assert not first["smiles_2"].equals(other["smiles_2"])


@pytest.mark.parametrize("n_solvents", [49, 71])
def test_number_of_solvents_has_bounds(n_solvents: int) -> None:
    with pytest.raises(ConfigError, match=f"n_solvents is {n_solvents}; it must be from 50 to 70"):
        enthalpy_table(replace(SMALL, n_solvents=n_solvents))


def test_temperatures_must_be_given_and_in_range() -> None:
    with pytest.raises(ConfigError, match="temperatures_k is empty"):
        vapor_pressure_table(SMALL, [])
    with pytest.raises(DataError, match=r"not at 25\.0 K"):
        vapor_pressure_table(SMALL, [25.0])
