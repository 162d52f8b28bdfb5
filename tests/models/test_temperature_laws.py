from dataclasses import replace

import numpy as np
import pytest
import torch
from hypothesis import given, settings
from hypothesis import strategies as st

from azeotrope.datasets.dataset import Dataset
from azeotrope.errors import ConfigError
from azeotrope.models.scaling import Standardization
from azeotrope.models.temperature_laws import ArrheniusTemperature, InverseTemperatureLaw, VantHoffTemperature

SCALE = Standardization(300.0, 10.0)
TARGET = Standardization(1.5, 2.0)
LAWS = [ArrheniusTemperature(), VantHoffTemperature()]


def with_unit(dataset: Dataset, unit: str) -> Dataset:
    return replace(dataset, info=replace(dataset.info, unit=unit))


@pytest.mark.parametrize("law", LAWS)
def test_the_prediction_by_hand(law: InverseTemperatureLaw) -> None:
    # At 250 K: u = (300/10) (300 - 250) / 250 = 6; at the mean u = 0, whatever the slope.
    coefficients = torch.tensor([[0.5, 0.1], [0.5, 7.0]])
    predicted = law.combine(coefficients, torch.tensor([250.0, 300.0]), SCALE)
    torch.testing.assert_close(predicted, torch.tensor([1.1, 0.5]))


def test_the_parameters_by_hand() -> None:
    # B = 2 * 0.1 * 300^2 / 10 = 1800 K; A = 1.5 + 2 * 0.5 - 1800/300 = -3.5; E = R B = 14.966 kJ/mol.
    coefficients = np.array([[0.5, 0.1]])
    np.testing.assert_allclose(VantHoffTemperature().parameters(coefficients, SCALE, TARGET), [[-3.5, 1800.0]])
    expected = [[-3.5, 14.966032712675832]]
    np.testing.assert_allclose(ArrheniusTemperature().parameters(coefficients, SCALE, TARGET), expected)


@settings(max_examples=25)
@given(
    st.floats(-20, 5),
    st.floats(-3000, 6000),
    st.floats(200, 500),
    st.floats(1, 80),
    st.floats(150, 700),
)
def test_every_straight_line_in_the_reciprocal_temperature_is_a_prediction(
    intercept: float, slope: float, mean: float, deviation: float, temperature_k: float
) -> None:
    scale = Standardization(mean, deviation)
    b = slope * deviation / (mean**2 * TARGET.deviation)
    a = (intercept + slope / mean - TARGET.mean) / TARGET.deviation
    law = VantHoffTemperature()
    coefficients = np.array([[a, b]])
    z = law.combine(torch.from_numpy(coefficients), torch.tensor([temperature_k], dtype=torch.float64), scale)
    np.testing.assert_allclose(TARGET.invert(z.numpy()), intercept + slope / temperature_k, rtol=1e-9, atol=1e-9)
    np.testing.assert_allclose(law.parameters(coefficients, scale, TARGET), [[intercept, slope]], rtol=1e-9, atol=1e-8)


def test_training_temperatures_give_coordinates_of_order_one() -> None:
    temperature_k = np.linspace(280, 340, 50)
    slope = torch.tensor([[0.0, 1.0]], dtype=torch.float64).repeat(50, 1)
    scale = Standardization.fit(temperature_k)
    u = LAWS[0].combine(slope, torch.from_numpy(temperature_k), scale)
    assert abs(float(u.mean())) < 0.1
    assert 0.9 < float(u.std()) < 1.1
    in_single_precision = LAWS[0].combine(slope.float(), torch.from_numpy(temperature_k).float(), scale)
    torch.testing.assert_close(in_single_precision.double(), u, rtol=0, atol=5e-6)


@pytest.mark.parametrize("law", LAWS)
def test_an_unknown_temperature_gives_nan_in_its_row_alone(law: InverseTemperatureLaw) -> None:
    predicted = law.combine(torch.ones(2, 2), torch.tensor([torch.nan, 300.0]), SCALE)
    assert predicted.isnan().tolist() == [True, False]
    assert law.combine(torch.zeros(1, 2), torch.tensor([torch.nan]), SCALE).isnan().all()


@pytest.mark.parametrize("law", LAWS)
def test_a_single_training_temperature_gives_the_first_coefficient_there(law: InverseTemperatureLaw) -> None:
    scale = Standardization.fit(np.full(5, 298.15))
    coefficients = torch.tensor([[0.25, 3.0]], dtype=torch.float64)
    predicted = law.combine(coefficients, torch.full((1,), 298.15, dtype=torch.float64), scale)
    assert predicted.tolist() == [0.25]
    assert law.combine(coefficients, torch.tensor([310.0]), scale).isfinite().all()


@pytest.mark.parametrize(
    ("law", "unit"),
    [
        (ArrheniusTemperature(), "mPa s"),
        (ArrheniusTemperature(), "log10(mole fraction)"),
        (VantHoffTemperature(), "mole fraction"),
        (VantHoffTemperature(), "?"),
    ],
)
def test_a_property_on_another_scale_is_refused(law: InverseTemperatureLaw, unit: str, binaries: Dataset) -> None:
    with pytest.raises(ConfigError) as error:
        law.check(with_unit(binaries, unit))
    assert all(f"{name}(...)" in str(error.value) for name in law.logarithms)
    assert repr(unit) in str(error.value)
    assert "temperature=concat" in str(error.value)


def test_a_property_on_the_scale_of_the_law_passes(binaries: Dataset) -> None:
    ArrheniusTemperature().check(with_unit(binaries, "ln(mPa s)"))
    VantHoffTemperature().check(with_unit(binaries, "log10(mole fraction)"))
    VantHoffTemperature().check(with_unit(binaries, "ln(mPa s)"))


def test_both_laws_are_one_function_of_the_coefficients() -> None:
    coefficients = torch.tensor([[0.5, 2.0], [-1.0, 0.25]], dtype=torch.float64)
    temperature_k = torch.tensor([280.0, 320.0], dtype=torch.float64)
    first, second = (law.combine(coefficients, temperature_k, SCALE) for law in LAWS)
    assert torch.equal(first, second)
