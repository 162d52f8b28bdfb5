"""Self-attention: each component takes over part of those whose keys answer its query."""

from dataclasses import dataclass

import torch
from torch import Tensor, nn

from azeotrope.featurizers.embedder import Embedder
from azeotrope.models.counts import require_counts
from azeotrope.models.interactions import Interaction
from azeotrope.models.neural.batches import MixtureBatch
from azeotrope.models.neural.pairs import all_entry_pairs
from azeotrope.models.neural.segments import segment_softmax


@dataclass(frozen=True)
class SelfAttention(Interaction):
    """h_i += W sum_j alpha_ij (v_j - v_i), with alpha_ij proportional to x_j exp(q_i . k_j / sqrt(d)).

    The sum runs over all entries j of the mixture, i included, in several heads of width d. Only what differs from the
    molecule itself is added, so that a pure compound's embedding is that of its molecule, and no layer has a bias
    where it could add anything else.

    Attributes
    ----------
    n_heads
        Number of heads. Each has width d = width / n_heads, rounded up: queries, keys and values are projections, so
        that the width of the embeddings need not be a multiple.

    References
    ----------
    A. Vaswani et al., Attention Is All You Need, NeurIPS 2017, https://arxiv.org/abs/1706.03762; the fractions as
    weights of the softmax and the difference of values are ours.
    """

    n_heads: int

    def __post_init__(self) -> None:
        """Refuse numbers that are no counts."""
        require_counts("interaction", n_heads=self.n_heads)

    def build(self, width: int) -> Embedder:
        """See `Interaction.build`."""
        return SelfAttentionModule(width, self.n_heads)


class SelfAttentionModule(Embedder):
    """The trainable part of `SelfAttention`."""

    def __init__(self, width: int, n_heads: int) -> None:
        super().__init__(width)
        self.n_heads = n_heads
        self.head_width = -(-width // n_heads)
        inner = n_heads * self.head_width
        self.query = nn.Linear(width, inner)
        self.key = nn.Linear(width, inner)
        self.value = nn.Linear(width, inner, bias=False)
        self.output = nn.Linear(inner, width, bias=False)

    def forward(self, molecules: Tensor, batch: MixtureBatch) -> Tensor:
        """Return shape `(k, width)` from molecule embeddings of shape `(u, width)`."""
        receiver, sender = all_entry_pairs(batch)
        first, second = batch.component[receiver], batch.component[sender]
        scale = self.head_width**-0.5
        query, key, value = (self._heads(layer(molecules)) for layer in (self.query, self.key, self.value))
        score = scale * (query.index_select(0, first) * key.index_select(0, second)).sum(2)
        share = segment_softmax(score, batch.mole_fraction[sender], receiver, len(batch.component))
        messages = share[:, :, None] * (value.index_select(0, second) - value.index_select(0, first))
        received = messages.new_zeros(len(batch.component), *value.shape[1:]).index_add(0, receiver, messages)
        change: Tensor = self.output(received.flatten(1))
        return molecules.index_select(0, batch.component) + change

    def _heads(self, projected: Tensor) -> Tensor:
        """Split the columns into heads, shape `(u, n_heads, head_width)`."""
        return torch.unflatten(projected, 1, (self.n_heads, self.head_width))
