from collections.abc import Callable

import numpy as np
import pytest

from azeotrope.chemistry.mixing_rules import LinearMixing, RaoultMixing
from azeotrope.chemistry.mixtures import Mixtures
from azeotrope.metrics.excess import (
    NOT_COVERED,
    IdealDecomposition,
    excess_mae,
    excess_ratio,
    excess_rmse,
    ideal_baseline_excess_rmse,
    ideal_rmse,
    predicted_pure_values,
    pure_coverage,
)
from azeotrope.metrics.outcome import Outcome
from azeotrope.typing import FloatArray

MixturesBuilder = Callable[..., Mixtures]
METRICS = (excess_rmse, excess_mae, ideal_rmse, excess_ratio, ideal_baseline_excess_rmse)


def decomposition(
    truth: list[float], prediction: list[float], ideal: list[float], predicted_ideal: list[float]
) -> IdealDecomposition:
    return IdealDecomposition(
        truth=np.array(truth),
        prediction=np.array(prediction),
        ideal=np.array(ideal),
        predicted_ideal=np.array(predicted_ideal),
    )


def worked_example() -> IdealDecomposition:
    """Two covered rows and one that is not.

    Equimolar binary of measured pure values 2 and 4: z_id = 3. Measured 3.5 and predicted 3.75 at one temperature,
    measured 2 (z^E = -1) and predicted 3.5 at another; the model's pure values 3 and 4 give z_hat_id = 3.5. So
    z^E = (0.5, -1) and z_hat^E = (0.25, 0): errors (-0.25, 1).
    """
    return decomposition([3.5, 2.0, 9.0], [3.75, 3.5, 1.0], [3.0, 3.0, np.nan], [3.5, 3.5, 5.0])


def test_golden_values_of_the_worked_example() -> None:
    parts = worked_example()
    assert excess_rmse(parts).value == pytest.approx(np.sqrt((0.25**2 + 1) / 2), rel=1e-15)
    assert excess_mae(parts).value == 0.625
    assert ideal_rmse(parts).value == 0.5
    assert ideal_baseline_excess_rmse(parts).value == pytest.approx(np.sqrt((0.25 + 1) / 2), rel=1e-15)
    assert excess_ratio(parts).value == pytest.approx(np.sqrt(1.0625 / 1.25), rel=1e-15)
    assert pure_coverage(parts).value == pytest.approx(2 / 3, rel=1e-15)


def test_an_error_of_the_pure_values_alone_is_no_excess_error() -> None:
    truth, ideal = [3.5, 2.0], [3.0, 3.0]
    parts = decomposition(truth, [value + 7.0 for value in truth], ideal, [value + 7.0 for value in ideal])
    assert excess_rmse(parts).value == 0.0
    assert excess_ratio(parts).value == 0.0
    assert ideal_rmse(parts).value == 7.0


def test_predicting_no_excess_has_the_ratio_one() -> None:
    parts = decomposition([3.5, 2.0], [1.0, 5.0], [3.0, 3.0], [1.0, 5.0])
    assert excess_ratio(parts).value == 1.0
    assert excess_rmse(parts) == ideal_baseline_excess_rmse(parts)


@pytest.mark.parametrize("metric", METRICS)
def test_no_rows_and_no_covered_rows(metric: Callable[[IdealDecomposition], Outcome]) -> None:
    nothing = [np.nan, np.nan]
    assert metric(decomposition([], [], [], [])) == Outcome(None, NOT_COVERED)
    assert metric(decomposition([1.0, 2.0], [1.0, 2.0], nothing, nothing)) == Outcome(None, NOT_COVERED)


def test_coverage_without_rows_is_undefined_and_without_references_0() -> None:
    assert pure_coverage(decomposition([], [], [], [])).reason == "there are no rows"
    assert pure_coverage(decomposition([1.0], [1.0], [np.nan], [1.0])).value == 0.0


def test_a_missing_prediction_counts_only_on_covered_rows() -> None:
    parts = worked_example()
    missing_elsewhere = decomposition([3.5, 9.0], [3.75, np.nan], [3.0, np.nan], [3.5, np.nan])
    assert excess_rmse(missing_elsewhere).value == 0.25
    lost = IdealDecomposition(
        truth=parts.truth, prediction=parts.prediction, ideal=parts.ideal, predicted_ideal=np.array([3.5, np.nan, 5.0])
    )
    for metric in (excess_rmse, excess_mae, ideal_rmse, excess_ratio):
        assert "1 of 2 prediction values" in str(metric(lost).reason)
    assert ideal_baseline_excess_rmse(lost) == ideal_baseline_excess_rmse(parts)


def test_the_ratio_to_no_excess_is_undefined_also_up_to_rounding() -> None:
    exact = decomposition([3.0, 5.0], [3.5, 5.0], [3.0, 5.0], [3.0, 5.0])
    rounded = decomposition([0.1 + 0.2], [1.0], [0.3], [0.5])
    assert "true excess is 0" in str(excess_ratio(exact).reason)
    assert "true excess is 0" in str(excess_ratio(rounded).reason)
    assert excess_rmse(exact).value == pytest.approx(np.sqrt(0.125))


def test_each_pure_compound_is_predicted_once(mixtures: MixturesBuilder) -> None:
    binaries = mixtures(
        [[(0, 0.5), (1, 0.5)], [(0, 0.1), (1, 0.9)], [(1, 0.3), (2, 0.7)], [(0, 0.5), (1, 0.5)]],
        temperature_k=[300.0, 300.0, 300.0, 310.0],
        solute=[3, 3, 3, 4],
    )
    seen: list[tuple[int, float, int]] = []

    def predict(pure: Mixtures) -> FloatArray:
        assert pure.is_pure.all()
        assert pure.temperature_k is not None
        assert pure.solute is not None
        seen.extend(zip(pure.component.tolist(), pure.temperature_k.tolist(), pure.solute.tolist(), strict=True))
        return pure.component * 100.0 + pure.temperature_k + pure.solute

    values = predicted_pure_values(predict, binaries)
    assert sorted(seen) == [(0, 300, 3), (0, 310, 4), (1, 300, 3), (1, 310, 4), (2, 300, 3)]
    np.testing.assert_array_equal(values, [303, 403, 303, 403, 403, 503, 314, 414])


def test_pure_predictions_without_context(mixtures: MixturesBuilder) -> None:
    values = predicted_pure_values(lambda pure: pure.component * 2.0, mixtures([[(5, 0.5), (1, 0.5)], [(5, 1.0)]]))
    np.testing.assert_array_equal(values, [10.0, 2.0, 10.0])


def test_pure_predictions_of_no_mixtures(mixtures: MixturesBuilder) -> None:
    for temperature_k in (None, []):
        assert predicted_pure_values(lambda pure: pure.component, mixtures([], temperature_k)).shape == (0,)


@pytest.mark.parametrize("rule", [LinearMixing(), RaoultMixing()])
def test_a_missing_or_infinite_pure_prediction_makes_its_rows_unknown(
    mixtures: MixturesBuilder, rule: LinearMixing | RaoultMixing
) -> None:
    rows = mixtures([[(0, 0.5), (1, 0.5)], [(1, 0.5), (2, 0.5)], [(0, 0.5), (2, 0.5)]])
    values = predicted_pure_values(lambda pure: np.array([1.0, np.inf, 1.0])[pure.component], rows)
    np.testing.assert_allclose(rule.ideal(rows, values), [np.nan, np.nan, 1.0], rtol=1e-12)
