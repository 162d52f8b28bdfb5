import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from hypothesis.extra.numpy import arrays

from azeotrope.metrics.holm import holm_adjusted

P_VALUES = arrays(np.float64, st.integers(1, 12), elements=st.floats(0, 1, allow_subnormal=False))


def test_no_tests_and_one_test() -> None:
    assert holm_adjusted(np.empty(0)).shape == (0,)
    assert holm_adjusted(np.array([0.2])).tolist() == [0.2]


def test_by_hand() -> None:
    """0.005 * 4 = 0.02; 0.01 * 3 = 0.03; 0.03 * 2 = 0.06; 0.04 * 1 = 0.04, which may not fall below 0.06."""
    adjusted = holm_adjusted(np.array([0.01, 0.04, 0.03, 0.005]))
    np.testing.assert_allclose(adjusted, [0.03, 0.06, 0.06, 0.02], rtol=1e-12)


def test_nothing_exceeds_one() -> None:
    assert holm_adjusted(np.array([0.6, 0.7])).tolist() == [1.0, 1.0]


@pytest.mark.parametrize("value", [-0.1, 1.1, np.nan])
def test_what_is_no_probability_is_an_error(value: float) -> None:
    with pytest.raises(ValueError, match="from 0 to 1"):
        holm_adjusted(np.array([0.5, value]))


@given(P_VALUES)
@settings(deadline=None, max_examples=50)
def test_adjusted_values_keep_the_order_and_are_no_smaller(p_values: np.ndarray) -> None:
    adjusted = holm_adjusted(p_values)
    assert (adjusted >= p_values).all()
    assert (adjusted <= 1).all()
    assert (np.diff(adjusted[np.argsort(p_values, kind="stable")]) >= 0).all()
    assert (adjusted <= np.minimum(1, len(p_values) * p_values) + 1e-12).all()


@given(P_VALUES, st.randoms(use_true_random=False))
@settings(deadline=None, max_examples=30)
def test_the_order_of_the_tests_does_not_matter(p_values: np.ndarray, random: object) -> None:
    order = np.random.default_rng(random.randrange(2**32)).permutation(len(p_values))
    np.testing.assert_array_equal(holm_adjusted(p_values[order]), holm_adjusted(p_values)[order])
