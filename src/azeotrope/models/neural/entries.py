"""Modules without weights: from molecules to entries, and from entries to mixtures."""

from torch import Tensor

from azeotrope.featurizers.embedder import Embedder
from azeotrope.models.neural.batches import MixtureBatch


class MoleculeEntries(Embedder):
    """Give each entry the embedding of its molecule."""

    def forward(self, molecules: Tensor, batch: MixtureBatch) -> Tensor:
        """Return shape `(k, width)` from molecule embeddings of shape `(u, width)`."""
        return molecules.index_select(0, batch.component)


class WeightedSumOfEntries(Embedder):
    """Add the embeddings of each mixture's entries, weighted with mole fractions."""

    def forward(self, entries: Tensor, batch: MixtureBatch) -> Tensor:
        """Return shape `(n, width)` from entry embeddings of shape `(k, width)`."""
        return sum_entries(entries * batch.mole_fraction[:, None], batch)


def sum_entries(entries: Tensor, batch: MixtureBatch) -> Tensor:
    """Add the rows of each mixture, shapes `(k, d)` to `(n, d)`."""
    return entries.new_zeros(len(batch), entries.shape[1]).index_add(0, batch.row, entries)
