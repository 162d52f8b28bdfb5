from collections.abc import Callable

import numpy as np
import pytest

from azeotrope.datasets.table import MixtureTable
from azeotrope.errors import SplitError
from azeotrope.splits.leakage import leakage_report
from azeotrope.splits.random import RandomSplit

MakeTable = Callable[..., MixtureTable]


def one_set(make_table: MakeTable, n_rows: int) -> MixtureTable:
    """Rows of one binary and a pure row."""
    return make_table([[("A", (k + 1) / 100), ("B", 1 - (k + 1) / 100)] for k in range(n_rows)] + [[("A", 1.0)]])


def test_sizes_by_hand(make_table: MakeTable) -> None:
    table = one_set(make_table, 43)
    splits = [RandomSplit().split(table, fold) for fold in range(5)]
    assert [len(split.test) for split in splits] == [9, 9, 9, 8, 8]
    assert [len(split.validation) for split in splits] == [4, 4, 4, 4, 4]
    assert all(43 in split.train for split in splits)
    assert all(len(split.train) + len(split.validation) + len(split.test) == 44 for split in splits)


def test_smallest_table(make_table: MakeTable) -> None:
    split = RandomSplit().split(one_set(make_table, 5), 0)
    assert (len(split.train), len(split.validation), len(split.test)) == (4, 1, 1)


@pytest.mark.parametrize("n_rows", [0, 4])
def test_fewer_rows_than_folds_is_refused(make_table: MakeTable, n_rows: int) -> None:
    with pytest.raises(SplitError, match=f"5 folds need as many mixture rows, but the table has {n_rows}"):
        RandomSplit().split(one_set(make_table, n_rows), 0)


def test_empty_table_is_refused(make_table: MakeTable) -> None:
    with pytest.raises(SplitError, match="the table has 0"):
        RandomSplit().split(make_table([]), 0)


def test_it_promises_nothing_and_the_report_says_what_leaks(make_table: MakeTable) -> None:
    table = make_table([[("A", 0.5), ("B", 0.5)]] * 20, temperature_k=np.arange(20) + 300.0)
    split = RandomSplit().split(table, 0)
    assert split.promise is None
    shared = leakage_report(table, split).shared["train"]
    assert (shared["replicate"].rows, shared["composition"].rows, shared["component_set"].share) == (0, 4, 1.0)


def test_validation_is_drawn_anew_in_each_fold(make_table: MakeTable) -> None:
    table = one_set(make_table, 80)
    splits = [RandomSplit().split(table, fold) for fold in range(5)]
    assert [len(split.validation) for split in splits] == [8] * 5
    assert len(np.unique(np.concatenate([split.validation for split in splits]))) > 20
