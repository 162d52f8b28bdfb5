"""Every interaction and every aggregator inside a model that is trained."""

from collections.abc import Callable
from typing import Any

import numpy as np
import pytest
import torch

from azeotrope.chemistry.mixtures import Mixtures
from azeotrope.datasets.dataset import Dataset
from azeotrope.errors import ConfigError, DataError
from azeotrope.models.aggregators import Concatenation
from azeotrope.models.neural.attentive import AttentivePooling
from azeotrope.models.neural.deep_sets import DeepSets
from azeotrope.models.neural.explicit import ExplicitInteraction
from azeotrope.models.neural.model import NeuralModel
from azeotrope.models.neural.molecular import MolecularInteraction
from azeotrope.models.neural.self_attention import SelfAttention
from azeotrope.models.neural.set2set import Set2Set
from azeotrope.models.neural.training import TrainerOptions
from azeotrope.models.protocol import FitContext

ROWS = np.arange(120)
INTERACTIONS = [MolecularInteraction(6, 2), ExplicitInteraction(6), SelfAttention(2)]
CHOICES: list[dict[str, Any]] = [
    *({"interaction": interaction} for interaction in INTERACTIONS),
    {"interaction": INTERACTIONS[0], "aggregator": Set2Set(2)},
    {"interaction": INTERACTIONS[1], "aggregator": AttentivePooling(5)},
    {"interaction": INTERACTIONS[2], "aggregator": DeepSets(5)},
    {"aggregator": Concatenation(2)},
]


def fitted(
    binaries: Dataset,
    model_of: Callable[..., NeuralModel],
    options_of: Callable[..., TrainerOptions],
    choice: dict[str, Any],
) -> NeuralModel:
    model = model_of(trainer=options_of(epochs=2), **choice)
    model.fit(binaries, ROWS[:100], ROWS[100:], FitContext())
    return model


@pytest.mark.parametrize("choice", CHOICES)
def test_a_model_trains_predicts_and_is_restored(
    binaries: Dataset,
    model_of: Callable[..., NeuralModel],
    options_of: Callable[..., TrainerOptions],
    choice: dict[str, Any],
) -> None:
    model = fitted(binaries, model_of, options_of, choice)
    mixtures = binaries.table.mixtures
    predicted = model.predict(mixtures)
    assert np.isfinite(predicted).all()
    assert np.ptp(predicted) > 0
    np.testing.assert_allclose(
        [model.predict(mixtures.take([row]))[0] for row in ROWS[5:15]], predicted[5:15], rtol=1e-12
    )
    restored = model_of(**choice)
    restored.load_state(model.state())
    np.testing.assert_array_equal(restored.predict(mixtures), predicted)


@pytest.mark.parametrize("interaction", INTERACTIONS)
def test_training_reaches_the_interaction_and_pure_rows_do_not_depend_on_it(
    binaries: Dataset,
    model_of: Callable[..., NeuralModel],
    options_of: Callable[..., TrainerOptions],
    interaction: Any,
) -> None:
    model = fitted(binaries, model_of, options_of, {"interaction": interaction})
    weights = list(model._network.interaction.parameters())
    mixtures = binaries.table.mixtures
    before = model.predict(mixtures)
    with torch.no_grad():
        for weight in weights:
            weight.add_(torch.randn_like(weight))
    after = model.predict(mixtures)
    pure = mixtures.is_pure
    np.testing.assert_array_equal(after[pure], before[pure])
    assert (after[~pure] != before[~pure]).all()


def test_too_many_components_to_concatenate_are_refused_before_any_work(
    binaries: Dataset, model_of: Callable[..., NeuralModel], monkeypatch: pytest.MonkeyPatch
) -> None:
    model = model_of(aggregator=Concatenation(1))
    monkeypatch.setattr(NeuralModel, "_build", None)
    with pytest.raises(ConfigError, match=r"max_components=1 components.* mixtures of 2"):
        model.check(binaries)
    with pytest.raises(ConfigError, match=r"max_components=1"):
        model.fit(binaries, ROWS[:100], ROWS[100:], FitContext())


def test_too_many_components_in_a_prediction_are_named(
    binaries: Dataset,
    model_of: Callable[..., NeuralModel],
    options_of: Callable[..., TrainerOptions],
    mixtures_of: Callable[..., Mixtures],
) -> None:
    model = fitted(binaries, model_of, options_of, {"aggregator": Concatenation(2)})
    mixtures = mixtures_of([[("O", 1.0)], [("O", 0.2), ("C", 0.3), ("CCO", 0.5)]], [300.0] * 2)
    for function in (model.predict, model.embed):
        with pytest.raises(DataError, match=r"mixture 1 .* has 3 components.* at most 2"):
            function(mixtures)
