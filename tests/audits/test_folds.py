import hashlib
from collections.abc import Callable

import numpy as np
import pytest

from azeotrope.audits.folds import molecule_folds
from azeotrope.datasets.ratings import RatingsTable
from azeotrope.errors import ConfigError

MakeRatings = Callable[..., RatingsTable]
NAMES = [f"M{index:02}" for index in range(13)]


def pure(ratings_of: MakeRatings, names: list[str] = NAMES) -> RatingsTable:
    return ratings_of([[(name, 1.0)] for name in names], np.arange(len(names)))


def test_every_unit_is_tested_once_in_each_repeat(ratings_of: MakeRatings) -> None:
    folds = molecule_folds(pure(ratings_of), 5, 3, seed=0)
    assert len(folds) == 15
    for repeat in range(3):
        tested = np.concatenate([fold.test for fold in folds[5 * repeat : 5 * repeat + 5]])
        assert sorted(tested.tolist()) == list(range(13))
    for fold in folds:
        assert sorted([*fold.train.tolist(), *fold.test.tolist()]) == list(range(13))
        assert len(fold.test) in (2, 3)


def test_repeats_and_seeds_differ(ratings_of: MakeRatings) -> None:
    table = pure(ratings_of)
    first, second = molecule_folds(table, 2, 2, seed=0)[::2]
    other = molecule_folds(table, 2, 1, seed=1)[0]
    assert set(first.test.tolist()) != set(second.test.tolist())
    assert set(first.test.tolist()) != set(other.test.tolist())


def test_the_order_of_the_table_changes_nothing(ratings_of: MakeRatings) -> None:
    table = pure(ratings_of, [*NAMES, "M03", "M03"])
    shuffle = np.random.default_rng(0).permutation(len(table))
    for fold, shuffled in zip(
        molecule_folds(table, 5, 2, seed=0), molecule_folds(table.take(shuffle), 5, 2, seed=0), strict=True
    ):
        assert np.array_equal(fold.train, shuffle[shuffled.train])
        assert np.array_equal(fold.test, shuffle[shuffled.test])


def test_a_molecule_is_never_cut(ratings_of: MakeRatings) -> None:
    table = pure(ratings_of, [*NAMES, *NAMES])
    for fold in molecule_folds(table, 5, 4, seed=0):
        assert not {unit % 13 for unit in fold.train.tolist()} & {unit % 13 for unit in fold.test.tolist()}


def test_other_fractions_of_a_mixture_stay_in_its_fold(ratings_of: MakeRatings) -> None:
    pairs = [(NAMES[i], NAMES[i + 1]) for i in range(10)]
    rows = [[(first, x), (second, 1 - x)] for x in (0.5, 0.2) for first, second in pairs]
    for fold in molecule_folds(ratings_of(rows, np.arange(20)), 5, 2, seed=0):
        assert not {unit % 10 for unit in fold.train.tolist()} & {unit % 10 for unit in fold.test.tolist()}


def test_removing_a_molecule_keeps_the_order_of_the_others(ratings_of: MakeRatings) -> None:
    table = pure(ratings_of)
    everything = molecule_folds(table, 2, 1, seed=0)
    order = np.empty(13, dtype=np.int64)
    order[::2], order[1::2] = everything[0].test, everything[1].test
    without = molecule_folds(table.take(np.flatnonzero(np.arange(13) != order[0])), 2, 1, seed=0)
    kept = np.delete(np.arange(13), order[0])
    assert np.array_equal(kept[without[0].test], order[1::2])


def test_frozen_hash(ratings_of: MakeRatings) -> None:
    digest = hashlib.sha256()
    for fold in molecule_folds(pure(ratings_of), 5, 2, seed=0):
        digest.update(fold.test.astype("<i8").tobytes())
        digest.update(fold.train.astype("<i8").tobytes())
    assert digest.hexdigest() == "b284a943434616e921f31db3e26a89b18ad26e9d4dcb106f172d406e7d9e81f6"


def test_too_few_molecules_are_refused_with_the_counts(ratings_of: MakeRatings) -> None:
    table = pure(ratings_of, ["A", "A", "A", "B"])
    with pytest.raises(ConfigError, match=r"5 folds .* invented has 2"):
        molecule_folds(table, 5, 1, seed=0)
    assert len(molecule_folds(table, 2, 1, seed=0)) == 2


def test_an_empty_table_is_refused(ratings_of: MakeRatings) -> None:
    with pytest.raises(ConfigError, match="has 0"):
        molecule_folds(pure(ratings_of).take([]), 5, 1, seed=0)
