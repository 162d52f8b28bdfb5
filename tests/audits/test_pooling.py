from collections.abc import Callable

import numpy as np
import pytest

from azeotrope.audits.claim import Subject
from azeotrope.audits.pooling import UnitFeatures, pool
from azeotrope.datasets.ratings import RatingsTable
from azeotrope.errors import ConfigError

MakeRatings = Callable[..., RatingsTable]
MakeSubject = Callable[..., Subject]
BASE = np.array([[1.0, 5.0], [2.0, np.nan], [4.0, 1e39]])
ADDED = np.array([[1.0], [0.0], [1.0]])


def features_of(subject: Subject) -> UnitFeatures:
    assert subject.baseline is not None
    assert subject.representation is not None
    return UnitFeatures.of(subject.table.units, subject.baseline, subject.representation, None, show_progress=False)


def test_pure_units_have_the_row_of_their_molecule(ratings_of: MakeRatings) -> None:
    units = ratings_of([[("B", 1.0)], [("A", 1.0)], [("B", 1.0)]], np.zeros(3)).units
    rows = np.array([[0.1, 0.2], [0.3, 0.7]])
    assert np.array_equal(pool(units, rows), rows[[1, 0, 1]])


def test_equal_fractions_give_exactly_the_mean(ratings_of: MakeRatings) -> None:
    units = ratings_of([[("A", 0.5), ("B", 0.5)]], np.zeros(1)).units
    rows = np.random.default_rng(0).normal(size=(2, 50))
    assert np.array_equal(pool(units, rows)[0], rows.mean(axis=0))


def test_fractions_weight_and_order_does_not_matter(ratings_of: MakeRatings) -> None:
    rows = np.array([[1.0], [2.0], [4.0]])
    units = ratings_of([[("A", 0.25), ("C", 0.75)], [("C", 0.75), ("A", 0.25)], [("B", 1.0)]], np.zeros(3)).units
    assert np.array_equal(pool(units, rows), [[3.25], [3.25], [2.0]])


def test_splitting_a_component_changes_nothing(ratings_of: MakeRatings) -> None:
    units = ratings_of([[("A", 1.0)], [("A", 0.5), ("A", 0.5)]], np.zeros(2)).units
    pooled = pool(units, np.array([[0.3]]))
    assert pooled[0] == pooled[1]


def test_no_units(ratings_of: MakeRatings) -> None:
    units = ratings_of([[("A", 1.0)]], np.zeros(1)).take([]).units
    assert pool(units, np.array([[0.3, 0.4]])).shape == (0, 2)


def test_baseline_comes_first_and_undefined_features_stay_undefined(
    ratings_of: MakeRatings, subject_of: MakeSubject
) -> None:
    rows = [[("A", 1.0)], [("A", 0.5), ("B", 0.5)], [("C", 1.0)]]
    subject = subject_of(ratings_of(rows, np.zeros(3)), ADDED, BASE, representation_is_scaled=False)
    features = features_of(subject)
    assert np.array_equal(features.values, [[1.0, 5.0, 1.0], [1.5, np.nan, 0.5], [4.0, np.nan, 1.0]], equal_nan=True)
    assert features.is_scaled.tolist() == [True, True, False]
    assert [features.values[:, part].shape[1] for part in features.columns] == [2, 1, 3]
    assert np.array_equal(features.take(np.array([2])).values[0], [4.0, np.nan, 1.0], equal_nan=True)
    assert len(features) == 3


def test_a_representation_that_is_the_baseline_is_refused(ratings_of: MakeRatings, subject_of: MakeSubject) -> None:
    subject = subject_of(ratings_of([[("A", 1.0)]], np.zeros(1)), ADDED[:1], BASE[:1])
    assert subject.baseline is not None
    with pytest.raises(ConfigError, match="already part of the baseline"):
        UnitFeatures.of(subject.table.units, subject.baseline, subject.baseline, None, show_progress=False)
