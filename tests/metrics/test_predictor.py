from collections.abc import Callable

import numpy as np
import pytest

from azeotrope.chemistry.mixtures import Mixtures
from azeotrope.metrics.predictor import predicted_values


def test_a_model_is_not_asked_for_nothing(mixtures: Callable[..., Mixtures]) -> None:
    def refuses(_: Mixtures) -> np.ndarray:
        pytest.fail("called for no mixtures")

    assert predicted_values(refuses, mixtures([])).shape == (0,)


def test_values_are_doubles_and_infinite_ones_are_missing(mixtures: Callable[..., Mixtures]) -> None:
    returned = np.array([1.5, np.inf, -np.inf, np.nan], dtype=np.float32)
    values = predicted_values(lambda _: returned, mixtures([[(0, 1.0)]] * 4))
    assert values.dtype == np.float64
    np.testing.assert_array_equal(values, [1.5, np.nan, np.nan, np.nan])
    assert np.isinf(returned[1]), "the model's own array must not change"


@pytest.mark.parametrize("shape", [(2,), (3, 1), ()])
def test_one_value_per_mixture_is_required(mixtures: Callable[..., Mixtures], shape: tuple[int, ...]) -> None:
    with pytest.raises(ValueError, match="for 3 mixtures"):
        predicted_values(lambda _: np.zeros(shape), mixtures([[(0, 1.0)]] * 3))
