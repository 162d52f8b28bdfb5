"""What a neural model needs from its featurizer: network inputs of molecules, and an encoder for them."""

from abc import ABC, abstractmethod
from dataclasses import dataclass

import torch
from torch import Tensor

from azeotrope.chemistry.molecules import Molecules
from azeotrope.errors import ConfigError
from azeotrope.featurizers.embedder import Embedder
from azeotrope.featurizers.protocol import Featurizer, FixedFeaturizer, LearnedFeaturizer, MoleculeStore
from azeotrope.models.molecule_features import MoleculeFeatures
from azeotrope.models.protocol import FitContext, State
from azeotrope.models.scaling import spread
from azeotrope.typing import FloatArray, IntArray


class MoleculeInputs(ABC):
    """Contract: turn molecules into a store, and build the encoder that reads from it."""

    def fit(self, molecules: Molecules, train: IntArray, context: FitContext) -> None:
        """Learn scalers from the molecules with the indices `train`."""

    @abstractmethod
    def store(self, molecules: Molecules) -> MoleculeStore:
        """Return the network inputs of the molecules."""

    @abstractmethod
    def build(self) -> Embedder:
        """Return a new encoder with random weights."""

    def state(self) -> State:
        """Return what `fit` learned."""
        return {}

    def load_state(self, state: State) -> None:
        """Restore what `state` returned."""


class LearnedInputs(MoleculeInputs):
    """Inputs of a featurizer that trains its own representation."""

    def __init__(self, featurizer: LearnedFeaturizer) -> None:
        self.featurizer = featurizer

    def store(self, molecules: Molecules) -> MoleculeStore:
        """See `MoleculeInputs.store`."""
        return self.featurizer.store(molecules.smiles)

    def build(self) -> Embedder:
        """See `MoleculeInputs.build`."""
        return self.featurizer.build()


class FixedInputs(MoleculeInputs):
    """Fixed features, imputed and standardised over the distinct training molecules."""

    def __init__(self, featurizer: FixedFeaturizer) -> None:
        self._features = MoleculeFeatures(featurizer)
        self._mean: FloatArray
        self._deviation: FloatArray

    def fit(self, molecules: Molecules, train: IntArray, context: FitContext) -> None:
        """See `MoleculeInputs.fit`; features that are constant over the training molecules become 0 for them."""
        self._features.fit(molecules, train, context)
        features = self._features.of(molecules)[train]
        self._mean, self._deviation = features.mean(axis=0), spread(features)

    def store(self, molecules: Molecules) -> "FeatureStore":
        """See `MoleculeInputs.store`."""
        return FeatureStore(torch.from_numpy((self._features.of(molecules) - self._mean) / self._deviation))

    def build(self) -> Embedder:
        """See `MoleculeInputs.build`."""
        return FeatureEncoder(len(self._features.featurizer.names))

    def state(self) -> State:
        """See `MoleculeInputs.state`."""
        scaling = {"mean": torch.from_numpy(self._mean), "deviation": torch.from_numpy(self._deviation)}
        return {"imputation": self._features.state(), **scaling}

    def load_state(self, state: State) -> None:
        """See `MoleculeInputs.load_state`; another set of features is a `RunError`."""
        self._features.load_state(state["imputation"])
        self._mean, self._deviation = state["mean"].numpy(), state["deviation"].numpy()


@dataclass(frozen=True, eq=False)
class FeatureStore:
    """Feature rows of all molecules, shape `(m, d)`."""

    features: Tensor

    def __len__(self) -> int:
        return len(self.features)

    def batch(self, molecules: Tensor) -> Tensor:
        """Return the rows of the given molecules, shape `(u, d)`."""
        return self.features.index_select(0, molecules)


class FeatureEncoder(Embedder):
    """Pass fixed features on."""

    def forward(self, features: Tensor) -> Tensor:
        """Return the features, shape `(u, width)`."""
        return features


def molecule_inputs(featurizer: Featurizer) -> MoleculeInputs:
    """Return the inputs for a featurizer.

    Raises
    ------
    ConfigError
        When the featurizer represents no molecules.
    """
    if isinstance(featurizer, LearnedFeaturizer):
        return LearnedInputs(featurizer)
    if isinstance(featurizer, FixedFeaturizer):
        return FixedInputs(featurizer)
    raise ConfigError("a neural predictor needs a representation of molecules; choose featurizer=dmpnn or rdkit")
