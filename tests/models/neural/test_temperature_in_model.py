"""Laws of temperature inside a trained network."""

from collections.abc import Callable
from dataclasses import replace

import numpy as np
import pytest

from azeotrope.chemistry.mixtures import Mixtures
from azeotrope.datasets.dataset import Dataset
from azeotrope.errors import ConfigError
from azeotrope.models.decompositions import Decomposition, Direct, Excess
from azeotrope.models.neural.model import NeuralModel
from azeotrope.models.protocol import FitContext
from azeotrope.models.temperature_laws import ArrheniusTemperature, InverseTemperatureLaw, VantHoffTemperature

LAWS = [(ArrheniusTemperature(), "ln(mPa s)"), (VantHoffTemperature(), "log10(mole fraction)")]
ROWS = np.arange(120)


@pytest.mark.parametrize(("law", "unit"), LAWS)
@pytest.mark.parametrize("decomposition", [Direct(), Excess("own")])
def test_predictions_are_a_straight_line_in_the_reciprocal_temperature(
    binaries: Dataset,
    mixtures_of: Callable[..., Mixtures],
    model_of: Callable[..., NeuralModel],
    law: InverseTemperatureLaw,
    unit: str,
    decomposition: Decomposition,
) -> None:
    dataset = replace(binaries, info=replace(binaries.info, unit=unit))
    model = model_of(temperature=law, decomposition=decomposition)
    model.fit(dataset, ROWS[:80], ROWS[80:100], FitContext())
    temperature_k = [1 / reciprocal for reciprocal in (0.0028, 0.0031, 0.0034)] + [np.nan]
    predicted = model.predict(mixtures_of([[("O", 0.3), ("CCO", 0.7)]] * 4, temperature_k))
    assert abs(predicted[2] - predicted[0]) > 1e-3
    np.testing.assert_allclose(predicted[1], (predicted[0] + predicted[2]) / 2, rtol=1e-9)
    np.testing.assert_array_equal(np.isnan(predicted), [False, False, False, True])


@pytest.mark.parametrize(("law", "_"), LAWS)
def test_a_property_that_is_no_logarithm_is_refused_before_any_work(
    binaries: Dataset, model_of: Callable[..., NeuralModel], law: InverseTemperatureLaw, _: str
) -> None:
    with pytest.raises(ConfigError, match="unit of example is 'kJ/mol'"):
        model_of(temperature=law).check(binaries)
