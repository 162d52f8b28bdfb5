"""From the embeddings of molecules and entries to the standardised prediction."""

from abc import ABC, abstractmethod
from collections.abc import Callable
from dataclasses import dataclass

import torch
from torch import Tensor, nn
from torch.nn.functional import mse_loss

from azeotrope.chemistry.mixing_rules import MixingRule
from azeotrope.models.aggregators import Aggregator
from azeotrope.models.neural.batches import MixtureBatch
from azeotrope.models.scaling import Standardization
from azeotrope.models.temperature import TemperatureLaw


@dataclass(frozen=True, eq=False)
class ReadoutParts:
    """What a `Decomposition` may build a readout of.

    Attributes
    ----------
    aggregator
        Choice of the aggregator.
    molecule_width, entry_width, context_width
        Width of the embedding of a molecule, of an entry, and of the context (temperature columns and solute).
    make_head
        Builds a predictor from the widths of its input and output.
    law, temperature_scale
        The temperature law and what it needs.
    rule
        Ideal mixing rule of the property.
    target
        Scale of the property.
    """

    aggregator: Aggregator
    molecule_width: int
    entry_width: int
    context_width: int
    make_head: Callable[[int, int], nn.Module]
    law: TemperatureLaw
    temperature_scale: Standardization
    rule: MixingRule
    target: Standardization


@dataclass(frozen=True, eq=False)
class Embedded:
    """A batch as a readout sees it.

    Attributes
    ----------
    molecules
        Embeddings of the distinct molecules, shape `(u, molecule_width)`.
    entries
        Embeddings of the entries after the interaction, shape `(k, entry_width)`.
    context
        Temperature columns and solute embedding of each mixture, shape `(n, context_width)`.
    """

    molecules: Tensor
    entries: Tensor
    context: Tensor


class MixtureReadout(nn.Module, ABC):
    """Contract of what a `Decomposition` builds; it owns the temperature law."""

    def __init__(self, parts: ReadoutParts) -> None:
        super().__init__()
        self.aggregator = parts.aggregator.build(parts.entry_width)
        self._law = parts.law
        self._scale = parts.temperature_scale

    def embed(self, entries: Tensor, batch: MixtureBatch) -> Tensor:
        """Return the mixture embedding before context and predictor, shape `(n, d)`."""
        embedding: Tensor = self.aggregator(entries, batch)
        return embedding

    def at_temperature(self, coefficients: Tensor, temperature_k: Tensor) -> Tensor:
        """Return the standardised values, shape `(n,)`, from coefficients of shape `(n, law.n_coefficients)`."""
        return self._law.combine(coefficients, temperature_k, self._scale)

    @abstractmethod
    def forward(self, embedded: Embedded, batch: MixtureBatch) -> Tensor:
        """Return the standardised prediction of each mixture, shape `(n,)`."""

    def loss(self, embedded: Embedded, batch: MixtureBatch) -> Tensor:
        """Return what training minimises: the mean squared error of the standardised prediction."""
        return mse_loss(self(embedded, batch), batch.target)


class DirectReadout(MixtureReadout):
    """A predictor on the aggregated embedding and the context."""

    def __init__(self, parts: ReadoutParts) -> None:
        super().__init__(parts)
        self.head = parts.make_head(self.aggregator.width + parts.context_width, parts.law.n_coefficients)

    def forward(self, embedded: Embedded, batch: MixtureBatch) -> Tensor:
        """See `MixtureReadout.forward`."""
        coefficients = self.head(torch.cat([self.embed(embedded.entries, batch), embedded.context], dim=1))
        return self.at_temperature(coefficients, batch.temperature_k)
