import numpy as np
import pytest
from sklearn.compose import ColumnTransformer
from sklearn.ensemble import RandomForestRegressor
from sklearn.impute import SimpleImputer
from sklearn.linear_model import Ridge
from sklearn.pipeline import Pipeline, make_pipeline
from sklearn.preprocessing import StandardScaler

from azeotrope.audits.folds import Fold
from azeotrope.audits.out_of_fold import MODELS, held_out_predictions, out_of_fold_predictions
from azeotrope.audits.pooling import UnitFeatures
from azeotrope.audits.regressors import ForestRegressor, RidgeRegressor

N_UNITS = 40
RIDGE = RidgeRegressor(alpha=10.0)
FOREST = ForestRegressor(n_estimators=6, max_depth=4, min_samples_leaf=2, max_features="sqrt", seed=3, threads=1)
SKLEARN_FOREST = RandomForestRegressor(
    n_estimators=6, max_depth=4, min_samples_leaf=2, max_features="sqrt", random_state=3
)
COLUMNS = {"baseline": range(12), "representation": range(12, 16), "combined": range(16)}


def made(seed: int = 0) -> tuple[UnitFeatures, np.ndarray]:
    """Descriptors with gaps and bits as the baseline, an embedding as the representation, and two targets."""
    rng = np.random.default_rng(seed)
    descriptors = rng.normal(5.0, 3.0, size=(N_UNITS, 6))
    descriptors[rng.random(descriptors.shape) < 0.15] = np.nan
    bits = rng.integers(0, 2, size=(N_UNITS, 6)).astype(np.float64)
    embedding = rng.normal(size=(N_UNITS, 4))
    targets = 50.0 + 8.0 * embedding[:, :2] + rng.normal(size=(N_UNITS, 2))
    is_scaled = np.array([True] * 6 + [False] * 6 + [True] * 4)
    return UnitFeatures(np.column_stack([descriptors, bits, embedding]), is_scaled, 12), targets


def pipeline(columns: range, regressor: Ridge | RandomForestRegressor) -> Pipeline:
    """Return what a user of scikit-learn would write."""
    bits = [column for column in columns if 6 <= column < 12]
    scaled = [column for column in columns if not 6 <= column < 12]
    prepare = ColumnTransformer(
        [("scaled", make_pipeline(SimpleImputer(), StandardScaler()), scaled), ("bits", SimpleImputer(), bits)]
    )
    return make_pipeline(prepare, regressor)


def folds_of(n: int, n_folds: int, n_repeats: int = 1) -> list[Fold]:
    rng = np.random.default_rng(5)
    folds = []
    for _ in range(n_repeats):
        parts = np.array_split(rng.permutation(n), n_folds)
        folds += [Fold(np.setdiff1d(np.arange(n), part), part) for part in parts]
    return folds


@pytest.mark.parametrize("model", list(COLUMNS))
def test_ridge_equals_a_pipeline_of_scikit_learn(model: str) -> None:
    features, targets = made()
    train, test = np.arange(10, 40), np.arange(10)
    reference = pipeline(COLUMNS[model], Ridge(alpha=10.0)).fit(features.values[train], targets[train])
    predicted = held_out_predictions(features, targets, train, test, [RIDGE])[0, MODELS.index(model)]
    assert np.allclose(predicted, reference.predict(features.values[test]), atol=1e-8)


def test_forest_equals_a_pipeline_of_scikit_learn() -> None:
    features, targets = made()
    train, test = np.arange(10, 40), np.arange(10)
    # The representation has no bits, so that the columns stand in the same order in both.
    reference = pipeline(COLUMNS["representation"], SKLEARN_FOREST).fit(features.values[train], targets[train, 0])
    predicted = held_out_predictions(features, targets[:, :1], train, test, [FOREST])[0, 2, :, 0]
    assert np.allclose(predicted, reference.predict(features.values[test]), atol=1e-10)


def test_the_constant_is_the_mean_of_the_training_units() -> None:
    features, _ = made()
    targets = np.arange(N_UNITS, dtype=np.float64)[:, None]
    predicted = held_out_predictions(features, targets, np.array([0, 1, 5]), np.array([7, 8]), [RIDGE, RIDGE])
    assert predicted.shape == (2, 4, 2, 1)
    assert np.array_equal(predicted[:, 0, :, 0], [[2.0, 2.0], [2.0, 2.0]])


def test_targets_of_test_units_change_no_prediction() -> None:
    features, targets = made()
    train, test = np.arange(10, 40), np.arange(10)
    before = held_out_predictions(features, targets, train, test, [RIDGE, FOREST])
    shifted = targets.copy()
    shifted[test] += 1000.0
    assert np.array_equal(held_out_predictions(features, shifted, train, test, [RIDGE, FOREST]), before)


def test_features_of_other_test_units_change_no_prediction() -> None:
    features, targets = made()
    train, test = np.arange(10, 40), np.arange(10)
    before = held_out_predictions(features, targets, train, test, [RIDGE, FOREST])
    values = features.values.copy()
    values[5:10] = 1e6
    others = UnitFeatures(values, features.is_scaled, features.n_baseline)
    after = held_out_predictions(others, targets, train, test, [RIDGE, FOREST])
    assert np.allclose(after[:, :, :5], before[:, :, :5], rtol=0, atol=1e-12)


def test_out_of_fold_predictions_are_averaged_over_the_repeats() -> None:
    features, targets = made()
    folds = folds_of(N_UNITS, 4, n_repeats=3)
    predicted = out_of_fold_predictions(features, targets[:, 0], folds, [RIDGE], show_progress=False)
    assert predicted.shape == (1, 4, N_UNITS)
    expected = np.zeros((3, N_UNITS))
    for position, fold in enumerate(folds):
        each = held_out_predictions(features, targets[:, :1], fold.train, fold.test, [RIDGE])
        expected[position // 4, fold.test] = each[0, 3, :, 0]
    assert np.allclose(predicted[0, 3], expected.mean(axis=0), atol=1e-12)


def test_leave_one_out_constant_by_hand() -> None:
    features, _ = made()
    target = np.array([0.0, 3.0, 6.0])
    few = features.take(np.arange(3))
    predicted = out_of_fold_predictions(few, target, folds_of(3, 3), [RIDGE], show_progress=False)
    assert np.array_equal(predicted[0, 0], [4.5, 3.0, 1.5])


def test_a_target_is_never_seen_by_its_own_prediction() -> None:
    features, targets = made()
    folds = folds_of(N_UNITS, 5)
    before = out_of_fold_predictions(features, targets[:, 0], folds, [RIDGE], show_progress=False)
    shifted = targets[:, 0].copy()
    shifted[folds[2].test] += 1000.0
    after = out_of_fold_predictions(features, shifted, folds, [RIDGE], show_progress=False)
    assert np.array_equal(after[:, :, folds[2].test], before[:, :, folds[2].test])
    assert (np.abs(after - before)[:, :, folds[0].test] > 1.0).all()


def test_a_duplicated_block_halves_the_penalty_of_a_ridge() -> None:
    features, targets = made()
    values = np.column_stack([features.values, features.values])
    doubled = UnitFeatures(values, np.tile(features.is_scaled, 2), 16)
    train, test = np.arange(10, 40), np.arange(10)
    predicted = held_out_predictions(doubled, targets, train, test, [RIDGE])[0]
    half = held_out_predictions(features, targets, train, test, [RidgeRegressor(alpha=5.0)])[0]
    assert np.allclose(predicted[3], half[3], atol=1e-8)
    assert np.array_equal(predicted[1], predicted[2])
