"""DeepSets: a learned function of each component, a weighted sum, and a learned function of the sum."""

from dataclasses import dataclass

from torch import Tensor

from azeotrope.featurizers.embedder import Embedder
from azeotrope.models.aggregators import Aggregator
from azeotrope.models.counts import require_counts
from azeotrope.models.neural.batches import MixtureBatch
from azeotrope.models.neural.entries import sum_entries
from azeotrope.models.neural.perceptron import perceptron


@dataclass(frozen=True)
class DeepSets(Aggregator):
    """h = rho(sum_i x_i phi(h_i)) with perceptrons phi and rho.

    The fractions weight the sum, so that it is a mean: its size does not grow with the number of components, splitting
    a component changes nothing, and a fraction of 0 takes its component out.

    Attributes
    ----------
    hidden_width
        Width of the hidden and output layers of phi and rho.

    References
    ----------
    M. Zaheer et al., Deep Sets, NeurIPS 2017, https://arxiv.org/abs/1703.06114
    """

    hidden_width: int

    def __post_init__(self) -> None:
        """Refuse numbers that are no counts."""
        require_counts("aggregator", hidden_width=self.hidden_width)

    def build(self, width: int) -> Embedder:
        """See `Aggregator.build`."""
        return DeepSetsModule(width, self.hidden_width)


class DeepSetsModule(Embedder):
    """The trainable part of `DeepSets`."""

    def __init__(self, width: int, hidden_width: int) -> None:
        super().__init__(hidden_width)
        self.phi = perceptron(width, hidden_width, 1, hidden_width)
        self.rho = perceptron(hidden_width, hidden_width, 1, hidden_width)

    def forward(self, entries: Tensor, batch: MixtureBatch) -> Tensor:
        """Return shape `(n, hidden_width)` from entry embeddings of shape `(k, width)`."""
        output: Tensor = self.rho(sum_entries(self.phi(entries) * batch.mole_fraction[:, None], batch))
        return output
