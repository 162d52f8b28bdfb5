"""From the embeddings of entries to the coefficients of the temperature law."""

from abc import ABC, abstractmethod

import torch
from torch import Tensor, nn

from azeotrope.featurizers.embedder import Embedder
from azeotrope.models.neural.batches import MixtureBatch


class MixtureReadout(nn.Module, ABC):
    """Contract of what a `Decomposition` builds."""

    @abstractmethod
    def embed(self, entries: Tensor, batch: MixtureBatch) -> Tensor:
        """Return the mixture embedding before context and predictor, shape `(n, d)`."""

    @abstractmethod
    def forward(self, entries: Tensor, context: Tensor, batch: MixtureBatch) -> Tensor:
        """Return coefficients of shape `(n, coefficients)`.

        Parameters
        ----------
        entries
            Entry embeddings, shape `(k, width)`.
        context
            Temperature columns and solute embedding of each mixture, shape `(n, context_width)`.
        batch
            The mixtures.
        """


class DirectReadout(MixtureReadout):
    """A predictor on the aggregated embedding and the context."""

    def __init__(self, aggregator: Embedder, head: nn.Module) -> None:
        super().__init__()
        self.aggregator = aggregator
        self.head = head

    def embed(self, entries: Tensor, batch: MixtureBatch) -> Tensor:
        """See `MixtureReadout.embed`."""
        embedding: Tensor = self.aggregator(entries, batch)
        return embedding

    def forward(self, entries: Tensor, context: Tensor, batch: MixtureBatch) -> Tensor:
        """See `MixtureReadout.forward`."""
        coefficients: Tensor = self.head(torch.cat([self.embed(entries, batch), context], dim=1))
        return coefficients
