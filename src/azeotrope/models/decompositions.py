"""How a prediction is composed: directly from the mixture embedding, or of parts with a physical meaning."""

from abc import ABC, abstractmethod
from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING

from azeotrope.models.aggregators import Aggregator

if TYPE_CHECKING:
    from torch import nn

    from azeotrope.models.neural.readout import MixtureReadout


class Decomposition(ABC):
    """Contract of a decomposition."""

    @abstractmethod
    def build(
        self, aggregator: Aggregator, width: int, context_width: int, make_head: "Callable[[int], nn.Module]"
    ) -> "MixtureReadout":
        """Return a new `MixtureReadout` with random weights.

        Parameters
        ----------
        aggregator
            Choice of the aggregator.
        width
            Width of the embedding of an entry.
        context_width
            Width of the context (temperature columns, solute embedding) of a mixture.
        make_head
            Builds a predictor from the width of its input; its output has shape `(n, coefficients)`.
        """


@dataclass(frozen=True)
class Direct(Decomposition):
    """The predictor reads the aggregated embedding and the context."""

    def build(
        self, aggregator: Aggregator, width: int, context_width: int, make_head: "Callable[[int], nn.Module]"
    ) -> "MixtureReadout":
        """See `Decomposition.build`."""
        from azeotrope.models.neural.readout import DirectReadout

        module = aggregator.build(width)
        return DirectReadout(module, make_head(module.width + context_width))
