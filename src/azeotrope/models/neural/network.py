"""The network: encoder, interaction, readout and temperature law, one after another."""

import torch
from torch import Tensor, nn

from azeotrope.featurizers.embedder import Embedder
from azeotrope.models.neural.batches import MixtureBatch
from azeotrope.models.neural.readout import MixtureReadout
from azeotrope.models.scaling import Standardization
from azeotrope.models.temperature import TemperatureLaw


class MixtureNetwork(nn.Module):
    """Predict the standardised property of mixtures.

    Parameters
    ----------
    encoder
        From network inputs of `u` molecules to embeddings of shape `(u, d)`.
    interaction
        From molecule embeddings to entry embeddings, see `Interaction.build`.
    readout
        From entry embeddings to coefficients.
    law, scale
        From coefficients to the prediction.
    """

    def __init__(
        self,
        encoder: Embedder,
        interaction: Embedder,
        readout: MixtureReadout,
        law: TemperatureLaw,
        scale: Standardization,
    ) -> None:
        super().__init__()
        self.encoder = encoder
        self.interaction = interaction
        self.readout = readout
        self.law = law
        self.scale = scale

    def forward(self, batch: MixtureBatch) -> Tensor:
        """Return the standardised prediction of each mixture, shape `(n,)`."""
        molecules = self.encoder(batch.molecules)
        parts = [batch.columns]
        if batch.solute is not None:
            parts.append(molecules.index_select(0, batch.solute))
        coefficients = self.readout(self.interaction(molecules, batch), torch.cat(parts, dim=1), batch)
        return self.law.combine(coefficients, batch.temperature_k, self.scale)

    def embed(self, batch: MixtureBatch) -> Tensor:
        """Return the mixture embedding before context and predictor, shape `(n, d)`."""
        return self.readout.embed(self.interaction(self.encoder(batch.molecules), batch), batch)
