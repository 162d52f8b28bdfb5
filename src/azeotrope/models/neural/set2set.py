"""Set2Set: a recurrent network that reads the components of a mixture several times."""

from dataclasses import dataclass

import torch
from torch import Tensor, nn

from azeotrope.featurizers.embedder import Embedder
from azeotrope.models.aggregators import Aggregator
from azeotrope.models.counts import require_counts
from azeotrope.models.neural.batches import MixtureBatch
from azeotrope.models.neural.entries import sum_entries
from azeotrope.models.neural.segments import segment_softmax


@dataclass(frozen=True)
class Set2Set(Aggregator):
    """Repeat: q = LSTM([q, r]), then r = sum_i alpha_i h_i with alpha_i proportional to x_i exp(q . h_i).

    The mixture embedding is the last [q, r], twice as wide as a component's. The query q starts at 0 and sees the
    mixture only through r, so that splitting a component changes nothing and a fraction of 0 takes its component out.

    Attributes
    ----------
    n_steps
        Number of readings, at least 1; in the first one q is the same for all mixtures.

    References
    ----------
    O. Vinyals et al., Order Matters: Sequence to Sequence for Sets, ICLR 2016, https://arxiv.org/abs/1511.06391; the
    fractions as weights of the softmax are ours.
    """

    n_steps: int

    def __post_init__(self) -> None:
        """Refuse numbers that are no counts."""
        require_counts("aggregator", n_steps=self.n_steps)

    def build(self, width: int) -> Embedder:
        """See `Aggregator.build`."""
        return Set2SetModule(width, self.n_steps)


class Set2SetModule(Embedder):
    """The trainable part of `Set2Set`."""

    def __init__(self, width: int, n_steps: int) -> None:
        super().__init__(2 * width)
        self.n_steps = n_steps
        self.cell = nn.LSTMCell(2 * width, width)

    def forward(self, entries: Tensor, batch: MixtureBatch) -> Tensor:
        """Return shape `(n, 2 width)` from entry embeddings of shape `(k, width)`."""
        query = memory = entries.new_zeros(len(batch), entries.shape[1])
        output = torch.cat([query, query], dim=1)
        for _ in range(self.n_steps):
            query, memory = self.cell(output, (query, memory))
            score = (entries * query.index_select(0, batch.row)).sum(1, keepdim=True)
            share = segment_softmax(score, batch.mole_fraction, batch.row, len(batch))
            output = torch.cat([query, sum_entries(share * entries, batch)], dim=1)
        return output
