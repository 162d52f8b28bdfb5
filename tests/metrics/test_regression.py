from collections.abc import Callable

import numpy as np
import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st
from hypothesis.extra.numpy import arrays
from sklearn.metrics import mean_absolute_error, r2_score, root_mean_squared_error

from azeotrope.metrics.outcome import Outcome
from azeotrope.metrics.regression import mae, r2, rmse, root_mean_square

Metric = Callable[..., Outcome]
METRICS = (rmse, mae, r2)
ERRORS = (rmse, mae)

pairs = st.integers(2, 20).flatmap(lambda n: arrays(np.float64, (2, n), elements=st.integers(-1000, 1000).map(float)))


def value_of(metric: Metric, truth: np.ndarray, prediction: np.ndarray) -> float:
    value = metric(truth=truth, prediction=prediction).value
    assert value is not None
    return value


def test_golden_values_by_hand() -> None:
    # errors 1, -2, 2, 0: squares sum to 9, absolute values to 5; the truth's squared deviations from 2.5 sum to 5
    truth, prediction = np.array([1.0, 2.0, 3.0, 4.0]), np.array([2.0, 0.0, 5.0, 4.0])
    assert value_of(rmse, truth, prediction) == pytest.approx(1.5, abs=1e-15)
    assert value_of(mae, truth, prediction) == 1.25
    assert value_of(r2, truth, prediction) == pytest.approx(1 - 9 / 5, abs=1e-15)


@pytest.mark.parametrize(
    ("ours", "reference"), [(rmse, root_mean_squared_error), (mae, mean_absolute_error), (r2, r2_score)]
)
def test_equals_scikit_learn(ours: Metric, reference: Callable[..., float]) -> None:
    rng = np.random.default_rng(0)
    truth = rng.normal(300.0, 1.0, 1000)
    prediction = truth + rng.normal(size=1000)
    assert value_of(ours, truth, prediction) == pytest.approx(reference(truth, prediction), rel=1e-12)


@pytest.mark.parametrize("metric", METRICS)
def test_arguments_cannot_be_given_by_position(metric: Metric) -> None:
    with pytest.raises(TypeError, match="positional"):
        metric(np.ones(2), np.zeros(2))


@pytest.mark.parametrize("metric", METRICS)
def test_no_rows(metric: Metric) -> None:
    assert metric(truth=np.empty(0), prediction=np.empty(0)).reason == "there are no rows"


@pytest.mark.parametrize("metric", ERRORS)
def test_the_error_of_one_row_is_its_absolute_error(metric: Metric) -> None:
    assert value_of(metric, np.array([3.0]), np.array([1.0])) == 2.0


def test_r2_of_one_row_is_undefined() -> None:
    assert "1" in str(r2(truth=np.array([3.0]), prediction=np.array([1.0])).reason)


def test_r2_of_a_constant_truth_is_undefined_even_if_predicted_exactly() -> None:
    # the mean of [0.1] * 3 is not 0.1 in floating point, so the variance would not be 0
    constant = np.full(3, 0.1)
    assert constant.std() > 0
    assert r2(truth=constant, prediction=constant) == Outcome(None, "the truth is constant over all 3 rows")


def test_r2_of_a_constant_prediction_is_defined() -> None:
    assert value_of(r2, np.array([1.0, 2.0, 3.0]), np.full(3, 2.0)) == 0.0


@pytest.mark.parametrize("metric", METRICS)
def test_missing_predictions_are_counted(metric: Metric) -> None:
    outcome = metric(truth=np.array([1.0, 2.0, 3.0]), prediction=np.array([1.0, np.nan, np.nan]))
    assert outcome == Outcome(None, "2 of 3 prediction values are not finite")


@pytest.mark.parametrize("metric", METRICS)
def test_all_predictions_missing(metric: Metric) -> None:
    assert (
        metric(truth=np.arange(3.0), prediction=np.full(3, np.nan)).reason == "3 of 3 prediction values are not finite"
    )


def test_huge_and_tiny_errors_do_not_over_or_underflow() -> None:
    assert root_mean_square(np.array([3e200, 4e200])) == pytest.approx(np.sqrt(12.5) * 1e200)
    assert root_mean_square(np.array([3e-200, 4e-200])) == pytest.approx(np.sqrt(12.5) * 1e-200)
    assert root_mean_square(np.zeros(2)) == 0.0


def test_an_r2_beyond_all_numbers_is_undefined() -> None:
    assert "finite" in str(r2(truth=np.array([0.0, 1.0]), prediction=np.array([0.0, 1e300])).reason)


@settings(max_examples=30)
@given(pairs, st.integers(0, 1000))
def test_order_and_duplication_of_rows_do_not_matter(pair: np.ndarray, seed: int) -> None:
    truth, prediction = pair
    assume(np.ptp(truth) > 0)
    shuffled = np.random.default_rng(seed).permutation(len(truth))
    for metric in METRICS:
        expected = value_of(metric, truth, prediction)
        assert value_of(metric, truth[shuffled], prediction[shuffled]) == pytest.approx(expected, rel=1e-9, abs=1e-12)
        assert value_of(metric, np.tile(truth, 3), np.tile(prediction, 3)) == pytest.approx(
            expected, rel=1e-9, abs=1e-12
        )


@settings(max_examples=30)
@given(pairs, st.integers(-500, 500), st.sampled_from([-2.0, 0.5, 4.0]))
def test_shift_and_scale(pair: np.ndarray, shift: int, factor: float) -> None:
    truth, prediction = pair
    assume(np.ptp(truth) > 0)
    for metric in METRICS:
        expected = value_of(metric, truth, prediction) * (1.0 if metric is r2 else abs(factor))
        changed = value_of(metric, truth * factor + shift, prediction * factor + shift)
        assert changed == pytest.approx(expected, rel=1e-9, abs=1e-12)


@settings(max_examples=30)
@given(pairs)
def test_mae_is_at_most_rmse_and_r2_at_most_one(pair: np.ndarray) -> None:
    truth, prediction = pair
    assume(np.ptp(truth) > 0)
    assert value_of(mae, truth, prediction) <= value_of(rmse, truth, prediction) * (1 + 1e-12)
    assert value_of(r2, truth, prediction) <= 1.0
