import numpy as np
import pytest
from sklearn.impute import SimpleImputer
from sklearn.pipeline import make_pipeline
from sklearn.preprocessing import StandardScaler

from azeotrope.audits.preparation import Preparation, undefined_as_nan

ALL_SCALED = np.ones(5, dtype=bool)


def features(n: int, seed: int = 0) -> np.ndarray:
    rng = np.random.default_rng(seed)
    values = rng.normal(10.0, 3.0, size=(n, 5))
    values[rng.random((n, 5)) < 0.2] = np.nan
    return values


def test_it_equals_mean_imputation_and_standardisation_of_scikit_learn() -> None:
    train, test = features(20), features(7, seed=1)
    pipeline = make_pipeline(SimpleImputer(), StandardScaler()).fit(train)
    preparation = Preparation.fit(train, ALL_SCALED)
    assert np.allclose(preparation.apply(train), pipeline.transform(train), atol=1e-12)
    assert np.allclose(preparation.apply(test), pipeline.transform(test), atol=1e-12)


def test_columns_that_are_not_scaled_are_only_completed() -> None:
    train = features(20)
    prepared = Preparation.fit(train, ~ALL_SCALED).apply(train)
    assert np.array_equal(prepared, SimpleImputer().fit_transform(train))


def test_by_hand() -> None:
    train = np.array([[1.0, 1.0], [np.nan, 0.0], [3.0, np.nan]])
    preparation = Preparation.fit(train, np.array([True, False]))
    deviation = np.sqrt(2 / 3)
    assert np.allclose(preparation.apply(np.array([[5.0, np.nan]])), [[3.0 / deviation, 0.5]])


@pytest.mark.parametrize("is_scaled", [True, False])
def test_a_column_that_no_training_unit_has_is_0_for_all(*, is_scaled: bool) -> None:
    preparation = Preparation.fit(np.array([[np.nan], [np.nan]]), np.array([is_scaled]))
    assert np.array_equal(preparation.apply(np.array([[7.0], [np.nan]])), [[0.0], [0.0]])


def test_a_constant_column_is_0_also_for_units_that_differ_from_it() -> None:
    train = np.full((6, 1), 0.1)
    preparation = Preparation.fit(train, np.array([True]))
    assert np.array_equal(preparation.apply(np.array([[0.1], [5.0]])), [[0.0], [0.0]])


def test_a_constant_bit_stays_a_bit() -> None:
    preparation = Preparation.fit(np.ones((3, 1)), np.array([False]))
    assert np.array_equal(preparation.apply(np.array([[1.0], [0.0]])), [[1.0], [0.0]])


def test_one_training_unit_and_no_test_unit() -> None:
    preparation = Preparation.fit(np.array([[2.0, 3.0]]), np.array([True, False]))
    assert np.array_equal(preparation.apply(np.array([[2.0, 3.0]])), [[0.0, 3.0]])
    assert preparation.apply(np.empty((0, 2))).shape == (0, 2)


def test_values_beyond_single_precision_are_undefined() -> None:
    values = np.array([np.inf, -np.inf, np.nan, 1e39, -1e39, 3e38, 0.0])
    given = values.copy()
    assert np.array_equal(undefined_as_nan(values), [np.nan] * 5 + [3e38, 0.0], equal_nan=True)
    assert np.array_equal(values, given, equal_nan=True)


def test_only_training_units_are_learned_from() -> None:
    train = features(20)
    before = Preparation.fit(train, ALL_SCALED)
    before.apply(features(5, seed=2) + 1000.0)
    after = Preparation.fit(train, ALL_SCALED)
    assert np.array_equal(before.factor, after.factor)
    assert np.array_equal(before.fill, after.fill)
