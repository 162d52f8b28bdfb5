from collections.abc import Callable

import numpy as np
from hypothesis import given, settings
from hypothesis import strategies as st

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


@settings(max_examples=40)
@given(data=st.data())
def test_keys_equal_those_of_one_row_after_another(make_table: MakeTable, data: st.DataObject) -> None:
    entry = st.tuples(st.sampled_from("ABC"), st.sampled_from([0.25, 0.1 + 0.2, 0.3, 1.0]))
    rows = data.draw(st.lists(st.lists(entry, min_size=1, max_size=3), max_size=6))
    kelvins = st.lists(st.sampled_from([298.15, 300.0]), min_size=len(rows), max_size=len(rows))
    temperature_k = data.draw(st.none() | kelvins)
    solute = data.draw(st.none() | st.lists(st.sampled_from("AS"), min_size=len(rows), max_size=len(rows)))
    table = make_table(rows, temperature_k, solute)
    chosen = data.draw(st.permutations(range(len(rows))))
    expected = [
        " ".join(f"{name}:{round(x * 1e6)}" for name, x in sorted(rows[i], key=lambda entry: entry[0]))
        + ("" if temperature_k is None else f"|{round(temperature_k[i] * 1e6)}")
        + ("" if solute is None else f"|{solute[i]}")
        for i in chosen
    ]
    assert row_keys(table, np.array(chosen, dtype=np.int64)) == expected
