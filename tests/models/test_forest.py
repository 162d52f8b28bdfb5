import numpy as np
import pytest
from sklearn.ensemble import RandomForestRegressor

from azeotrope.models.forest import ROWS_AT_ONCE, Forest
from azeotrope.typing import FloatArray


def rows_of(n: int) -> tuple[FloatArray, FloatArray]:
    generator = np.random.default_rng(0)
    features = generator.normal(size=(n, 5)).round(1)
    return features, features[:, 0] * features[:, 1] + 0.1 * generator.normal(size=n)


def grown_on(features: FloatArray, target: FloatArray, **options: float) -> RandomForestRegressor:
    settings = {"n_estimators": 7, "random_state": 0, "n_jobs": 1} | options
    return RandomForestRegressor(**settings).fit(features, target)


def test_one_split_by_hand() -> None:
    grown = grown_on(np.array([[0.0], [1.0]]), np.array([2.0, 6.0]), n_estimators=1, bootstrap=False)
    forest = Forest.of(grown)
    np.testing.assert_array_equal(forest.roots, [0])
    np.testing.assert_array_equal(forest.feature, [0, -1, -1])
    np.testing.assert_array_equal(forest.number, [0.5, 2.0, 6.0])
    np.testing.assert_array_equal(forest.children, [[1, 2], [1, 1], [2, 2]])
    np.testing.assert_array_equal(forest.predict(np.array([[0.5], [0.50001]])), [2.0, 6.0])


@pytest.mark.parametrize("leaf", [1, 5])
def test_predictions_equal_scikit_learn(leaf: int) -> None:
    features, target = rows_of(300)
    grown = grown_on(features, target, min_samples_leaf=leaf, max_features=0.5)
    others = np.random.default_rng(1).normal(size=(ROWS_AT_ONCE + 10, 5))
    for rows in (features, others):
        np.testing.assert_allclose(Forest.of(grown).predict(rows), grown.predict(rows), rtol=1e-12)


def test_values_on_a_threshold_go_the_way_they_went_in_training() -> None:
    features, target = rows_of(200)
    grown = grown_on(features, target)
    tree = grown.estimators_[0].tree_
    inner = tree.feature >= 0
    on_threshold = np.repeat(tree.threshold[inner][:, None], 5, axis=1)
    np.testing.assert_allclose(Forest.of(grown).predict(on_threshold), grown.predict(on_threshold), rtol=1e-12)


def test_one_training_row_is_one_leaf() -> None:
    features, target = rows_of(1)
    forest = Forest.of(grown_on(features, target))
    assert len(forest.feature) == 7
    np.testing.assert_allclose(forest.predict(rows_of(3)[0]), np.repeat(target, 3))


def test_no_rows_to_predict() -> None:
    assert Forest.of(grown_on(*rows_of(20))).predict(np.zeros((0, 5))).shape == (0,)


def test_a_row_does_not_depend_on_the_others() -> None:
    features, target = rows_of(100)
    forest = Forest.of(grown_on(features, target))
    together = forest.predict(features)
    np.testing.assert_array_equal([forest.predict(features[i : i + 1])[0] for i in range(100)], together)
