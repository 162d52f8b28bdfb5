import numpy as np
import pytest

from azeotrope.metrics.outcome import Outcome, why_undefined


@pytest.mark.parametrize("value", [np.nan, np.inf, -np.inf])
def test_a_number_that_is_not_finite_becomes_a_reason(value: float) -> None:
    outcome = Outcome.of(value)
    assert outcome.value is None
    assert outcome.reason is not None
    assert str(value) in outcome.reason


def test_a_number_is_a_plain_float_without_a_reason() -> None:
    outcome = Outcome.of(np.float32(0.5))
    assert type(outcome.value) is float
    assert outcome == Outcome(0.5, None)


def test_zero_is_a_value() -> None:
    assert Outcome.of(0).value == 0.0


@pytest.mark.parametrize(("value", "reason"), [(None, None), (1.0, "why"), (np.nan, None), (np.inf, None)])
def test_an_outcome_is_a_finite_value_or_a_reason(value: float | None, reason: str | None) -> None:
    with pytest.raises(ValueError, match=r"outcome|finite"):
        Outcome(value, reason)


def test_no_rows_are_said() -> None:
    assert why_undefined(truth=np.empty(0), prediction=np.empty(0)) == "there are no rows"


def test_values_that_are_not_finite_are_counted_by_column() -> None:
    truth, prediction = np.array([1.0, np.nan, 3.0]), np.array([np.inf, np.nan, 1.0])
    reason = why_undefined(truth=truth, prediction=prediction)
    assert reason == "1 of 3 truth values are not finite; 2 of 3 prediction values are not finite"


def test_finite_columns_are_fine() -> None:
    assert why_undefined(truth=np.ones(2), prediction=np.zeros(2)) is None


@pytest.mark.parametrize("prediction", [np.zeros(3), np.zeros((2, 1)), np.zeros(())])
def test_columns_that_do_not_pair_are_an_error(prediction: np.ndarray) -> None:
    with pytest.raises(ValueError, match="equally long"):
        why_undefined(truth=np.zeros(2), prediction=prediction)
