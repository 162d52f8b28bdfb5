"""Ideal mixing of pure values plus a learned excess part that vanishes for a pure compound."""

from collections.abc import Iterable
from dataclasses import dataclass

import torch
from torch import Tensor, nn
from torch.nn.functional import mse_loss

from azeotrope.models.neural.batches import MixtureBatch
from azeotrope.models.neural.mixing import ideal_of_entries
from azeotrope.models.neural.network import MixtureNetwork
from azeotrope.models.neural.pairs import entry_pairs
from azeotrope.models.neural.readout import Embedded, MixtureReadout, ReadoutParts

PRODUCTS = 64


@dataclass(frozen=True, eq=False)
class PredictedParts:
    """The standardised prediction in parts, each of shape `(n,)`.

    Attributes
    ----------
    ideal
        Ideal value from the pure values that the decomposition uses.
    own_ideal
        Ideal value from the model's own pure predictions.
    measured_ideal
        Ideal value from measured pure values; NaN where one is missing.
    excess
        Learned excess, not scaled.
    """

    ideal: Tensor
    own_ideal: Tensor
    measured_ideal: Tensor
    excess: Tensor


class ExcessReadout(MixtureReadout):
    """z = z_id(pure values) + s [F(mixture) - F_id + sum over ordered pairs i, j of x_i x_j G(i, j)].

    F reads the mixture embedding like a direct model; F_id is the ideal mixture of its own values for each component
    alone, so that their difference is zero for a pure compound. G reads two different molecules, products of their
    projections and the mixture: the products say that a property of one (an acid) acts on a property of the other (a
    base), which a plain network learns from few pairs only. Summing both orders makes the pair term symmetric.

    Attributes
    ----------
    excess_scale
        The factor s; 1 while training, then see `shrink_excess`.
    """

    excess_scale: Tensor

    def __init__(self, parts: ReadoutParts, *, reads_measured_pure: bool) -> None:
        super().__init__(parts)
        self._rule, self._deviation = parts.rule, parts.target.deviation
        self._reads_measured_pure = reads_measured_pure
        surroundings, n_outputs = self.aggregator.width + parts.context_width, parts.law.n_coefficients
        self.pure_head = parts.make_head(parts.molecule_width + parts.context_width, n_outputs)
        self.mixture_head = parts.make_head(surroundings, n_outputs)
        self.first_projection = nn.Linear(parts.entry_width, PRODUCTS)
        self.second_projection = nn.Linear(parts.entry_width, PRODUCTS)
        self.pair_head = parts.make_head(2 * parts.entry_width + PRODUCTS + surroundings, n_outputs)
        self.register_buffer("excess_scale", torch.tensor(1.0))

    def forward(self, embedded: Embedded, batch: MixtureBatch) -> Tensor:
        """See `MixtureReadout.forward`."""
        parts = self.parts(embedded, batch)
        return parts.ideal + self.excess_scale * parts.excess

    def loss(self, embedded: Embedded, batch: MixtureBatch) -> Tensor:
        """Return the mean squared error of the prediction, plus half of those of its own ideal and its excess part.

        The latter two count the mixtures with measured pure values. They keep an error of the pure values from being
        learned as an excess.
        """
        parts = self.parts(embedded, batch)
        known = parts.measured_ideal.isfinite()
        ideal_error = (parts.own_ideal - parts.measured_ideal)[known]
        excess_error = (parts.excess - batch.target + parts.measured_ideal)[known]
        separately = ideal_error.square().sum() + excess_error.square().sum()
        return mse_loss(parts.ideal + parts.excess, batch.target) + 0.5 * separately / len(batch)

    def parts(self, embedded: Embedded, batch: MixtureBatch) -> PredictedParts:
        """Return the parts of the prediction."""
        own = self._of_entries(self.pure_head, embedded.molecules.index_select(0, batch.component), embedded, batch)
        measured = batch.measured_pure.masked_fill(batch.mole_fraction == 0, 0.0)
        own_ideal = ideal = self._ideal(own, batch)
        if self._reads_measured_pure:
            ideal = self._ideal(torch.where(measured.isnan(), own, measured), batch)
        pairs = entry_pairs(batch)
        surroundings = torch.cat([self.embed(embedded.entries, batch), embedded.context], dim=1)
        mixture_term = self._mixture_term(surroundings, embedded, batch)
        is_pure = torch.ones(len(batch), dtype=torch.bool, device=batch.row.device)
        is_pure[batch.row[pairs[0]]] = False
        excess = mixture_term + self._pair_term(pairs, surroundings, embedded, batch)
        excess = excess.masked_fill(is_pure, 0.0)  # also where two equal sums round differently
        return PredictedParts(ideal, own_ideal, self._ideal(measured, batch), excess)

    def _ideal(self, pure: Tensor, batch: MixtureBatch) -> Tensor:
        return ideal_of_entries(self._rule, pure, batch, self._deviation)

    def _of_entries(self, head: nn.Module, inputs: Tensor, embedded: Embedded, batch: MixtureBatch) -> Tensor:
        """Value of each entry in the context of its mixture, shape `(k,)`."""
        context = embedded.context.index_select(0, batch.row)
        return self.at_temperature(head(torch.cat([inputs, context], dim=1)), batch.temperature_k[batch.row])

    def _mixture_term(self, surroundings: Tensor, embedded: Embedded, batch: MixtureBatch) -> Tensor:
        """F(mixture) - F_id, shape `(n,)`."""
        mixture = self.at_temperature(self.mixture_head(surroundings), batch.temperature_k)
        alone = self.embed(embedded.entries, batch.each_entry_alone())
        return mixture - self._ideal(self._of_entries(self.mixture_head, alone, embedded, batch), batch)

    def _pair_term(
        self, pairs: tuple[Tensor, Tensor], surroundings: Tensor, embedded: Embedded, batch: MixtureBatch
    ) -> Tensor:
        """Sum of x_i x_j G(i, j) over ordered pairs of different molecules, shape `(n,)`."""
        first, second = pairs
        row = batch.row[first]
        left, right = embedded.entries.index_select(0, first), embedded.entries.index_select(0, second)
        products = self.first_projection(left) * self.second_projection(right)
        inputs = torch.cat([left, right, products, surroundings.index_select(0, row)], dim=1)
        coefficients = self.pair_head(inputs)
        weighted = batch.mole_fraction[first] * batch.mole_fraction[second]
        value = weighted * self.at_temperature(coefficients, batch.temperature_k[row])
        return value.new_zeros(len(batch)).index_add(0, row, value)


def shrink_excess(network: MixtureNetwork, validation: Iterable[MixtureBatch], *, was_trained: bool) -> None:
    """Choose the factor of the excess part by least squares on the validation rows, between 0 and 1.

    For mixtures unlike those it was trained on, an excess part that is right on average but too sure is worth more when
    it is smaller. Nothing changes for a network without an excess part.

    Parameters
    ----------
    network
        The trained network; its factor is changed in place.
    validation
        Batches with targets; without a mixture among them the factor is 1.
    was_trained
        Whether a mixture was among the training rows; otherwise the excess part is random and the factor 0.
    """
    readout = network.readout
    if not isinstance(readout, ExcessReadout):
        return
    residual_excess = excess_squared = 0.0
    with torch.inference_mode():
        for batch in validation:
            parts = readout.parts(network.embedded(batch), batch)
            excess = parts.excess.double()
            residual_excess += float((batch.target - parts.ideal).double() @ excess)
            excess_squared += float(excess @ excess)
    scale = min(max(residual_excess / excess_squared, 0.0), 1.0) if excess_squared > 0 else 1.0
    readout.excess_scale.fill_(scale if was_trained else 0.0)
