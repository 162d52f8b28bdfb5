from collections.abc import Callable
from itertools import pairwise

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from azeotrope.datasets.table import MixtureTable
from azeotrope.errors import SplitError
from azeotrope.splits.holdout import eighth, hold_out_sets, keep_train_sets

MakeTable = Callable[..., MixtureTable]


def sized_table(make_table: MakeTable, sizes: list[int]) -> MixtureTable:
    """One binary per size, with so many rows, after one pure row."""
    rows = [
        [(f"A{i}", (k + 1) / 100), (f"B{i}", 1 - (k + 1) / 100)] for i, size in enumerate(sizes) for k in range(size)
    ]
    return make_table([[("A0", 1.0)], *rows])


@pytest.mark.parametrize(("count", "expected"), [(1, 1), (8, 1), (11, 1), (13, 2), (16, 2), (800, 100)])
def test_eighth(count: int, expected: int) -> None:
    assert eighth(count) == expected


def test_equal_sets_give_exactly_one_eighth(make_table: MakeTable) -> None:
    table = sized_table(make_table, [3] * 16)
    chosen = hold_out_sets(table, np.arange(1, 49), 0, "salt")
    assert len(chosen) == 6


def test_a_set_larger_than_the_eighth_is_never_chosen(make_table: MakeTable) -> None:
    table = sized_table(make_table, [50] + [2] * 10)
    for seed in range(20):
        chosen = hold_out_sets(table, np.arange(1, 71), seed, "salt")
        assert len(chosen) == 8
        assert chosen.min() > 50


def test_the_smallest_set_is_chosen_where_all_are_too_large(make_table: MakeTable) -> None:
    table = sized_table(make_table, [5, 4, 6])
    assert hold_out_sets(table, np.arange(1, 16), 0, "salt").tolist() == [6, 7, 8, 9]


def test_only_the_given_rows_count(make_table: MakeTable) -> None:
    table = sized_table(make_table, [4] * 20)
    rows = np.arange(1, 33)
    chosen = hold_out_sets(table, rows, 0, "salt")
    assert set(chosen) <= set(rows)
    assert len(chosen) == 4


@given(sizes=st.lists(st.integers(1, 9), min_size=1, max_size=30), seed=st.integers(0, 9))
def test_whole_sets_never_empty_and_near_one_eighth(make_table: MakeTable, sizes: list[int], seed: int) -> None:
    table = sized_table(make_table, sizes)
    rows = np.arange(1, len(table))
    chosen = hold_out_sets(table, rows, seed, "salt")
    sets = table.mixtures.component_set
    assert np.isin(rows, chosen).tolist() == np.isin(sets[rows], sets[chosen]).tolist()
    target = len(rows) / 8
    small = sum(size for size in sizes if size <= target)
    assert len(chosen) == min(sizes) if small == 0 else min(small, target / 2) <= len(chosen) <= 1.5 * target


def test_none_keeps_all_and_zero_keeps_pure_rows(make_table: MakeTable) -> None:
    table = sized_table(make_table, [2, 3])
    train = np.arange(len(table))
    assert keep_train_sets(table, train, None, 0, "salt") is train
    assert keep_train_sets(table, train, 0, 0, "salt").tolist() == [0]
    assert keep_train_sets(table, train, 2, 0, "salt").tolist() == train.tolist()


@pytest.mark.parametrize("count", [-1, 3])
def test_a_count_out_of_range_is_refused_with_the_number(make_table: MakeTable, count: int) -> None:
    table = sized_table(make_table, [2, 3])
    with pytest.raises(SplitError, match=f"max_train_mixtures={count} is not possible: .* has 2 component sets"):
        keep_train_sets(table, np.arange(len(table)), count, 0, "salt")


@given(seed=st.integers(0, 99))
def test_kept_sets_are_whole_nested_and_as_many_as_asked(make_table: MakeTable, seed: int) -> None:
    table = sized_table(make_table, [1, 2, 3, 4, 5])
    train = np.arange(len(table))
    sets = table.mixtures.component_set
    kept = [set(keep_train_sets(table, train, count, seed, "salt").tolist()) for count in range(6)]
    for count, (smaller, larger) in enumerate(pairwise(kept)):
        assert smaller < larger
        assert len({sets[row] for row in larger if row > 0}) == count + 1
        assert len(np.unique(sets[sorted(larger - smaller)])) == 1
