"""One message for each pair of molecules of a mixture, computed from both of them."""

from dataclasses import dataclass

import torch
from torch import Tensor

from azeotrope.featurizers.embedder import Embedder
from azeotrope.models.counts import require_counts
from azeotrope.models.interactions import Interaction
from azeotrope.models.neural.batches import MixtureBatch
from azeotrope.models.neural.pairs import entry_pairs
from azeotrope.models.neural.perceptron import perceptron


@dataclass(frozen=True)
class ExplicitInteraction(Interaction):
    """h_i += sum_j x_j F(h_i, h_j) over the other molecules j, with a perceptron F.

    Each pair has a message of its own, made from receiver and sender together, as A-B contacts differ from A-C
    contacts; a group of three or more acts only as the sum of its pairs. In `MolecularInteraction`, by contrast, a
    molecule says the same to all others. The sum is empty for a pure compound, whose embedding is that of its molecule.

    Attributes
    ----------
    hidden_width
        Width of the hidden layer of F.

    References
    ----------
    E. I. Sanchez Medina et al., Digital Discovery 2023, 2, 781. Their molecules have explicit edges between solute and
    solvent; messages from the pair of embeddings and weights by fraction are ours.
    """

    hidden_width: int

    def __post_init__(self) -> None:
        """Refuse numbers that are no counts."""
        require_counts("interaction", hidden_width=self.hidden_width)

    def build(self, width: int) -> Embedder:
        """See `Interaction.build`."""
        return ExplicitInteractionModule(width, self.hidden_width)


class ExplicitInteractionModule(Embedder):
    """The trainable part of `ExplicitInteraction`."""

    def __init__(self, width: int, hidden_width: int) -> None:
        super().__init__(width)
        self.message = perceptron(2 * width, hidden_width, 1, width)

    def forward(self, molecules: Tensor, batch: MixtureBatch) -> Tensor:
        """Return shape `(k, width)` from molecule embeddings of shape `(u, width)`."""
        receiver, sender = entry_pairs(batch)
        entries = molecules.index_select(0, batch.component)
        pairs = torch.cat([entries.index_select(0, receiver), entries.index_select(0, sender)], dim=1)
        return entries.index_add(0, receiver, batch.mole_fraction[sender][:, None] * self.message(pairs))
