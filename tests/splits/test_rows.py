from collections.abc import Callable

import numpy as np

from azeotrope.datasets.table import MixtureTable
from azeotrope.splits.rows import is_mixture, row_keys

MakeTable = Callable[..., MixtureTable]


def test_empty_table(make_table: MakeTable) -> None:
    table = make_table([])
    assert is_mixture(table).tolist() == []
    assert row_keys(table, np.arange(0)) == []


def test_a_mixture_has_two_molecules(make_table: MakeTable) -> None:
    table = make_table([[("A", 1.0)], [("A", 0.5), ("B", 0.5)], [("B", 0.2), ("A", 0.3), ("C", 0.5)]])
    assert is_mixture(table).tolist() == [False, True, True]


def test_stereo_isomers_are_one_molecule_only_by_policy(make_table: MakeTable) -> None:
    rows = [[("InChI=1S/X/t1-", 0.5), ("InChI=1S/X/t1+", 0.5)], [("InChI=1S/X/t1-", 0.5), ("InChI=1S/Y", 0.5)]]
    assert is_mixture(make_table(rows, stereo="keep")).tolist() == [True, True]
    assert is_mixture(make_table(rows, stereo="drop")).tolist() == [False, True]


def test_key_names_composition_temperature_and_solute(make_table: MakeTable) -> None:
    table = make_table([[("A", 0.25), ("B", 0.75)], [("A", 1.0)]], [298.15, 300.0], ["S", "A"])
    assert row_keys(table, np.array([0, 1])) == ["A:250000 B:750000|298150000|S", "A:1000000|300000000|A"]
    assert row_keys(table, np.array([1])) == ["A:1000000|300000000|A"]


def test_key_ignores_component_order_and_the_last_digits(make_table: MakeTable) -> None:
    table = make_table([[("A", 0.1 + 0.2), ("B", 0.7)], [("B", 0.7), ("A", 0.3)]], [300.0, 300.0 + 1e-9])
    one, other = row_keys(table, np.array([0, 1]))
    assert one == other
