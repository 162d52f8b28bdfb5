import numpy as np
import pytest

from azeotrope.models.scaling import Standardization


def test_by_hand() -> None:
    scale = Standardization.fit(np.array([1.0, 3.0]))
    assert scale == Standardization(2.0, 1.0)
    np.testing.assert_array_equal(scale.apply(np.array([4.0])), [2.0])


@pytest.mark.parametrize("values", [[7.0], [7.0, 7.0, 7.0], [0.1] * 1000, [1e6] * 7])
def test_equal_values_become_zero(values: list[float]) -> None:
    scale = Standardization.fit(np.array(values))
    assert scale.deviation == 1.0
    np.testing.assert_allclose(scale.apply(np.array(values)), np.zeros(len(values)), atol=1e-9)


def test_inversion() -> None:
    values = np.array([-3.0, 0.5, 1e6])
    scale = Standardization.fit(values)
    np.testing.assert_allclose(scale.invert(scale.apply(values)), values)


def test_the_callers_array_is_not_changed() -> None:
    values = np.array([1.0, 2.0])
    Standardization.fit(values).apply(values)
    np.testing.assert_array_equal(values, [1.0, 2.0])
