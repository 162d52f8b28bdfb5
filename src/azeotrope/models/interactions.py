"""How the molecules of a mixture change each other's embeddings before they are aggregated."""

from abc import ABC, abstractmethod
from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from azeotrope.featurizers.embedder import Embedder


class Interaction(ABC):
    """Contract of an interaction between the components of a mixture."""

    @abstractmethod
    def build(self, width: int) -> "Embedder":
        """Return a new module with random weights.

        Its forward takes the embeddings of the `u` distinct molecules of a batch, shape `(u, width)`, and the
        `MixtureBatch`, and returns one embedding per entry, shape `(k, module.width)`. It is equivariant to the order
        of entries; an entry of fraction 0 does not change the others, splitting a component into two entries changes
        nothing, and the entry of a pure compound has the embedding of its molecule, unless the class says otherwise.
        """


@dataclass(frozen=True)
class NoInteraction(Interaction):
    """Each component keeps the embedding of its molecule."""

    def build(self, width: int) -> "Embedder":
        """See `Interaction.build`."""
        from azeotrope.models.neural.entries import MoleculeEntries

        return MoleculeEntries(width)
