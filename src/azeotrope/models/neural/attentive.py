"""Attentive pooling: a weighted mean of the components in which learned scores shift the mole fractions."""

from dataclasses import dataclass

from torch import Tensor

from azeotrope.featurizers.embedder import Embedder
from azeotrope.models.aggregators import Aggregator
from azeotrope.models.counts import require_counts
from azeotrope.models.neural.batches import MixtureBatch
from azeotrope.models.neural.entries import sum_entries
from azeotrope.models.neural.perceptron import perceptron
from azeotrope.models.neural.segments import segment_softmax


@dataclass(frozen=True)
class AttentivePooling(Aggregator):
    """h = sum_i alpha_i h_i with alpha_i proportional to x_i exp(a(h_i)) and a perceptron a.

    With equal scores it is the mole-fraction mean. Splitting a component changes nothing, a fraction of 0 takes its
    component out, and a pure compound keeps its embedding.

    Attributes
    ----------
    hidden_width
        Width of the hidden layer of a.

    References
    ----------
    C. dos Santos et al., Attentive Pooling Networks, 2016, https://arxiv.org/abs/1602.03609; the fractions as weights
    of the softmax are ours.
    """

    hidden_width: int

    def __post_init__(self) -> None:
        """Refuse numbers that are no counts."""
        require_counts("aggregator", hidden_width=self.hidden_width)

    def build(self, width: int) -> Embedder:
        """See `Aggregator.build`."""
        return AttentivePoolingModule(width, self.hidden_width)


class AttentivePoolingModule(Embedder):
    """The trainable part of `AttentivePooling`."""

    def __init__(self, width: int, hidden_width: int) -> None:
        super().__init__(width)
        self.score = perceptron(width, hidden_width, 1, 1)

    def forward(self, entries: Tensor, batch: MixtureBatch) -> Tensor:
        """Return shape `(n, width)` from entry embeddings of shape `(k, width)`."""
        share = segment_softmax(self.score(entries), batch.mole_fraction, batch.row, len(batch))
        return sum_entries(share * entries, batch)
