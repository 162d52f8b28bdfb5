from collections.abc import Callable

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from azeotrope.datasets.table import MixtureTable
from azeotrope.splits.molecule_groups import molecule_groups, touching_rows, whole_rows

MakeTable = Callable[..., MixtureTable]


@pytest.mark.parametrize("rows", [[], [[("A", 1.0)], [("B", 1.0)]]])
def test_without_mixtures_no_molecule_has_a_group(make_table: MakeTable, rows: list[list[tuple[str, float]]]) -> None:
    assert molecule_groups(make_table(rows), 0, 5).tolist() == [-1] * len(rows)


def test_fewer_molecules_than_groups(make_table: MakeTable) -> None:
    assert sorted(molecule_groups(make_table([[("A", 0.5), ("B", 0.5)]]), 0, 5)) == [0, 1]


def test_only_components_of_mixtures_are_grouped(make_table: MakeTable) -> None:
    rows = [[(f"A{i}", 0.5), (f"A{i + 1}", 0.5)] for i in range(9)] + [[("pure", 1.0)]]
    table = make_table(rows, solute=["solute"] * 10)
    groups = dict(zip(table.mixtures.molecules.inchi, molecule_groups(table, 0, 5).tolist(), strict=True))
    assert (groups.pop("pure"), groups.pop("solute")) == (-1, -1)
    assert sorted(groups.values()) == [0, 0, 1, 1, 2, 2, 3, 3, 4, 4]


def test_isomers_share_a_group_where_they_are_one_molecule(make_table: MakeTable) -> None:
    rows = [[(f"InChI=1S/X{i}/t1{sign}", 0.5), ("InChI=1S/Y", 0.5)] for i in range(9) for sign in "+-"]
    groups = molecule_groups(make_table(rows, stereo="drop"), 0, 5)
    assert groups[:18:2].tolist() == groups[1:18:2].tolist()
    assert np.bincount(np.r_[groups[:18:2], groups[18]]).tolist() == [2, 2, 2, 2, 2]


@settings(max_examples=20)
@given(seed=st.integers(0, 10_000))
def test_groups_are_equal_and_do_not_depend_on_row_order(random_table: MakeTable, seed: int) -> None:
    table = random_table(seed, n_molecules=13, n_sets=40)
    groups = molecule_groups(table, seed, 5)
    sizes = np.bincount(groups[groups >= 0], minlength=5)
    assert sizes.max() - sizes.min() <= 1
    shuffled = table.take(np.random.default_rng(seed).permutation(len(table)))
    assert molecule_groups(shuffled, seed, 5).tolist() == groups.tolist()


def test_seeds_differ_and_results_are_kept_and_read_only(dense_table: MixtureTable) -> None:
    groups = molecule_groups(dense_table, 0, 5)
    assert molecule_groups(dense_table, 0, 5) is groups
    assert molecule_groups(dense_table, 1, 5).tolist() != groups.tolist()
    assert not groups.flags.writeable


def test_whole_and_touching_rows(make_table: MakeTable) -> None:
    table = make_table([[("A", 1.0)], [("A", 0.5), ("B", 0.5)], [("B", 0.5), ("C", 0.5)], [("C", 1.0)]])
    group = np.array([0, 0, 1])
    assert whole_rows(table, group, 0).tolist() == [True, True, False, False]
    assert touching_rows(table, group, 0).tolist() == [True, True, True, False]
    assert touching_rows(table, group, 1).tolist() == [False, False, True, True]
