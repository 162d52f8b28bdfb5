"""The contracts of molecular representations: fixed features, or inputs from which a network learns its own."""

from abc import abstractmethod
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, Protocol

from azeotrope.typing import FloatArray

if TYPE_CHECKING:
    from torch import Tensor

    from azeotrope.featurizers.embedder import Embedder


class Featurizer:
    """A way to represent molecules; every one sees the SMILES as given, stereo included."""


class FixedFeaturizer(Featurizer):
    """A representation that is computed once and does not change in training."""

    @property
    @abstractmethod
    def identity(self) -> str:
        """Name, version and options: equal strings mean equal features, and cached features are shared by it."""

    @property
    @abstractmethod
    def names(self) -> tuple[str, ...]:
        """Names of the `d` features."""

    @property
    def parts(self) -> "tuple[FixedFeaturizer, ...]":
        """Featurizers whose columns, side by side, are the `d` features; each part is cached on its own."""
        return (self,)

    @abstractmethod
    def features(self, smiles: Sequence[str]) -> FloatArray:
        """Return one row per molecule, shape `(m, d)`, also for `m = 0`.

        The row of a molecule does not depend on the other molecules. NaN marks a feature that is not defined for a
        molecule; it is never replaced by a number here.
        """


class MoleculeStore(Protocol):
    """Network inputs of many molecules, from which batches are taken without a Python loop over molecules."""

    def __len__(self) -> int:
        """Return the number of molecules."""

    def batch(self, molecules: "Tensor") -> Any:
        """Return the network input of the given molecule indices, shape `(u,)`, in their order.

        Like a tensor it has a method `to`, which takes a device or a floating-point type.
        """


class LearnedFeaturizer(Featurizer):
    """A representation that is trained together with the property."""

    @abstractmethod
    def store(self, smiles: Sequence[str]) -> MoleculeStore:
        """Return the network inputs of the molecules, in their order."""

    @abstractmethod
    def build(self) -> "Embedder":
        """Return a new encoder with random weights.

        Its forward turns what `MoleculeStore.batch` returns for `u` molecules into embeddings of shape `(u, width)`.
        """


class NoFeaturizer(Featurizer):
    """No representation, for models that look at no molecule's structure."""
