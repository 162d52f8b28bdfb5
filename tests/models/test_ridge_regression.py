import numpy as np
import pytest
from sklearn.linear_model import Ridge, RidgeCV

from azeotrope.models.ridge_regression import RidgePath, fit_ridge
from azeotrope.typing import FloatArray

ALPHAS = [0.01, 1.0, 100.0]
LONG, WIDE = (60, 7), (12, 40)


def rows_of(shape: tuple[int, int], seed: int = 0) -> tuple[FloatArray, FloatArray]:
    generator = np.random.default_rng(seed)
    features = generator.normal(size=shape) * generator.uniform(0.1, 50, shape[1]) + generator.normal(size=shape[1])
    return features, features[:, 0] / 10 + generator.normal(size=shape[0])


def standardized(features: FloatArray) -> FloatArray:
    return np.asarray((features - features.mean(axis=0)) / features.std(axis=0))


def test_one_column_by_hand() -> None:
    # Z = (-1, 1), y - mean = (-2, 2): w = 4 / (2 + 2) = 1 per deviation, and the deviation is 3.
    solution = RidgePath(np.array([[1.0], [7.0]]), np.array([3.0, 7.0])).solution(2.0)
    np.testing.assert_allclose(solution.weights, [1 / 3])
    np.testing.assert_allclose(solution.predict(np.array([[4.0], [7.0], [10.0]])), [5.0, 6.0, 7.0])


@pytest.mark.parametrize("shape", [LONG, WIDE, (8, 8)])
@pytest.mark.parametrize("alpha", [1e-3, 1.0, 1e6])
def test_equals_scikit_learn(shape: tuple[int, int], alpha: float) -> None:
    features, target = rows_of(shape)
    reference = Ridge(alpha, solver="svd").fit(standardized(features), target)
    solution = RidgePath(features, target).solution(alpha)
    np.testing.assert_allclose(solution.weights * features.std(axis=0), reference.coef_, rtol=1e-8, atol=1e-10)
    np.testing.assert_allclose(solution.predict(features), reference.predict(standardized(features)), rtol=1e-8)


@pytest.mark.parametrize("shape", [LONG, WIDE])
def test_the_leave_one_out_errors_equal_scikit_learn(shape: tuple[int, int]) -> None:
    features, target = rows_of(shape)
    reference = RidgeCV(ALPHAS, store_cv_results=True).fit(standardized(features), target)
    path = RidgePath(features, target)
    ours = [path.leave_one_out_error(alpha) for alpha in ALPHAS]
    np.testing.assert_allclose(ours, reference.cv_results_.mean(axis=0), rtol=1e-8)
    chosen = fit_ridge((features, target), (features[:0], target[:0]), ALPHAS)
    assert chosen.alpha == reference.alpha_


def test_the_validation_rows_choose_the_penalty() -> None:
    train, validation = rows_of(WIDE), rows_of(WIDE, seed=1)
    errors = [
        np.mean((RidgePath(*train).solution(alpha).predict(validation[0]) - validation[1]) ** 2) for alpha in ALPHAS
    ]
    assert len(set(errors)) == len(ALPHAS)
    assert fit_ridge(train, validation, ALPHAS).alpha == ALPHAS[int(np.argmin(errors))]
    exact = train[0], RidgePath(*train).solution(1.0).predict(train[0])
    assert fit_ridge(train, exact, ALPHAS).alpha == 1.0


@pytest.mark.parametrize("n_validation", [0, 2])
@pytest.mark.parametrize("order", [ALPHAS, ALPHAS[::-1]])
def test_of_equal_penalties_the_largest_is_chosen(n_validation: int, order: list[float]) -> None:
    features, target = rows_of(LONG)
    constant = features, np.zeros_like(target)
    solution = fit_ridge(constant, (features[:n_validation], target[:n_validation]), order)
    assert solution.alpha == 100.0
    assert not solution.weights.any()


def test_one_row() -> None:
    features, target = rows_of(LONG)
    solution = fit_ridge((features[:1], target[:1]), (features[:0], target[:0]), ALPHAS)
    np.testing.assert_allclose(solution.predict(features), target[0])
    assert solution.alpha == 100.0


def test_no_rows_to_predict() -> None:
    assert RidgePath(*rows_of(LONG)).solution(1.0).predict(np.zeros((0, 7))).shape == (0,)


def test_columns_that_do_not_vary_in_training_weigh_nothing() -> None:
    features, target = rows_of(LONG)
    constant = np.full((len(features), 3), [0.0, 0.1, 1e30])
    solution = RidgePath(np.column_stack([features, constant]), target).solution(1.0)
    assert not solution.weights[7:].any()
    np.testing.assert_allclose(solution.weights[:7], RidgePath(features, target).solution(1.0).weights)
    assert np.isfinite(solution.predict(np.full((1, 10), 3e38))).all()


def test_2048_bits_of_which_few_ever_vary() -> None:
    generator = np.random.default_rng(0)
    bits = np.zeros((30, 2048))
    bits[:, :50] = generator.integers(0, 2, (30, 50))
    bits[:, 50:100] = 1.0
    target = bits[:, 0] - bits[:, 1]
    solution = fit_ridge((bits, target), (bits, target), ALPHAS)
    assert not solution.weights[50:].any()
    np.testing.assert_allclose(solution.predict(bits), target, atol=0.01)


def test_a_column_twice_shares_its_weight() -> None:
    features, target = rows_of(LONG)
    doubled = RidgePath(np.column_stack([features, features]), target).solution(2.0)
    np.testing.assert_allclose(doubled.weights[:7], doubled.weights[7:], rtol=1e-9)
    np.testing.assert_allclose(
        doubled.predict(np.tile(features, 2)), RidgePath(features, target).solution(1.0).predict(features)
    )


def test_the_unit_of_a_column_does_not_matter() -> None:
    features, target = rows_of(LONG)
    scaled = features * np.logspace(-30, 30, 7)
    ours, reference = (RidgePath(x, target).solution(1.0).predict(x) for x in (scaled, features))
    np.testing.assert_allclose(ours, reference)


def test_given_rows_are_not_changed() -> None:
    features, target = rows_of(LONG)
    kept = features.copy(), target.copy()
    fit_ridge((features, target), (features, target), ALPHAS)
    np.testing.assert_array_equal(features, kept[0])
    np.testing.assert_array_equal(target, kept[1])
