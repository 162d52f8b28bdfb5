"""A solute is context: it is no component, no split holds it out, and a reference is one of the same solute."""

from collections.abc import Callable
from itertools import combinations

import numpy as np
import pytest

from azeotrope.chemistry.mixing_rules import LinearMixing
from azeotrope.datasets.curation import CurationRules, curate
from azeotrope.datasets.dataset import Dataset, PropertyInfo
from azeotrope.datasets.layout import RawTable
from azeotrope.datasets.references import pure_values
from azeotrope.datasets.rows import read_rows
from azeotrope.datasets.summary import dataset_warnings, summarise
from azeotrope.datasets.table import MixtureTable
from azeotrope.splits.leakage import check_promise
from azeotrope.splits.mixture import MixtureSplit
from azeotrope.splits.mixture_temperature import MixtureTemperatureSplit
from azeotrope.splits.molecule import MoleculeSplit
from azeotrope.splits.pure_to_mixture import PureToMixtureSplit
from azeotrope.splits.random import RandomSplit
from azeotrope.splits.split import SplitFamily

RawTableMaker = Callable[..., RawTable]
HEADER = "smiles_1,fraction_1,smiles_2,fraction_2,solute,temperature,value"
INFO = PropertyInfo("mine", "log S", "-", LinearMixing())
SOLVENTS = ["O", *("C" * n + "O" for n in range(1, 13)), *("C" * n + "N" for n in range(1, 13))]
SOLUTES = ["c1ccccc1", "Cl.NCCc1ccccc1", "O"]  # a salt, and a molecule that is a solvent elsewhere
FAMILIES: list[SplitFamily] = [
    RandomSplit(),
    MixtureSplit(),
    MixtureTemperatureSplit(direction="low_to_high"),
    MoleculeSplit(),
    PureToMixtureSplit(),
]


def lines() -> list[str]:
    """Every binary of the solvents and every pure solvent, with each solute at ten temperatures in turn."""
    found = []
    for number, (one, other) in enumerate(combinations(SOLVENTS, 2)):
        kelvin = 280 + 5 * (number % 10)
        found += [f"{one},0.3,{other},0.7,{solute},{kelvin},{number % 7}" for solute in SOLUTES]
    found += [f"{one},1,,,{solute},{kelvin},1" for one in SOLVENTS for solute in SOLUTES for kelvin in (280, 325)]
    return found


@pytest.fixture(scope="module")
def dataset(raw_table: RawTableMaker) -> Dataset:
    raw = raw_table("\n".join([HEADER, *lines()]))
    return Dataset(INFO, *curate([raw], CurationRules(allow_salts=True)))


@pytest.fixture(scope="module")
def table(dataset: Dataset) -> MixtureTable:
    return dataset.table


def test_a_component_set_does_not_hold_the_solute(dataset: Dataset, table: MixtureTable) -> None:
    mixed = ~table.mixtures.is_pure
    n_binaries = len(SOLVENTS) * (len(SOLVENTS) - 1) // 2
    assert mixed.sum() == n_binaries * len(SOLUTES)
    assert len(np.unique(table.mixtures.component_set[mixed])) == n_binaries
    summary = summarise(dataset)
    assert (summary.combinations, summary.molecules) == (n_binaries, len(SOLVENTS))


@pytest.mark.parametrize("family", FAMILIES, ids=lambda family: type(family).__name__)
def test_every_split_family_splits_a_table_with_solutes_and_keeps_its_promise(
    family: SplitFamily, table: MixtureTable
) -> None:
    split = family.split(table, 0)
    check_promise(table, split)
    solute = table.mixtures.solute
    assert solute is not None
    for rows in (split.train, split.test):
        assert set(solute[rows]) == set(solute)  # no solute is held out


def test_rows_that_differ_in_the_solute_alone_stay_together(table: MixtureTable) -> None:
    split = MixtureSplit().split(table, 0)
    sets = table.mixtures.component_set
    assert not set(sets[split.test]) & set(sets[np.concatenate([split.train, split.validation])])
    assert len(split.test) == len(SOLUTES) * len(np.unique(sets[split.test]))


def test_a_molecule_that_is_a_solute_elsewhere_is_held_out_as_a_component_only(table: MixtureTable) -> None:
    water = table.mixtures.molecules.index["InChI=1S/H2O/h1H2"]
    solute = table.mixtures.solute
    assert solute is not None
    holds_water = table.mixtures.row_of_entry[table.mixtures.component == water]
    splits = [MoleculeSplit().split(table, fold) for fold in range(5)]
    (held_out,) = [split for split in splits if np.isin(split.test, holds_water).any()]
    assert not np.isin(held_out.train, holds_water).any()
    assert (solute[held_out.train] == water).any()


def test_a_reference_is_one_of_the_same_solute(raw_table: RawTableMaker) -> None:
    rows = ["O,0.5,CO,0.5,C,300,5", "O,1,,,C,300,1", "CO,1,,,C,300,3", "O,1,,,CC,300,100", "CO,1,,,CC,300,100"]
    table = curate([raw_table("\n".join([HEADER, *rows]))], CurationRules())[0]
    assert sorted(pure_values(table)[:2].tolist()) == [1.0, 3.0]


def test_salts_are_solutes_only_where_they_are_allowed_and_never_components(raw_table: RawTableMaker) -> None:
    rows = ["O,1,,,Cl.NCC,300,1", "Cl.NCC,1,,,O,300,1"]
    raw = raw_table("\n".join([HEADER, *rows]))
    refused = read_rows([raw]).rejected
    assert refused["reason"].tolist() == ["disconnected_fragments"] * 2
    assert refused["detail"].str.contains("column 'solute'").tolist() == [True, False]
    allowed = read_rows([raw], allow_salts=True)
    assert allowed.rejected["row"].tolist() == [1]
    assert len(allowed.table) == 1


def test_pure_solvents_alone_are_said_to_need_folds_of_ones_own(raw_table: RawTableMaker) -> None:
    alone = Dataset(INFO, *curate([raw_table(f"{HEADER}\nO,1,,,C,300,1")], CurationRules()))
    assert "split=file" in dataset_warnings(alone)[0]
