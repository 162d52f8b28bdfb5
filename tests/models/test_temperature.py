import numpy as np
import pytest
import torch

from azeotrope.errors import ConfigError
from azeotrope.models.scaling import Standardization
from azeotrope.models.temperature import ConcatTemperature, NoTemperature, TemperatureLaw

SCALE = Standardization(300.0, 10.0)


def test_concat_appends_the_standardised_temperature() -> None:
    np.testing.assert_array_equal(ConcatTemperature().columns(np.array([300.0, 320.0]), SCALE), [[0.0], [2.0]])


def test_an_unknown_temperature_stays_unknown() -> None:
    assert np.isnan(ConcatTemperature().columns(np.array([np.nan]), SCALE)).all()


def test_none_appends_nothing() -> None:
    assert NoTemperature().columns(np.array([300.0, np.nan]), SCALE).shape == (2, 0)


@pytest.mark.parametrize("law", [NoTemperature(), ConcatTemperature()])
def test_the_one_coefficient_is_the_prediction(law: TemperatureLaw) -> None:
    coefficients = torch.tensor([[1.0], [2.0]])
    assert law.combine(coefficients, torch.tensor([300.0, 310.0]), SCALE).tolist() == [1.0, 2.0]
    assert law.n_coefficients == 1


def test_concat_needs_a_temperature() -> None:
    with pytest.raises(ConfigError, match="temperature=none"):
        ConcatTemperature().check(has_temperature=False)
    ConcatTemperature().check(has_temperature=True)
    NoTemperature().check(has_temperature=False)
