import numpy as np
import pytest
import torch
from hypothesis import given, settings
from hypothesis import strategies as st

from azeotrope.datasets.dataset import Dataset
from azeotrope.errors import ConfigError
from azeotrope.models.scaling import Standardization
from azeotrope.models.temperature import ConcatTemperature, NoTemperature, TemperatureLaw
from azeotrope.models.temperature_laws import ArrheniusTemperature, VantHoffTemperature

SCALE = Standardization(300.0, 10.0)
LAWS = [NoTemperature(), ConcatTemperature(), ArrheniusTemperature(), VantHoffTemperature()]
NUMBERS = st.floats(-1e3, 1e3)


def test_concat_appends_the_standardised_temperature() -> None:
    np.testing.assert_array_equal(ConcatTemperature().columns(np.array([300.0, 320.0]), SCALE), [[0.0], [2.0]])


def test_an_unknown_temperature_stays_unknown() -> None:
    assert np.isnan(ConcatTemperature().columns(np.array([np.nan]), SCALE)).all()


@pytest.mark.parametrize("law", [NoTemperature(), ConcatTemperature()])
def test_the_one_coefficient_is_the_prediction(law: TemperatureLaw) -> None:
    coefficients = torch.tensor([[1.0], [2.0]])
    assert law.combine(coefficients, torch.tensor([300.0, 310.0]), SCALE).tolist() == [1.0, 2.0]
    assert law.n_coefficients == 1


@pytest.mark.parametrize("law", LAWS)
def test_columns_have_the_width_of_the_law_also_for_no_rows(law: TemperatureLaw) -> None:
    assert law.columns(np.array([300.0, np.nan]), SCALE).shape == (2, law.n_columns)
    assert law.columns(np.zeros(0), SCALE).shape == (0, law.n_columns)
    assert law.combine(torch.zeros(0, law.n_coefficients), torch.zeros(0), SCALE).shape == (0,)


@pytest.mark.parametrize("law", LAWS)
@settings(max_examples=25)
@given(data=st.data())
def test_predictions_of_a_sum_of_coefficients_add_up(law: TemperatureLaw, data: st.DataObject) -> None:
    rows = st.lists(st.lists(NUMBERS, min_size=2, max_size=2), min_size=3, max_size=3)
    first, second = (torch.tensor(data.draw(rows), dtype=torch.float64)[:, : law.n_coefficients] for _ in range(2))
    temperature_k = torch.tensor(data.draw(st.lists(st.floats(100, 900), min_size=3, max_size=3)), dtype=torch.float64)
    factor = data.draw(NUMBERS)

    def combined(coefficients: torch.Tensor) -> torch.Tensor:
        return law.combine(coefficients, temperature_k, SCALE)

    torch.testing.assert_close(combined(first + second), combined(first) + combined(second), rtol=1e-9, atol=1e-7)
    torch.testing.assert_close(combined(factor * first), factor * combined(first), rtol=1e-9, atol=1e-7)
    assert (combined(torch.zeros_like(first)) == 0).all()


@pytest.mark.parametrize("law", LAWS[1:])
def test_a_law_that_uses_temperature_needs_one(law: TemperatureLaw, without_temperature: Dataset) -> None:
    with pytest.raises(ConfigError, match=r"needs a temperature, but example has none; use temperature=none"):
        law.check(without_temperature)


def test_what_fits_passes(without_temperature: Dataset, binaries: Dataset) -> None:
    NoTemperature().check(without_temperature)
    NoTemperature().check(binaries)
    ConcatTemperature().check(binaries)
