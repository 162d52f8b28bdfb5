from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any, NoReturn

import numpy as np
import pytest
from torch import nn

from azeotrope.chemistry.mixtures import Mixtures
from azeotrope.datasets.dataset import Dataset
from azeotrope.errors import ConfigError, DataError
from azeotrope.featurizers.protocol import FixedFeaturizer, NoFeaturizer
from azeotrope.models.aggregators import Aggregator, Concatenation, WeightedSum
from azeotrope.models.decompositions import Decomposition, Direct
from azeotrope.models.interactions import Interaction, NoInteraction
from azeotrope.models.mixture_features import MixtureFeatures
from azeotrope.models.neural.deep_sets import DeepSets
from azeotrope.models.protocol import FitContext
from azeotrope.models.temperature import ConcatTemperature, NoTemperature, TemperatureLaw
from azeotrope.typing import FloatArray


@dataclass(frozen=True)
class Counts(FixedFeaturizer):
    """Numbers of carbons and oxygens."""

    identity: str = "counts"
    names: tuple[str, ...] = ("carbons", "oxygens")

    def features(self, smiles: Sequence[str]) -> FloatArray:
        return np.array([[text.upper().count("C"), text.count("O")] for text in smiles], dtype=float).reshape(-1, 2)


class TwoCoefficients(ConcatTemperature):
    """A law that only a network can serve."""

    n_coefficients = 2


class Messages(Interaction):
    """An interaction that only a network can serve."""

    def build(self, width: int) -> NoReturn:
        raise NotImplementedError


class Excess(Decomposition):
    """A decomposition that only a network can serve."""

    def build(
        self, aggregator: Aggregator, width: int, context_width: int, make_head: Callable[[int], nn.Module]
    ) -> NoReturn:
        raise NotImplementedError


PARTS: dict[str, Any] = {
    "featurizer": Counts(),
    "interaction": NoInteraction(),
    "aggregator": WeightedSum(),
    "temperature": ConcatTemperature(),
    "decomposition": Direct(),
}


def features_of(temperature: TemperatureLaw) -> MixtureFeatures:
    return MixtureFeatures(**PARTS | {"temperature": temperature})


@pytest.fixture
def alcohols(mixtures_of: Callable[..., Mixtures]) -> Mixtures:
    return mixtures_of([[("CO", 0.5), ("CCCO", 0.5)], [("CO", 1.0)]], [290.0, 310.0], ["O", "CC"])


def test_features_then_solute_then_temperature(alcohols: Mixtures) -> None:
    features = features_of(ConcatTemperature())
    features.fit(alcohols, FitContext())
    np.testing.assert_allclose(features.matrix(alcohols), [[2, 1, 0, 1, -1], [1, 1, 2, 0, 1]])
    np.testing.assert_allclose(features.embed(alcohols), [[2, 1], [1, 1]])


def test_without_temperature_law_there_is_no_column(alcohols: Mixtures) -> None:
    features = features_of(NoTemperature())
    features.fit(alcohols, FitContext())
    assert features.matrix(alcohols).shape == (2, 4)


def test_no_rows(alcohols: Mixtures) -> None:
    features = features_of(ConcatTemperature())
    features.fit(alcohols, FitContext())
    assert features.matrix(alcohols.take([])).shape == (0, 5)


def test_other_molecules_than_in_training(alcohols: Mixtures, mixtures_of: Callable[..., Mixtures]) -> None:
    features = features_of(ConcatTemperature())
    features.fit(alcohols, FitContext())
    np.testing.assert_allclose(features.embed(mixtures_of([[("CCCCO", 1.0)]], [300.0], ["O"])), [[4, 1]])


def test_state_round_trip(alcohols: Mixtures) -> None:
    features = features_of(ConcatTemperature())
    features.fit(alcohols, FitContext())
    restored = features_of(ConcatTemperature())
    restored.load_state(features.state())
    np.testing.assert_array_equal(restored.matrix(alcohols), features.matrix(alcohols))


def test_a_missing_context_is_an_error(alcohols: Mixtures, mixtures_of: Callable[..., Mixtures]) -> None:
    features = features_of(ConcatTemperature())
    features.fit(alcohols, FitContext())
    with pytest.raises(DataError, match="solute"):
        features.matrix(mixtures_of([[("CO", 1.0)]], [300.0]))
    with pytest.raises(DataError, match="temperature"):
        features.matrix(mixtures_of([[("CO", 1.0)]], None, ["O"]))


@pytest.mark.parametrize(
    ("part", "choice"),
    [
        ("featurizer", NoFeaturizer()),
        ("interaction", Messages()),
        ("aggregator", DeepSets(hidden_width=4)),
        ("temperature", TwoCoefficients()),
        ("decomposition", Excess()),
    ],
)
def test_parts_that_need_a_network_are_refused_by_name(part: str, choice: object) -> None:
    with pytest.raises(ConfigError, match=f"the {part} {type(choice).__name__} .*{part}="):
        MixtureFeatures(**PARTS | {part: choice})


def test_a_network_is_no_way_out_without_a_representation() -> None:
    with pytest.raises(ConfigError, match=r"represents no molecules; .*featurizer=rdkit") as refused:
        MixtureFeatures(**PARTS | {"featurizer": NoFeaturizer()})
    assert "predictor=mlp" not in str(refused.value)


def test_concatenated_features_then_solute_then_temperature(alcohols: Mixtures) -> None:
    features = MixtureFeatures(**PARTS | {"aggregator": Concatenation(max_components=2)})
    features.fit(alcohols, FitContext())
    assert features.matrix(alcohols).tolist() == [[0.5, 1, 1, 0.5, 3, 1, 0, 1, -1], [1, 1, 1, 0, 0, 0, 2, 0, 1]]


def test_a_data_set_that_does_not_fit_is_refused(binaries: Dataset, without_temperature: Dataset) -> None:
    features_of(ConcatTemperature()).check(binaries)
    with pytest.raises(ConfigError, match="needs a temperature"):
        features_of(ConcatTemperature()).check(without_temperature)
    with pytest.raises(ConfigError, match="mixtures of 2"):
        MixtureFeatures(**PARTS | {"aggregator": Concatenation(max_components=1)}).check(binaries)
