"""Tiny networks and batches for the neural models."""

from collections.abc import Callable
from typing import Any

import numpy as np
import pytest
import torch

from azeotrope.chemistry.mixing_rules import LinearMixing
from azeotrope.chemistry.mixtures import Mixtures
from azeotrope.models.aggregators import WeightedSum
from azeotrope.models.decompositions import Direct
from azeotrope.models.interactions import NoInteraction
from azeotrope.models.neural.batches import BatchSource, MixtureBatch
from azeotrope.models.neural.message_passing import DirectedMessagePassing, SumReadout
from azeotrope.models.neural.model import NeuralModel
from azeotrope.models.neural.perceptron import perceptron
from azeotrope.models.neural.readout import ReadoutParts
from azeotrope.models.neural.training import TrainerOptions
from azeotrope.models.scaling import Standardization
from azeotrope.models.temperature import ConcatTemperature, TemperatureLaw

ModelMaker = Callable[..., NeuralModel]
OptionsMaker = Callable[..., TrainerOptions]
SourceMaker = Callable[..., BatchSource]
BatchMaker = Callable[..., MixtureBatch]
PartsMaker = Callable[..., ReadoutParts]

TINY = DirectedMessagePassing(hidden_width=7, depth=3, readout=SumReadout(1.0))


@pytest.fixture(scope="session")
def options_of() -> OptionsMaker:
    """Options of a fit of three epochs; any of them can be changed."""

    def make(**changes: Any) -> TrainerOptions:
        options: dict[str, Any] = {
            "epochs": 3,
            "min_steps": 0,
            "batch_size": 32,
            "initial_learning_rate": 1e-3,
            "peak_learning_rate": 1e-2,
            "final_learning_rate": 1e-3,
            "warmup_epochs": 1,
            "gradient_clip_norm": None,
            "accelerator": "cpu",
            "devices": 1,
            "threads": 1,
        }
        return TrainerOptions(**options | changes)

    return make


@pytest.fixture(scope="session")
def model_of(options_of: OptionsMaker) -> ModelMaker:
    """Untrained tiny model; any of its parts can be changed."""

    def make(**changes: Any) -> NeuralModel:
        parts: dict[str, Any] = {
            "featurizer": TINY,
            "interaction": NoInteraction(),
            "aggregator": WeightedSum(),
            "temperature": ConcatTemperature(),
            "decomposition": Direct(),
            "trainer": options_of(),
            "seed": 0,
            "hidden_width": 8,
            "n_layers": 2,
        }
        return NeuralModel(**parts | changes)

    return make


@pytest.fixture(scope="session")
def source_of() -> SourceMaker:
    """Batches of mixtures with graphs in double precision."""

    def make(mixtures: Mixtures, law: TemperatureLaw | None = None) -> BatchSource:
        return BatchSource(
            mixtures,
            TINY.store(mixtures.molecules.smiles),
            law or ConcatTemperature(),
            Standardization(300.0, 10.0),
            np.arange(len(mixtures), dtype=np.float64),
            torch.float64,
        )

    return make


@pytest.fixture(scope="session")
def batch_of(source_of: SourceMaker) -> BatchMaker:
    """All mixtures as one batch."""

    def make(mixtures: Mixtures) -> MixtureBatch:
        return source_of(mixtures).batch(np.arange(len(mixtures)))

    return make


@pytest.fixture(scope="session")
def parts_of() -> PartsMaker:
    """Parts of a readout with linear heads; any of them can be changed."""

    def make(**changes: Any) -> ReadoutParts:
        parts: dict[str, Any] = {
            "aggregator": WeightedSum(),
            "molecule_width": 2,
            "entry_width": 2,
            "context_width": 1,
            "make_head": lambda width, n_outputs: perceptron(width, 0, 0, n_outputs),
            "law": ConcatTemperature(),
            "temperature_scale": Standardization(300.0, 10.0),
            "rule": LinearMixing(),
            "target": Standardization(0.0, 1.0),
        }
        return ReadoutParts(**parts | changes)

    return make
