import numpy as np
import pytest
from scipy.stats import zscore

from azeotrope.audits.standardisation import is_constant, standardised


def test_no_rows_and_one_row() -> None:
    assert standardised(np.empty((0, 3))).shape == (0, 3)
    np.testing.assert_array_equal(standardised(np.array([[3.0, -1e300, 0.0]])), [[0, 0, 0]])
    np.testing.assert_array_equal(is_constant(np.empty((0, 2))), [True, True])


def test_population_scores_by_hand() -> None:
    """(1, 2, 3) has mean 2 and population deviation sqrt(2/3)."""
    found = standardised(np.array([[1.0], [2.0], [3.0]]))
    np.testing.assert_allclose(found[:, 0], [-np.sqrt(1.5), 0, np.sqrt(1.5)], rtol=0, atol=1e-15)


@pytest.mark.parametrize("size", [5e-324, 1e-310, 1e-200, 1.0, 1e200, 1.7e308])
def test_any_size_gives_the_same_scores(size: float) -> None:
    """Ones among zeros, which every size holds exactly."""
    pattern = np.array([[1.0, 0.0], [0.0, 1.0], [0.0, 1.0], [0.0, 1.0]])
    np.testing.assert_allclose(standardised(pattern * size), zscore(pattern, axis=0), rtol=0, atol=1e-14)


def test_rounding_is_no_variation_but_a_small_difference_is() -> None:
    values = np.array([[0.3, 1.0, 0.0], [0.1 + 0.2, 1.0 + 1e-9, 0.0], [0.3, 1.0, 0.0]])
    np.testing.assert_array_equal(is_constant(values), [True, False, True])
    assert standardised(values)[:, 1].std() == pytest.approx(1.0)


def test_the_values_are_left_as_they_were() -> None:
    values = np.random.default_rng(0).normal(size=(4, 2))
    before = values.copy()
    standardised(values)
    np.testing.assert_array_equal(values, before)
