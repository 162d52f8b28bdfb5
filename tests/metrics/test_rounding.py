import numpy as np
import pytest

from azeotrope.metrics.outcome import Outcome
from azeotrope.metrics.resampling import Interval
from azeotrope.metrics.rounding import ROUNDING, beyond_rounding, is_no_difference


def test_nothing_has_no_rounding() -> None:
    nothing = np.empty(0)
    assert beyond_rounding(nothing, nothing).shape == (0,)
    assert beyond_rounding(np.array([1e-300]), nothing).tolist() == [1e-300]


@pytest.mark.parametrize("unit", [1e-6, 1.0, 1e6])
def test_the_largest_measured_value_is_the_measure_in_any_unit(unit: float) -> None:
    differences = unit * np.array([[-1.9 * ROUNDING, 2.1 * ROUNDING], [np.nan, -0.3]])
    kept = differences.copy()
    found = beyond_rounding(differences, unit * np.array([0.1, -2.0, np.nan]))
    np.testing.assert_array_equal(found, np.where(np.arange(4).reshape(2, 2) == 0, 0.0, kept))
    np.testing.assert_array_equal(differences, kept)


def test_only_zero_throughout_is_no_difference() -> None:
    zero = Outcome.of(0.0)
    assert is_no_difference(Interval(zero, zero, zero, 12))
    assert not is_no_difference(Interval(zero, Outcome.of(-0.1), Outcome.of(0.1), 12))
    assert not is_no_difference(Interval.undefined("few", 2))
