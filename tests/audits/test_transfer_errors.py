import numpy as np
import pytest

from azeotrope.audits.folds import Fold
from azeotrope.audits.out_of_fold import held_out_predictions
from azeotrope.audits.pooling import UnitFeatures
from azeotrope.audits.regressors import RidgeRegressor
from azeotrope.audits.transfer_errors import transfer_errors

N_UNITS = 60
RIDGES = (RidgeRegressor(alpha=10.0), RidgeRegressor(alpha=0.1))
PARTITIONS = (Fold(np.arange(20, 60), np.arange(12)), Fold(np.arange(30), np.arange(40, 60)))
NAMES = np.array([f"M{unit:02}" for unit in range(N_UNITS)])


@pytest.fixture
def task() -> tuple[UnitFeatures, np.ndarray]:
    rng = np.random.default_rng(0)
    values = rng.normal(size=(N_UNITS, 5))
    targets = 5.0 + values[:, 3:] + rng.normal(size=(N_UNITS, 2))
    return UnitFeatures(values, np.ones(5, dtype=bool), 3), targets


def test_errors_are_those_of_the_held_out_predictions(task: tuple[UnitFeatures, np.ndarray]) -> None:
    features, targets = task
    errors = transfer_errors(features, targets, NAMES, PARTITIONS, RIDGES, n_resamples=3, seed=0)
    assert errors.mae.shape == (2, 2, 4, 2)
    assert errors.resampled_delta_mae.shape == (2, 3, 2, 2)
    for position, each in enumerate(PARTITIONS):
        predicted = held_out_predictions(features, targets, each.train, each.test, RIDGES)
        assert np.allclose(errors.mae[position], np.abs(predicted - targets[each.test]).mean(axis=2))
    assert np.allclose(errors.delta_mae, errors.mae[:, :, 3] - errors.mae[:, :, 1])


def test_resamples_spread_as_the_standard_error_of_the_difference(task: tuple[UnitFeatures, np.ndarray]) -> None:
    features, targets = task
    errors = transfer_errors(features, targets, NAMES, PARTITIONS[1:], RIDGES[:1], n_resamples=4000, seed=0)
    predicted = held_out_predictions(features, targets, PARTITIONS[1].train, PARTITIONS[1].test, RIDGES[:1])
    error = np.abs(predicted - targets[PARTITIONS[1].test])[0]
    expected = (error[3] - error[1]).std(axis=0) / np.sqrt(20)
    drawn = errors.resampled_delta_mae[0, :, 0]
    assert drawn.std(axis=0) == pytest.approx(expected, rel=0.05)
    assert drawn.mean(axis=0) == pytest.approx(errors.delta_mae[0, 0], abs=float(4 * expected.max() / np.sqrt(4000)))


def test_a_resample_keeps_replicates_together(task: tuple[UnitFeatures, np.ndarray]) -> None:
    features, targets = task
    # Units of one name are equal, so that doubling all of them changes no resample.
    doubled = UnitFeatures(np.repeat(features.values, 2, axis=0), features.is_scaled, 3)
    partition = Fold(np.arange(40, 120), np.arange(24))
    errors = transfer_errors(
        doubled, np.repeat(targets, 2, axis=0), np.repeat(NAMES, 2), [partition], RIDGES, n_resamples=5, seed=0
    )
    halves = tuple(RidgeRegressor(alpha=ridge.alpha / 2) for ridge in RIDGES)
    single = transfer_errors(features, targets, NAMES, PARTITIONS[:1], halves, n_resamples=5, seed=0)
    assert np.allclose(errors.mae, single.mae)
    assert np.allclose(errors.resampled_delta_mae, single.resampled_delta_mae)


def test_fewer_than_ten_sets_are_not_resampled(task: tuple[UnitFeatures, np.ndarray]) -> None:
    features, targets = task
    partitions = [PARTITIONS[0], Fold(np.arange(30), np.arange(40, 49))]
    errors = transfer_errors(features, targets, NAMES, partitions, RIDGES, n_resamples=2, seed=0)
    assert np.isfinite(errors.resampled_delta_mae[0]).all()
    assert np.isnan(errors.resampled_delta_mae[1]).all()
    assert np.isfinite(errors.mae).all()


def test_targets_of_test_and_straddling_units_are_not_seen(task: tuple[UnitFeatures, np.ndarray]) -> None:
    features, targets = task
    straddling = np.arange(12, 20)
    moved = targets.copy()
    moved[straddling] += 1000.0
    before, after = (
        transfer_errors(features, each, NAMES, PARTITIONS[:1], RIDGES, n_resamples=2, seed=0)
        for each in (targets, moved)
    )
    assert np.array_equal(before.mae, after.mae)
    moved[PARTITIONS[0].test] += 1000.0
    shifted = transfer_errors(features, moved, NAMES, PARTITIONS[:1], RIDGES, n_resamples=2, seed=0)
    # Every prediction is far below every truth, so that an unchanged prediction errs by the shift.
    predicted = held_out_predictions(features, targets, PARTITIONS[0].train, PARTITIONS[0].test, RIDGES)
    assert np.allclose(shifted.mae[0], (moved[PARTITIONS[0].test] - predicted).mean(axis=2))
