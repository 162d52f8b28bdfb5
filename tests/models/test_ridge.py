from collections.abc import Callable, Sequence
from typing import Any

import numpy as np
import pytest
import torch

from azeotrope.datasets.dataset import Dataset
from azeotrope.errors import ConfigError
from azeotrope.featurizers.descriptors import NormalizedDescriptors
from azeotrope.models.aggregators import WeightedSum
from azeotrope.models.decompositions import Direct
from azeotrope.models.interactions import NoInteraction
from azeotrope.models.protocol import FitContext
from azeotrope.models.ridge import RidgeModel
from azeotrope.models.temperature import ConcatTemperature, NoTemperature, TemperatureLaw


def model_of(alphas: Sequence[float], temperature: TemperatureLaw | None = None) -> RidgeModel:
    return RidgeModel(
        featurizer=NormalizedDescriptors(),
        interaction=NoInteraction(),
        aggregator=WeightedSum(),
        temperature=temperature or NoTemperature(),
        decomposition=Direct(),
        alphas=alphas,
    )


def test_a_property_that_is_linear_in_the_composition_is_exact(
    mixtures_of: Callable[..., Any], dataset_of: Callable[..., Dataset]
) -> None:
    fraction = np.linspace(0, 1, 11)
    mixtures = mixtures_of([[("O", 1 - x), ("CCO", x)] for x in fraction], 300 + 10 * np.sin(np.arange(11)))
    dataset = dataset_of(mixtures, 3.0 + 2.0 * fraction + 0.1 * np.sin(np.arange(11)))
    model = model_of([1e-6, 1e6], ConcatTemperature())
    train, validation = np.arange(0, 11, 2), np.arange(1, 11, 2)
    model.fit(dataset, train, validation, FitContext())
    np.testing.assert_allclose(model.predict(mixtures), dataset.table.value, atol=1e-5)
    assert model.report() == {"ridge_alpha": 1e-6}


def test_a_solute_is_used(with_solute: Dataset) -> None:
    model = model_of([0.01])
    rows = np.arange(12)
    model.fit(with_solute, rows, rows[:0], FitContext())
    np.testing.assert_allclose(model.predict(with_solute.table.mixtures), with_solute.table.value, atol=0.1)


def test_what_is_kept_is_a_vector(with_solute: Dataset) -> None:
    model = model_of([1.0])
    model.fit(with_solute, np.arange(8), np.arange(8, 12), FitContext())
    state = model.state()
    assert state["weights"].dtype == torch.float64
    assert state["weights"].shape == (400,)
    assert state["alpha"] == 1.0


@pytest.mark.parametrize("alphas", [[], [0.0], [1.0, -1.0], [float("inf")], [float("nan")]])
def test_what_is_no_penalty_is_refused(alphas: list[float]) -> None:
    with pytest.raises(ConfigError, match=r"predictor\.alphas"):
        model_of(alphas)
