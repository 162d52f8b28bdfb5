"""Properties that hold for every family."""

from collections.abc import Callable
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given, reject, settings
from hypothesis import strategies as st

from azeotrope.datasets.table import MixtureTable
from azeotrope.errors import SplitError
from azeotrope.splits.file import FileSplit
from azeotrope.splits.leakage import check_promise, leakage_report
from azeotrope.splits.mixture import MixtureSplit
from azeotrope.splits.mixture_temperature import MixtureTemperatureSplit
from azeotrope.splits.molecule import MoleculeSplit
from azeotrope.splits.parts import PARTS
from azeotrope.splits.pure_to_mixture import PureToMixtureSplit
from azeotrope.splits.random import RandomSplit
from azeotrope.splits.rows import is_mixture
from azeotrope.splits.split import Split, SplitFamily

MakeTable = Callable[..., MixtureTable]
MakeFamily = Callable[..., SplitFamily]
SEEDS = st.integers(0, 10_000)


def low_to_high(**options: int) -> MixtureTemperatureSplit:
    return MixtureTemperatureSplit(direction="low_to_high", **options)


def high_to_low(**options: int) -> MixtureTemperatureSplit:
    return MixtureTemperatureSplit(direction="high_to_low", **options)


def molecule_twice(**options: int) -> MoleculeSplit:
    return MoleculeSplit(validation="molecules", **options)


SMALL = [RandomSplit, MixtureSplit, low_to_high, high_to_low]
LARGE = [MoleculeSplit, molecule_twice, PureToMixtureSplit]
LEARNING = [*SMALL, MoleculeSplit, molecule_twice]
# The first digits of the hash of fold 3 of the dense table, seed 0: the same on every machine.
FROZEN = {
    RandomSplit: "9304c4053915c9a8",
    MixtureSplit: "c46841ada227269a",
    low_to_high: "96f68fdbdfd7ae09",
    high_to_low: "d17c0fea52377ba0",
    MoleculeSplit: "0e2014ccd3adb3cf",
    molecule_twice: "abe25a0da74a61dc",
    PureToMixtureSplit: "41f6b99c0ab36765",
}


def split_or_reject(family: SplitFamily, table: MixtureTable, fold: int) -> Split:
    """Split; a random table that the family refuses is not an example."""
    try:
        return family.split(table, fold)
    except SplitError:
        reject()


def by_identity(table: MixtureTable, split: Split) -> list[set[str]]:
    """Rows of the three parts by their raw rows."""
    ids = np.array(table.row_ids())
    return [set(ids[getattr(split, part)]) for part in PARTS]


@pytest.mark.parametrize("family", SMALL)
@settings(max_examples=15)
@given(seed=SEEDS, fold=st.integers(0, 4))
def test_invariants_on_random_tables(random_table: MakeTable, family: MakeFamily, seed: int, fold: int) -> None:
    check_invariants(random_table(seed), family(seed=seed), fold)


@pytest.mark.parametrize("family", LARGE)
@pytest.mark.parametrize("seed", [0, 7])
def test_invariants_on_the_dense_table(dense_table: MixtureTable, family: MakeFamily, seed: int) -> None:
    for fold in range(5):
        check_invariants(dense_table, family(seed=seed), fold)


def check_invariants(table: MixtureTable, family: SplitFamily, fold: int) -> None:
    """Check that parts are sorted, disjoint and filled, sets and promise are whole, and row order is irrelevant."""
    split = split_or_reject(family, table, fold)
    parts = [getattr(split, part) for part in PARTS]
    rows = np.concatenate(parts)
    assert len(np.unique(rows)) == len(rows)
    assert all(len(part) and np.all(np.diff(part) > 0) for part in parts)
    check_promise(table, split)
    mixed = is_mixture(table)
    assert mixed[split.test].all()
    sets = [set(table.mixtures.component_set[part[mixed[part]]]) for part in parts]
    assert isinstance(family, RandomSplit) or not (sets[0] & sets[1] or sets[0] & sets[2] or sets[1] & sets[2])
    if isinstance(family, PureToMixtureSplit):
        assert not mixed[np.r_[split.train, split.validation]].any()
    else:
        assert mixed[split.validation].all()
    assert leakage_report(table, split).left_out_rows == len(table) - len(rows)
    assert family.split(table, fold).content_hash == split.content_hash
    shuffled = table.take(np.random.default_rng(fold).permutation(len(table)))
    assert by_identity(shuffled, family.split(shuffled, fold)) == by_identity(table, split)


@pytest.mark.parametrize("family", [RandomSplit, MixtureSplit])
@settings(max_examples=15)
@given(seed=SEEDS)
def test_folds_partition_the_mixture_rows(random_table: MakeTable, family: MakeFamily, seed: int) -> None:
    table = random_table(seed)
    splits = [split_or_reject(family(seed=seed), table, fold) for fold in range(5)]
    tests = np.concatenate([split.test for split in splits])
    assert sorted(tests) == np.flatnonzero(is_mixture(table)).tolist()
    pure = set(np.flatnonzero(~is_mixture(table)))
    for split in splits:
        assert pure <= set(split.train)
        assert len(split.train) + len(split.validation) + len(split.test) == len(table)


@pytest.mark.parametrize("family", [low_to_high, MoleculeSplit, PureToMixtureSplit])
def test_test_folds_never_overlap(dense_table: MixtureTable, family: MakeFamily) -> None:
    tests = np.concatenate([family().split(dense_table, fold).test for fold in range(5)])
    assert len(np.unique(tests)) == len(tests)


@pytest.mark.parametrize("family", SMALL + LARGE)
def test_seeds_and_folds_give_different_splits(dense_table: MixtureTable, family: MakeFamily) -> None:
    hashes = {family(seed=seed).split(dense_table, fold).content_hash for seed in (0, 1, 2) for fold in range(5)}
    assert len(hashes) == 15
    assert family().split(dense_table, 0).content_hash == family(seed=0).split(dense_table, 0).content_hash


@pytest.mark.parametrize("family", SMALL + LARGE)
def test_hashes_are_frozen(dense_table: MixtureTable, family: MakeFamily) -> None:
    assert family(seed=0).split(dense_table, 3).content_hash[:16] == FROZEN[family]


@pytest.mark.parametrize("family", SMALL + LARGE)
@pytest.mark.parametrize("fold", [-1, 5])
def test_a_fold_that_does_not_exist_is_refused(dense_table: MixtureTable, family: MakeFamily, fold: int) -> None:
    with pytest.raises(SplitError, match=f"fold {fold} does not exist"):
        family().split(dense_table, fold)


@pytest.mark.parametrize("family", LEARNING)
def test_learning_curves_are_nested(dense_table: MixtureTable, family: MakeFamily) -> None:
    mixed, sets = is_mixture(dense_table), dense_table.mixtures.component_set
    full = family().split(dense_table, 1)
    smaller: set[int] = set()
    for count in (0, 1, 5, 20):
        split = family(max_train_mixtures=count).split(dense_table, 1)
        train = set(split.train.tolist())
        assert smaller <= train <= set(full.train.tolist())
        assert len(np.unique(sets[split.train[mixed[split.train]]])) == count
        assert split.train[~mixed[split.train]].tolist() == full.train[~mixed[full.train]].tolist()
        assert (split.test.tolist(), split.validation.tolist()) == (full.test.tolist(), full.validation.tolist())
        smaller = train
    most = len(np.unique(sets[full.train[mixed[full.train]]]))
    assert family(max_train_mixtures=most).split(dense_table, 1).content_hash == full.content_hash
    with pytest.raises(SplitError, match=f"train of this fold has {most} component sets"):
        family(max_train_mixtures=most + 1).split(dense_table, 1)


def test_a_family_written_to_a_file_comes_back(dense_table: MixtureTable, tmp_path: Path) -> None:
    split = MixtureSplit().split(dense_table, 2)
    lines = [f"2,{row},{part}" for part in PARTS for row in getattr(split, part)]
    (tmp_path / "folds.csv").write_text("\n".join(["fold,row_index,part", *lines]), encoding="utf-8")
    again = FileSplit(path=str(tmp_path / "folds.csv"), promise="component_set").split(dense_table, 2)
    assert again.content_hash == split.content_hash


def test_splitting_leaves_the_table_alone(dense_table: MixtureTable) -> None:
    before = dense_table.take(np.arange(len(dense_table))).content_hash
    for family in SMALL + LARGE:
        family().split(dense_table, 0)
    assert dense_table.take(np.arange(len(dense_table))).content_hash == before
