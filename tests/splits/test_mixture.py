from collections.abc import Callable

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from azeotrope.datasets.table import MixtureTable
from azeotrope.errors import SplitError
from azeotrope.splits.mixture import MixtureSplit, balanced_folds

MakeTable = Callable[..., MixtureTable]


def sized_table(make_table: MakeTable, sizes: list[int]) -> MixtureTable:
    """One binary of water per size, with so many rows."""
    return make_table(
        [[(f"A{i}", (k + 1) / 100), ("water", 1 - (k + 1) / 100)] for i, size in enumerate(sizes) for k in range(size)]
    )


def test_greedy_balance_by_hand(make_table: MakeTable) -> None:
    # Largest first: 9, 7, 6, 5, 4 open the folds; 3 joins 4 (7), 2 joins 5 (7), 1 joins 6 (7).
    sizes = [3, 9, 1, 7, 5, 6, 2, 4]
    table = sized_table(make_table, sizes)
    folds = balanced_folds(table, np.arange(len(table)), 0, 5)
    fold_of_set = folds[np.cumsum([0, *sizes[:-1]])]
    together = sorted(sorted(sizes[i] for i in np.flatnonzero(fold_of_set == fold)) for fold in range(5))
    assert together == [[1, 6], [2, 5], [3, 4], [7], [9]]


@given(sizes=st.lists(st.integers(1, 20), min_size=5, max_size=40), seed=st.integers(0, 9))
def test_folds_differ_by_at_most_the_largest_set(make_table: MakeTable, sizes: list[int], seed: int) -> None:
    table = sized_table(make_table, sizes)
    rows = np.bincount(balanced_folds(table, np.arange(len(table)), seed, 5), minlength=5)
    assert rows.max() - rows.min() <= max(sizes)
    assert rows.min() > 0


@pytest.mark.parametrize("n_sets", [0, 1, 4])
def test_fewer_sets_than_folds_is_refused(make_table: MakeTable, n_sets: int) -> None:
    table = sized_table(make_table, [10] * n_sets)
    with pytest.raises(SplitError, match=f"5 folds need as many component sets, but the table has {n_sets}"):
        MixtureSplit().split(table, 0)


def test_smallest_table_has_a_validation_set(make_table: MakeTable) -> None:
    split = MixtureSplit().split(sized_table(make_table, [1] * 5), 0)
    assert (len(split.train), len(split.validation), len(split.test)) == (3, 1, 1)


def test_solute_is_not_part_of_the_set(make_table: MakeTable) -> None:
    rows = [[(f"A{i}", 0.5), ("water", 0.5)] for i in range(6) for _ in range(4)]
    table = make_table(rows, solute=[f"S{k % 4}" for k in range(24)])
    split = MixtureSplit().split(table, 2)
    sets = table.mixtures.component_set
    assert len(split.test) % 4 == 0
    assert not set(sets[split.test]) & set(sets[np.r_[split.train, split.validation]])


def test_stereo_isomers_stay_together_where_they_are_one_molecule(make_table: MakeTable) -> None:
    rows = [[(f"InChI=1S/X{i}/t1{sign}", 0.5), ("InChI=1S/water", 0.5)] for i in range(8) for sign in "+-"]
    rows += [[("InChI=1S/X0/t1+", 0.5), ("InChI=1S/X0/t1-", 0.5)]]
    table = make_table(rows, stereo="drop")
    for fold in range(5):
        split = MixtureSplit().split(table, fold)
        assert 16 in split.train
        assert (split.test.reshape(-1, 2) // 2 == split.test.reshape(-1, 2)[:, :1] // 2).all()


def test_component_order_changes_nothing(make_table: MakeTable) -> None:
    rows = [[(f"A{i}", (k + 1) / 10), (f"A{i + 1}", 0.9 - k / 10)] for i in range(12) for k in range(3)]
    one = MixtureSplit().split(make_table(rows), 3)
    other = MixtureSplit().split(make_table([row[::-1] for row in rows]), 3)
    assert one.content_hash == other.content_hash
