from collections.abc import Callable

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from azeotrope.datasets.dataset import Dataset
from azeotrope.reports.curve_choice import BinarySystem, choose_system, rows_of_system

WATER, ETHANOL, ACETONE, BENZENE = "O", "CCO", "CC(C)=O", "c1ccccc1"
PURE = [({name: 1.0}, 10.0) for name in (WATER, ETHANOL, ACETONE, BENZENE)]


def binary(first: str, second: str, fraction: float, value: float = 10.0) -> tuple[dict[str, float], float]:
    return {first: fraction, second: 1.0 - fraction}, value


def all_rows(dataset: Dataset) -> np.ndarray:
    return np.arange(len(dataset.table))


def pair(dataset: Dataset, system: BinarySystem) -> set[str]:
    return {dataset.table.mixtures.molecules.smiles[index] for index in (system.first, system.second)}


def test_no_rows_and_no_binary_rows_give_none(make_dataset: Callable[..., Dataset]) -> None:
    dataset = make_dataset([*PURE, ({WATER: 0.2, ETHANOL: 0.3, ACETONE: 0.5}, 1.0)])
    assert choose_system(dataset, np.array([], dtype=np.int64)) is None
    assert choose_system(dataset, all_rows(dataset)) is None


def test_most_distinct_compositions_win_not_most_rows(make_dataset: Callable[..., Dataset]) -> None:
    few = [binary(WATER, ETHANOL, 0.5, value) for value in (1.0, 2.0, 3.0, 4.0)]
    dataset = make_dataset([*PURE, *few, *(binary(WATER, ACETONE, x) for x in (0.2, 0.4, 0.6))])
    system = choose_system(dataset, all_rows(dataset))
    assert pair(dataset, system) == {WATER, ACETONE}
    assert system.rows.tolist() == [8, 9, 10]
    assert (system.temperature_k, system.solute) == (None, None)


def test_ties_go_to_the_larger_absolute_excess(make_dataset: Callable[..., Dataset]) -> None:
    dataset = make_dataset([*PURE, binary(WATER, ETHANOL, 0.5, 11.0), binary(WATER, ACETONE, 0.5, 7.0)])
    assert pair(dataset, choose_system(dataset, all_rows(dataset))) == {WATER, ACETONE}


def test_full_ties_go_to_the_earlier_rows_whatever_their_order(make_dataset: Callable[..., Dataset]) -> None:
    dataset = make_dataset([*PURE, binary(WATER, ETHANOL, 0.5, 11.0), binary(WATER, ACETONE, 0.5, 9.0)])
    for rows in ([4, 5], [5, 4]):
        assert pair(dataset, choose_system(dataset, np.array(rows))) == {WATER, ETHANOL}


def test_a_known_ideal_line_comes_before_more_compositions(make_dataset: Callable[..., Dataset]) -> None:
    many = [binary(ACETONE, BENZENE, x) for x in (0.2, 0.4, 0.6)]
    dataset = make_dataset([*PURE[:3], *many, binary(WATER, ETHANOL, 0.5)])
    assert pair(dataset, choose_system(dataset, all_rows(dataset))) == {WATER, ETHANOL}
    assert pair(dataset, choose_system(dataset, np.array([3, 4, 5]))) == {ACETONE, BENZENE}


def test_one_temperature_only(make_dataset: Callable[..., Dataset]) -> None:
    fractions, temperatures = (0.2, 0.4, 0.5, 0.6, 0.8), [300.0, 300.0, 310.0, 310.0, 310.0]
    dataset = make_dataset([binary(WATER, ETHANOL, x) for x in fractions], temperature_k=temperatures)
    system = choose_system(dataset, all_rows(dataset))
    assert system.temperature_k == 310.0
    assert system.rows.tolist() == [2, 3, 4]
    assert rows_of_system(dataset.table.mixtures, system).tolist() == [2, 3, 4]


def test_only_the_given_rows_count(make_dataset: Callable[..., Dataset]) -> None:
    dataset = make_dataset([*PURE, *(binary(WATER, ETHANOL, x) for x in (0.2, 0.4, 0.6)), binary(WATER, ACETONE, 0.5)])
    system = choose_system(dataset, np.array([5, 7]))
    assert pair(dataset, system) == {WATER, ETHANOL}
    assert system.rows.tolist() == [5]
    assert rows_of_system(dataset.table.mixtures, system).tolist() == [4, 5, 6]


def test_the_solute_is_part_of_the_system(make_dataset: Callable[..., Dataset]) -> None:
    dataset = make_dataset([binary(WATER, ETHANOL, 0.5)], solute=BENZENE)
    system = choose_system(dataset, all_rows(dataset))
    assert dataset.table.mixtures.molecules.smiles[system.solute] == BENZENE


@pytest.mark.parametrize("shuffle", [[0, 1, 2, 3, 4, 5, 6], [6, 5, 4, 3, 2, 1, 0]])
def test_the_order_of_the_rows_asked_about_is_irrelevant(
    make_dataset: Callable[..., Dataset], shuffle: list[int]
) -> None:
    dataset = make_dataset([*PURE, *(binary(WATER, ETHANOL, x) for x in (0.6, 0.2, 0.4))])
    assert choose_system(dataset, np.array(shuffle)).rows.tolist() == [4, 5, 6]


def test_stereo_isomers_are_a_system_only_where_they_are_two_molecules(make_dataset: Callable[..., Dataset]) -> None:
    rows = [binary(r"C/C=C/Cl", r"C/C=C\Cl", 0.5)]
    kept, dropped = make_dataset(rows, stereo="keep"), make_dataset(rows, stereo="drop")
    assert choose_system(kept, all_rows(kept)) is not None
    assert choose_system(dropped, all_rows(dropped)) is None


@settings(max_examples=30)
@given(data=st.data())
def test_the_choice_equals_that_of_one_system_after_another(
    make_dataset: Callable[..., Dataset], data: st.DataObject
) -> None:
    row = st.tuples(st.sampled_from([ETHANOL, ACETONE, BENZENE]), st.sampled_from([0.2, 0.5, 0.6]), st.integers(5, 15))
    rows = data.draw(st.lists(row, min_size=1, max_size=8))
    pure = data.draw(st.sampled_from([PURE, PURE[:3], PURE[1:]]))
    dataset = make_dataset([*pure, *(binary(WATER, other, x, float(value)) for other, x, value in rows)])

    def merit(other: str) -> tuple[bool, int, int, int]:
        of_system = [i for i, entry in enumerate(rows) if entry[0] == other]
        known = {WATER, other} <= {name for composition, _ in pure for name in composition}
        largest = max(abs(rows[i][2] - 10) for i in of_system) if known else 0
        return known, len({rows[i][1] for i in of_system}), largest, -of_system[0]

    best = max({other for other, _, _ in rows}, key=merit)
    system = choose_system(dataset, all_rows(dataset))
    assert pair(dataset, system) == {WATER, best}
    assert system.rows.tolist() == [len(pure) + i for i, entry in enumerate(rows) if entry[0] == best]
