"""The published data sets, as their configuration describes them, against the counts of the literature."""

import os
from functools import cache
from pathlib import Path

import numpy as np
import pytest
from hydra.utils import instantiate
from omegaconf import OmegaConf

from azeotrope import places
from azeotrope.chemistry.mixing_rules import LinearMixing
from azeotrope.datasets.dataset import Dataset
from azeotrope.datasets.layout import RawTable
from azeotrope.datasets.recipe import DatasetRecipe
from azeotrope.datasets.references import ideal_values, pure_values
from azeotrope.datasets.rows import Rows, read_rows
from azeotrope.datasets.summary import Summary, summarise

pytestmark = pytest.mark.data

CONF = Path(__file__).resolve().parents[2] / "conf" / "dataset"
MEASURED = (
    *("mon", "viscosity", "flash_point", "dcn", "density", "excess_enthalpy"),
    *("drug_solubility", "solvation_pure", "solvation_pure_exp"),
)


def recipe(name: str) -> DatasetRecipe:
    found = instantiate(OmegaConf.load(CONF / f"{name}.yaml"), _convert_="all")
    assert isinstance(found, DatasetRecipe)
    return found


@cache
def dataset(name: str) -> Dataset:
    return recipe(name).load(places.cache_folder(), Path(os.environ["AZEOTROPE_MIRROR"]))


@cache
def summary(name: str) -> Summary:
    return summarise(dataset(name))


def raw_tables(name: str) -> list[RawTable]:
    raw = recipe(name).open(places.cache_folder(), Path(os.environ["AZEOTROPE_MIRROR"]), progress=False)
    return raw.read()


@cache
def rows_before_rejection_by_value(name: str) -> Rows:
    return read_rows(raw_tables(name))


def test_mon_has_332_pure_compounds() -> None:
    assert (summary("mon").pure_rows, summary("mon").pure_molecules) == (332, 332)
    assert 67 <= summary("mon").combinations <= 77
    assert dataset("mon").table.mixtures.n_components.max() > 50  # mixtures of up to 121, traces dropped


def test_viscosity_has_the_counts_of_the_contract() -> None:
    found = summary("viscosity")
    assert (found.mixture_rows, found.combinations, found.molecules, found.pure_rows) == (31_189, 3_216, 539, 2_902)
    assert found.coverage == pytest.approx(0.868, abs=5e-4)
    assert found.ideal_rmse == pytest.approx(0.305, abs=1e-3)
    assert dataset("viscosity").report.rejected["reason"].unique().tolist() == ["metal"]


def test_flash_point_has_the_counts_of_the_literature() -> None:
    found = summary("flash_point")
    assert (found.mixture_rows, found.combinations, found.molecules) == (1_006, 113, 71)
    assert (found.pure_rows, found.pure_molecules) == (585, 585)
    assert found.coverage == pytest.approx(0.967, abs=5e-4)


def test_dcn_has_the_counts_of_the_literature() -> None:
    found = summary("dcn")
    assert (found.mixture_rows, found.combinations, found.molecules) == (484, 57, 35)
    assert (found.pure_rows, found.pure_molecules) == (229, 229)
    assert found.coverage == pytest.approx(0.744, abs=5e-4)


def test_density_has_the_counts_of_the_contract_before_rejections() -> None:
    table = rows_before_rejection_by_value("density").table
    mixed = ~table.mixtures.is_pure
    assert (mixed.sum(), (~mixed).sum()) == (11_972, 2_488)
    assert len(np.unique(table.mixtures.component_set[mixed])) == 390
    assert len(np.unique(table.mixtures.component[mixed[table.mixtures.row_of_entry]])) == 142
    covered = np.isfinite(ideal_values(table, LinearMixing(), 0.1))[mixed]
    assert covered.mean() == pytest.approx(0.927, abs=5e-4)


def test_density_rejects_the_four_rows_of_one_paper_with_a_wrong_unit() -> None:
    rejected = dataset("density").report.rejected
    assert rejected["reason"].tolist() == ["value_out_of_range"] * 4
    assert rejected["Source"].nunique() == 1
    assert (rejected["Density Value (g / ml)"].astype(float) < 0.3).all()


def test_density_is_modelled_as_molar_volume_and_wide_replicates_are_reported() -> None:
    found = dataset("density")
    mixtures = found.table.mixtures
    water = mixtures.molecules.index["InChI=1S/H2O/h1H2"]
    entry = np.flatnonzero((mixtures.component == water) & mixtures.is_pure[mixtures.row_of_entry])
    volumes = found.table.value[mixtures.row_of_entry[entry]]
    assert found.info.unit == "cm3/mol"
    assert (volumes > 17.9).all()
    assert (volumes < 19.0).all()
    assert any("0.01" in warning for warning in found.report.warnings)


def test_excess_enthalpy_is_0_for_every_pure_compound() -> None:
    rows = rows_before_rejection_by_value("excess_enthalpy")
    assert len(rows.table) == rows.n_read == 7_715
    table = dataset("excess_enthalpy").table
    np.testing.assert_array_equal(pure_values(table), 0.0)
    assert summary("excess_enthalpy").coverage == 1.0


def test_drug_solubility_has_the_numbers_of_the_contract() -> None:
    """27,166 rows, 2,943 of them in a pure solvent; 18 drugs are salts and have 3,145 rows."""
    rows = read_rows(raw_tables("drug_solubility"), allow_salts=True)
    mixtures = rows.table.mixtures
    assert mixtures.solute is not None
    assert (len(rows.table), rows.n_read, int(mixtures.is_pure.sum())) == (27_166, 27_166, 2_943)
    salts = np.array(["." in smiles for smiles in mixtures.molecules.smiles])
    assert int(salts[mixtures.solute].sum()) == 3_145
    assert len(np.unique(mixtures.solute[salts[mixtures.solute]])) == 18
    assert not salts[mixtures.component].any()
    assert len(np.unique(mixtures.solute)) == 125


def test_drug_solubility_after_curation() -> None:
    found = summary("drug_solubility")
    assert (found.mixture_rows, found.combinations, found.molecules) == (24_223, 109, 44)
    assert (found.pure_rows, found.pure_molecules) == (2_934, 36)
    assert found.coverage == pytest.approx(0.6356, abs=5e-5)
    assert found.ideal_rmse == pytest.approx(0.8451, abs=5e-5)
    temperature_k = dataset("drug_solubility").table.mixtures.temperature_k
    assert temperature_k is not None
    assert (temperature_k.min(), temperature_k.max()) == (252.55, 368.15)


def test_drugs_that_are_salts_are_rejected_where_they_are_not_allowed() -> None:
    rejected = read_rows(raw_tables("drug_solubility")).rejected
    assert rejected["reason"].unique().tolist() == ["disconnected_fragments"]
    assert (len(rejected), rejected["Drug"].nunique()) == (3_145, 18)


def test_solvation_in_pure_solvents_reads_the_solvent_before_the_solute() -> None:
    for name, pure_rows, solvents, solutes in (
        ("solvation_pure", 79_990, 284, 10_752),
        ("solvation_pure_exp", 8_780, 275, 1_307),
    ):
        found, mixtures = summary(name), dataset(name).table.mixtures
        assert (found.mixture_rows, found.pure_rows, found.pure_molecules) == (0, pure_rows, solvents)
        assert len(np.unique(mixtures.solute)) == solutes
    assert dataset("solvation_pure").report.rejected["reason"].tolist() == ["charged"] * 9
    assert (recipe("solvation_pure").origin, recipe("solvation_pure_exp").origin) == ("computed", "measured")


@pytest.mark.parametrize("name", MEASURED)
def test_every_curated_row_is_closed_sorted_and_distinct(name: str) -> None:
    table = dataset(name).table
    mixtures = table.mixtures
    thousandths = np.rint(mixtures.mole_fraction * 1000)
    np.testing.assert_array_equal(mixtures.mole_fraction, thousandths / 1000)
    assert thousandths.min() >= 1
    np.testing.assert_array_equal(np.bincount(mixtures.row_of_entry, thousandths), 1000)
    assert (np.diff(mixtures.component)[np.diff(mixtures.row_of_entry) == 0] > 0).all()
    assert np.isfinite(table.value).all()
    keys = set(zip(mixtures.composition.tolist(), mixtures.context.tolist(), strict=True))
    assert len(keys) == len(table)


@pytest.mark.parametrize("name", MEASURED)
def test_every_raw_row_is_in_the_table_once_or_rejected_with_its_fields(name: str) -> None:
    found = dataset(name)
    table, rejected = found.table, found.report.rejected
    kept = list(zip(table.source_file.tolist(), table.source_row.tolist(), strict=True))
    assert len(set(kept)) == len(kept) == found.report.raw_rows - len(rejected)
    named = {(table.source_files[file], row) for file, row in kept}
    assert named.isdisjoint(zip(rejected["file"], rejected["row"], strict=True))
    assert rejected["detail"].str.len().gt(0).all()


@pytest.mark.parametrize("name", MEASURED)
def test_the_expected_counts_of_a_config_are_its_counts(name: str) -> None:
    for count, value in recipe(name).expected.items():
        assert getattr(summary(name), count) == pytest.approx(value, abs=5e-4)


def test_expected_counts_include_those_of_unconfirmed_files() -> None:
    for name in ("flash_point", "dcn"):
        assert set(recipe(name).expected) >= {"mixture_rows", "combinations", "molecules", "pure_rows", "coverage"}
        assert dataset(name).report.warnings == ()
