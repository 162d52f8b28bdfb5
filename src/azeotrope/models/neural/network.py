"""The network: encoder, interaction and readout, one after another."""

import torch
from torch import Tensor, nn

from azeotrope.featurizers.embedder import Embedder
from azeotrope.models.neural.batches import MixtureBatch
from azeotrope.models.neural.readout import Embedded, MixtureReadout


class MixtureNetwork(nn.Module):
    """Predict the standardised property of mixtures.

    Parameters
    ----------
    encoder
        From network inputs of `u` molecules to embeddings of shape `(u, d)`.
    interaction
        From molecule embeddings to entry embeddings, see `Interaction.build`.
    readout
        From both to the prediction.
    """

    def __init__(self, encoder: Embedder, interaction: Embedder, readout: MixtureReadout) -> None:
        super().__init__()
        self.encoder = encoder
        self.interaction = interaction
        self.readout = readout

    def forward(self, batch: MixtureBatch) -> Tensor:
        """Return the standardised prediction of each mixture, shape `(n,)`."""
        prediction: Tensor = self.readout(self.embedded(batch), batch)
        return prediction

    def loss(self, batch: MixtureBatch) -> Tensor:
        """Return the loss of a training batch."""
        return self.readout.loss(self.embedded(batch), batch)

    def embed(self, batch: MixtureBatch) -> Tensor:
        """Return the mixture embedding before context and predictor, shape `(n, d)`."""
        return self.readout.embed(self.interaction(self.encoder(batch.molecules), batch), batch)

    def embedded(self, batch: MixtureBatch) -> Embedded:
        """Return molecules, entries and context of the batch."""
        molecules = self.encoder(batch.molecules)
        context = [batch.columns]
        if batch.solute is not None:
            context.append(molecules.index_select(0, batch.solute))
        return Embedded(molecules, self.interaction(molecules, batch), torch.cat(context, dim=1))
