"""How the component embeddings of a mixture become one mixture embedding."""

from abc import ABC, abstractmethod
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from azeotrope.chemistry.mixtures import Mixtures
from azeotrope.typing import FloatArray

if TYPE_CHECKING:
    from azeotrope.featurizers.embedder import Embedder


class Aggregator(ABC):
    """Contract of an aggregator.

    The result does not depend on the order of components, on splitting one component into two entries, or on a
    component of fraction 0, unless the class says so.
    """

    @abstractmethod
    def build(self, width: int) -> "Embedder":
        """Return a new module, with random weights where it learns any.

        Its forward takes the embeddings of the `k` entries of a batch, shape `(k, width)`, and the `MixtureBatch`, and
        returns mixture embeddings of shape `(n, module.width)`.
        """


class FixedAggregator(Aggregator):
    """An aggregator without learned weights, which also serves models that are not neural."""

    @abstractmethod
    def combine(self, mixtures: Mixtures, features: FloatArray) -> FloatArray:
        """Return mixture features of shape `(n, d')` from those of the molecules, shape `(m, d)`."""


@dataclass(frozen=True)
class WeightedSum(FixedAggregator):
    """h = sum_i x_i h_i: the mean of the component embeddings, weighted with mole fractions."""

    def build(self, width: int) -> "Embedder":
        """See `Aggregator.build`."""
        from azeotrope.models.neural.entries import WeightedSumOfEntries

        return WeightedSumOfEntries(width)

    def combine(self, mixtures: Mixtures, features: FloatArray) -> FloatArray:
        """See `FixedAggregator.combine`; repeated components add up."""
        from scipy.sparse import csr_array

        shape = (len(mixtures), len(mixtures.molecules))
        weights = csr_array((mixtures.mole_fraction, mixtures.component, mixtures.offsets), shape=shape)
        return np.asarray(weights @ features, dtype=np.float64)
