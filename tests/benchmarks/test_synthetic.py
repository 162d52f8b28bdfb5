from dataclasses import replace
from pathlib import Path

import numpy as np
import pandas as pd
import pytest
from growth import FULL
from molecules import molecules
from synthetic import Table

from azeotrope.chemistry.identity import parse_molecule
from azeotrope.datasets.curation import CurationRules
from azeotrope.datasets.own_csv import CsvDataset


def test_the_rules_make_different_molecules() -> None:
    made = molecules(3_000)
    assert len({parse_molecule(smiles).inchi for smiles in made}) == 3_000
    assert made[:10] == molecules(10)


def test_more_molecules_than_the_rules_make_are_refused() -> None:
    with pytest.raises(ValueError, match="not 100000"):
        molecules(100_000)


@pytest.mark.parametrize("n_components", [2, 5, 121])
def test_fractions_sum_to_one_and_components_differ(n_components: int) -> None:
    frame = Table(n_rows=100, n_solvents=150, n_components=n_components).frame()
    numbers = range(1, n_components + 1)
    fractions = frame[[f"fraction_{number}" for number in numbers]].replace("", "0").astype(float)
    np.testing.assert_allclose(fractions.sum(axis=1), 1.0, atol=1e-12)
    smiles = frame[[f"smiles_{number}" for number in numbers]].to_numpy()
    is_pure = fractions.to_numpy()[:, 0] == 1.0
    assert 0 < is_pure.sum() < 50
    assert {len(set(row)) for row in smiles[~is_pure]} == {n_components}
    assert (fractions.to_numpy()[~is_pure] >= 0.001).all()


def test_a_table_is_the_same_every_time_and_another_with_another_seed() -> None:
    table = Table(n_rows=50, n_solutes=3)
    pd.testing.assert_frame_equal(table.frame(), table.frame())
    assert not table.frame().equals(replace(table, seed=1).frame())


def test_a_table_is_read_as_users_tables_are_without_a_rejected_row(tmp_path: Path) -> None:
    csv = Table(n_rows=600, n_solvents=8, n_solutes=5).write(tmp_path / "table.csv")
    strict = CurationRules(on_rejection="raise")
    dataset = CsvDataset(name="made", quantity="value", unit="1", path=str(csv), rules=strict).load(tmp_path)
    assert dataset.report.raw_rows == 600
    assert len(dataset.table.mixtures.molecules) == 13
    assert dataset.table.mixtures.solute is not None
    assert set(dataset.table.mixtures.n_components) == {1, 2}


def test_every_molecule_of_the_growing_tables_occurs() -> None:
    for _, n_molecules, table in FULL.tables():
        if table.n_solvents == n_molecules:
            frame = table.frame()
            assert len(set(frame["smiles_1"]) | set(frame["smiles_2"]) - {""}) == n_molecules
