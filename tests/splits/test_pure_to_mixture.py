from collections.abc import Callable

import numpy as np
import pytest

from azeotrope.datasets.table import MixtureTable
from azeotrope.errors import SplitError
from azeotrope.splits.molecule import MoleculeSplit
from azeotrope.splits.overlap import component_molecules
from azeotrope.splits.pure_to_mixture import PureToMixtureSplit
from azeotrope.splits.rows import is_mixture

MakeTable = Callable[..., MixtureTable]


@pytest.mark.parametrize("seed", [0, 1])
def test_test_is_that_of_the_molecule_split(dense_table: MixtureTable, seed: int) -> None:
    for fold in range(5):
        split = PureToMixtureSplit(seed=seed).split(dense_table, fold)
        assert split.test.tolist() == MoleculeSplit(seed=seed).split(dense_table, fold).test.tolist()


def test_train_and_validation_are_all_pure_rows(dense_table: MixtureTable) -> None:
    pure = np.flatnonzero(~is_mixture(dense_table))
    splits = [PureToMixtureSplit().split(dense_table, fold) for fold in range(5)]
    for split in splits:
        assert sorted([*split.train, *split.validation]) == pure.tolist()
        assert len(split.validation) == 3
        assert split.promise == "component_set"
        assert split.notes == (
            f"{len(dense_table) - 24 - len(split.test)} mixture rows are not used: train is pure compounds",
        )
    assert len({tuple(split.validation) for split in splits}) > 1


def test_a_compound_is_never_cut(dense_table: MixtureTable) -> None:
    pure = np.flatnonzero(~is_mixture(dense_table))
    table = dense_table.take(np.r_[np.arange(len(dense_table)), np.repeat(pure, 3)])
    split = PureToMixtureSplit().split(table, 0)
    assert len(split.validation) == 12
    assert not np.isin(component_molecules(table, split.validation), component_molecules(table, split.train)).any()


def test_fewer_than_two_compounds_are_refused(dense_table: MixtureTable) -> None:
    mixtures = np.flatnonzero(is_mixture(dense_table))
    for n_pure in (0, 1):
        with pytest.raises(SplitError, match=f"trains on pure compounds, but the table has {n_pure}"):
            PureToMixtureSplit().split(dense_table.take(np.r_[np.arange(n_pure), mixtures]), 0)


def test_it_is_refused_where_the_molecule_split_is(make_table: MakeTable) -> None:
    with pytest.raises(SplitError, match="component sets"):
        PureToMixtureSplit().split(make_table([[("A", 0.5), ("B", 0.5)], [("A", 1.0)], [("B", 1.0)]]), 0)
