"""How the component embeddings of a mixture become one mixture embedding."""

from abc import ABC, abstractmethod
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from azeotrope.chemistry.mixtures import Mixtures
from azeotrope.errors import ConfigError, DataError
from azeotrope.models.counts import require_counts
from azeotrope.typing import FloatArray, IntArray

if TYPE_CHECKING:
    from azeotrope.featurizers.embedder import Embedder


class Aggregator(ABC):
    """Contract of an aggregator.

    Attributes
    ----------
    is_lawful
        Whether the result does not depend on the order of components, on splitting one component into two entries, or
        on a component of fraction 0.
    """

    is_lawful: bool = True

    def check(self, mixtures: Mixtures) -> None:
        """Raise `ConfigError` when a data set has mixtures that it cannot represent; called before any work."""

    def check_rows(self, mixtures: Mixtures) -> None:
        """Raise `DataError` that names the first mixture that it cannot represent; called before a prediction."""

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


@dataclass(frozen=True)
class Concatenation(FixedAggregator):
    """h = (x_1, h_1, x_2, h_2, ..., 0, ...): the components side by side, in the order of the table.

    Each component has a slot of its own and unused slots are 0. A model on top sees which component stands where, so
    the result depends on the order: it is not invariant to permuting the components, to splitting one, or to adding
    one of fraction 0. Curated tables are sorted by InChI, which makes the order reproducible but not meaningful: one
    molecule stands first in one mixture and second in another.

    Attributes
    ----------
    max_components
        Number of slots, at least 1; mixtures of more components are refused.

    Raises
    ------
    ConfigError
        When there is no slot.
    """

    is_lawful = False
    max_components: int

    def __post_init__(self) -> None:
        """Refuse numbers that are no counts."""
        require_counts("aggregator", max_components=self.max_components)

    def check(self, mixtures: Mixtures) -> None:
        """See `Aggregator.check`."""
        found = int(mixtures.n_components.max(initial=0))
        if found > self.max_components:
            raise ConfigError(
                f"aggregator=concat has room for aggregator.max_components={self.max_components} components, but the "
                f"data set has mixtures of {found}; set aggregator.max_components={found}, or choose "
                "aggregator=weighted_sum, which takes any number"
            )

    def check_rows(self, mixtures: Mixtures) -> None:
        """See `Aggregator.check_rows`."""
        refuse_crowded(mixtures.n_components, self.max_components)

    def build(self, width: int) -> "Embedder":
        """See `Aggregator.build`."""
        from azeotrope.models.neural.concatenation import ConcatenatedEntries

        return ConcatenatedEntries(width, self.max_components)

    def combine(self, mixtures: Mixtures, features: FloatArray) -> FloatArray:
        """See `FixedAggregator.combine`; returns shape `(n, max_components * (1 + d))`."""
        self.check_rows(mixtures)
        position = np.arange(len(mixtures.component)) - mixtures.offsets[mixtures.row_of_entry]
        slots = np.zeros((len(mixtures), self.max_components, 1 + features.shape[1]))
        slots[mixtures.row_of_entry, position, 0] = mixtures.mole_fraction
        slots[mixtures.row_of_entry, position, 1:] = features[mixtures.component]
        return slots.reshape(len(mixtures), self.max_components * (1 + features.shape[1]))


def refuse_crowded(n_components: IntArray, max_components: int) -> None:
    """Raise `DataError` with the first mixture that has more components than there are slots for."""
    crowded = np.flatnonzero(n_components > max_components)
    if len(crowded):
        raise DataError(
            f"mixture {crowded[0]} (counted from 0) has {n_components[crowded[0]]} components, but this model "
            f"concatenates at most {max_components}; leave it out, or use a model with another aggregator"
        )
