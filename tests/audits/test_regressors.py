import numpy as np
import pytest
from sklearn.ensemble import RandomForestRegressor
from sklearn.linear_model import Ridge

from azeotrope.audits.regressors import ForestRegressor, RidgeRegressor, require_regressors
from azeotrope.errors import ConfigError

FOREST = {"n_estimators": 5, "max_depth": 4, "min_samples_leaf": 2, "max_features": "sqrt", "seed": 0, "threads": 1}


def data(n: int, d: int, k: int = 2) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    rng = np.random.default_rng(n + d)
    return rng.normal(size=(n, d)), rng.normal(50.0, 9.0, size=(n, k)), rng.normal(size=(6, d))


@pytest.mark.parametrize(("n", "d"), [(30, 4), (12, 40), (5, 5)])
def test_ridge_is_the_minimum_in_closed_form(n: int, d: int) -> None:
    train_x, train_y, test_x = data(n, d)
    center, level = train_x.mean(axis=0), train_y.mean(axis=0)
    deviation = train_x - center
    weights = np.linalg.solve(deviation.T @ deviation + 10.0 * np.eye(d), deviation.T @ (train_y - level))
    expected = level + (test_x - center) @ weights
    assert np.allclose(RidgeRegressor(alpha=10.0).fit_predict(train_x, train_y, test_x), expected, atol=1e-8)
    reference = Ridge(alpha=10.0).fit(train_x, train_y).predict(test_x)
    assert np.allclose(reference, expected, atol=1e-8)


@pytest.mark.parametrize("regressor", [RidgeRegressor(alpha=1.0), ForestRegressor(**FOREST)])
def test_each_target_is_fitted_on_its_own(regressor: RidgeRegressor | ForestRegressor) -> None:
    train_x, train_y, test_x = data(30, 4)
    together = regressor.fit_predict(train_x, train_y, test_x)
    assert together.shape == (6, 2)
    for target in range(2):
        alone = regressor.fit_predict(train_x, train_y[:, [target]], test_x)
        assert np.allclose(alone[:, 0], together[:, target], atol=1e-10)


def test_forest_is_that_of_scikit_learn() -> None:
    train_x, train_y, test_x = data(30, 9, k=1)
    reference = RandomForestRegressor(
        n_estimators=5, max_depth=4, min_samples_leaf=2, max_features="sqrt", random_state=0
    ).fit(train_x, train_y[:, 0])
    predicted = ForestRegressor(**FOREST).fit_predict(train_x, train_y, test_x)
    assert np.array_equal(predicted[:, 0], reference.predict(test_x))


def test_threads_do_not_change_the_forest() -> None:
    train_x, train_y, test_x = data(40, 9)
    one, two = (ForestRegressor(**(FOREST | {"threads": n})).fit_predict(train_x, train_y, test_x) for n in (1, 2))
    assert np.array_equal(one, two)


def test_seed_0_is_a_seed_and_differs_from_1() -> None:
    train_x, train_y, test_x = data(40, 9)
    predictions = [
        ForestRegressor(**(FOREST | {"seed": seed})).fit_predict(train_x, train_y, test_x) for seed in (0, 0, 1)
    ]
    assert np.array_equal(predictions[0], predictions[1])
    assert not np.array_equal(predictions[0], predictions[2])


@pytest.mark.parametrize("alpha", [0.0, -1.0, float("nan"), float("inf")])
def test_a_penalty_that_is_none_is_refused(alpha: float) -> None:
    with pytest.raises(ConfigError, match="alpha"):
        RidgeRegressor(alpha=alpha)


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("n_estimators", 0),
        ("max_depth", 0),
        ("min_samples_leaf", 2.5),
        ("threads", 0),
        ("max_features", "all"),
        ("max_features", 1.5),
    ],
)
def test_settings_that_grow_no_forest_are_refused(name: str, value: object) -> None:
    with pytest.raises(ConfigError, match=name):
        ForestRegressor(**(FOREST | {name: value}))


@pytest.mark.parametrize("entry", [None, 10.0, {"alpha": 10.0}, "ridge"])
def test_an_entry_that_is_no_regressor_is_named_with_how_to_remove_it(entry: object) -> None:
    with pytest.raises(ConfigError) as caught:
        require_regressors({"forest": ForestRegressor(**FOREST), "ridge": entry})  # type: ignore[dict-item]
    assert f"claim.regressors.ridge is {entry!r}" in str(caught.value)
    assert "~claim.regressors.ridge" in str(caught.value)
    require_regressors({"ridge": RidgeRegressor(alpha=1.0)})


@pytest.mark.parametrize("regressors", [{}, None, "ridge", ["ridge"]])
def test_regressors_have_names_and_are_at_least_one(regressors: object) -> None:
    with pytest.raises(ConfigError, match="name at least one"):
        require_regressors(regressors)  # type: ignore[arg-type]
