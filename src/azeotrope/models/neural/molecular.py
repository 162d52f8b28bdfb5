"""Message passing over the graph whose nodes are the molecules of a mixture."""

from dataclasses import dataclass

import torch
from torch import Tensor, nn

from azeotrope.featurizers.embedder import Embedder
from azeotrope.models.counts import require_counts
from azeotrope.models.interactions import Interaction
from azeotrope.models.neural.batches import MixtureBatch
from azeotrope.models.neural.pairs import entry_pairs
from azeotrope.models.neural.perceptron import NEGATIVE_SLOPE, perceptron


@dataclass(frozen=True)
class MolecularInteraction(Interaction):
    """Repeat: m_i = sum_j x_j M(h_j) over the other molecules j, then h_i += x_others U(h_i, m_i).

    The graph is complete. A molecule says the same to all others, and each reads the sum of what its surroundings say;
    over several steps it also hears how they changed each other. In `ExplicitInteraction`, by contrast, what one
    molecule says depends on whom it speaks to. The factor x_others, the total fraction of the other molecules, makes
    the update vanish continuously towards a pure compound, whose embedding is that of its molecule.

    Attributes
    ----------
    hidden_width
        Width of the hidden layer of the update U.
    n_steps
        Number of steps, all with the same weights.

    References
    ----------
    S. Qin et al., Digital Discovery 2023, 2, 138. Their graph passes messages between molecules too; weights by
    fraction and the exact pure limit are ours.
    """

    hidden_width: int
    n_steps: int

    def __post_init__(self) -> None:
        """Refuse numbers that are no counts."""
        require_counts("interaction", hidden_width=self.hidden_width, n_steps=self.n_steps)

    def build(self, width: int) -> Embedder:
        """See `Interaction.build`."""
        return MolecularInteractionModule(width, self.hidden_width, self.n_steps)


class MolecularInteractionModule(Embedder):
    """The trainable part of `MolecularInteraction`."""

    def __init__(self, width: int, hidden_width: int, n_steps: int) -> None:
        super().__init__(width)
        self.n_steps = n_steps
        self.message = nn.Sequential(nn.Linear(width, width), nn.LeakyReLU(NEGATIVE_SLOPE))
        self.update = perceptron(2 * width, hidden_width, 1, width)

    def forward(self, molecules: Tensor, batch: MixtureBatch) -> Tensor:
        """Return shape `(k, width)` from molecule embeddings of shape `(u, width)`."""
        receiver, sender = entry_pairs(batch)
        fraction = batch.mole_fraction[sender][:, None]
        entries = molecules.index_select(0, batch.component)
        others = entries.new_zeros(len(entries), 1).index_add(0, receiver, fraction)
        for _ in range(self.n_steps):
            messages = fraction * self.message(entries).index_select(0, sender)
            received = torch.zeros_like(entries).index_add(0, receiver, messages)
            entries = entries + others * self.update(torch.cat([entries, received], dim=1))
        return entries
