import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from azeotrope.metrics.conformal import conformal_half_width, interval_coverage
from azeotrope.metrics.outcome import Outcome


def test_by_hand() -> None:
    truth = np.arange(1.0, 20.0)  # 19 residuals 1..19: the ceil(20 * 0.9) = 18th
    assert conformal_half_width(truth=truth, prediction=np.zeros(19)).value == 18.0
    assert conformal_half_width(truth=-truth, prediction=np.zeros(19), coverage=0.5).value == 10.0


@pytest.mark.parametrize(("n", "defined"), [(0, False), (1, False), (8, False), (9, True)])
def test_too_few_rows_have_no_interval(n: int, defined: bool) -> None:
    outcome = conformal_half_width(truth=np.ones(n), prediction=np.zeros(n))
    assert (outcome.value is not None) == defined
    assert defined or outcome.reason


def test_a_row_without_a_prediction_is_no_calibration() -> None:
    outcome = conformal_half_width(truth=np.ones(20), prediction=np.r_[np.nan, np.ones(19)])
    assert outcome.reason == "no calibration: 1 of 20 prediction values are not finite"
    assert interval_coverage(truth=np.ones(3), prediction=np.ones(3), half_width=outcome) == outcome


@given(shift=st.floats(-1e6, 1e6), factor=st.floats(1e-3, 1e3), order=st.permutations(range(30)))
def test_it_scales_with_the_unit_and_ignores_shift_and_order(shift: float, factor: float, order: list[int]) -> None:
    residual = np.random.default_rng(0).normal(size=30)
    width = conformal_half_width(truth=residual, prediction=np.zeros(30)).value
    moved = conformal_half_width(truth=factor * residual[order] + shift, prediction=np.full(30, shift)).value
    assert moved == pytest.approx(factor * width, rel=1e-6, abs=1e-8)


def test_exchangeable_rows_are_covered_as_promised() -> None:
    generator = np.random.default_rng(0)
    reached = []
    for _ in range(200):
        calibration, test = generator.exponential(size=99), generator.exponential(size=500)
        width = conformal_half_width(truth=calibration, prediction=np.zeros(99))
        reached.append(interval_coverage(truth=test, prediction=np.zeros(500), half_width=width).value)
    assert 0.895 < np.mean(reached) < 0.91


def test_coverage_by_hand() -> None:
    width = Outcome.of(1.0)
    outcome = interval_coverage(truth=np.array([0.0, 1.0, -1.0, 2.0]), prediction=np.zeros(4), half_width=width)
    assert outcome.value == 0.75
    assert interval_coverage(truth=np.zeros(0), prediction=np.zeros(0), half_width=width).reason == "there are no rows"
