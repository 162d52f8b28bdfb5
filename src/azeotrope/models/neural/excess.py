"""Ideal mixing of pure values plus a learned excess part that vanishes for a pure compound."""

from collections.abc import Iterable

import torch
from torch import Tensor

from azeotrope.models.neural.batches import MixtureBatch
from azeotrope.models.neural.mixing import ideal_of_entries
from azeotrope.models.neural.network import MixtureNetwork
from azeotrope.models.neural.pairs import entry_pairs
from azeotrope.models.neural.readout import MixtureReadout, ReadoutParts


class ExcessReadout(MixtureReadout):
    """z = z_id(pure values) + s sum over pairs of different molecules of x_i x_j f(h_i, h_j, h_mix, context).

    The pair term is summed over both orders, so that it is symmetric.

    Attributes
    ----------
    excess_scale
        The factor s; 1 while training, then see `shrink_excess`.
    """

    excess_scale: Tensor

    def __init__(self, parts: ReadoutParts) -> None:
        super().__init__(parts)
        self._rule = parts.rule
        self._deviation = parts.target.deviation
        n_coefficients = parts.law.n_coefficients
        pair_width = 2 * parts.entry_width + self.aggregator.width + parts.context_width
        self.pure_head = parts.make_head(parts.molecule_width + parts.context_width, n_coefficients)
        self.pair_head = parts.make_head(pair_width, n_coefficients)
        self.register_buffer("excess_scale", torch.tensor(1.0))

    def forward(self, molecules: Tensor, entries: Tensor, context: Tensor, batch: MixtureBatch) -> Tensor:
        """See `MixtureReadout.forward`."""
        ideal = ideal_of_entries(self._rule, self.pure_values(molecules, context, batch), batch, self._deviation)
        return ideal + self.excess_scale * self.excess(entries, context, batch)

    def pure_values(self, molecules: Tensor, context: Tensor, batch: MixtureBatch) -> Tensor:
        """Return the standardised pure value of each entry in the context of its mixture, shape `(k,)`."""
        inputs = torch.cat([molecules.index_select(0, batch.component), context.index_select(0, batch.row)], dim=1)
        predicted = self.at_temperature(self.pure_head(inputs), batch.temperature_k[batch.row])
        return torch.where(batch.measured_pure.isnan(), predicted, batch.measured_pure)

    def excess(self, entries: Tensor, context: Tensor, batch: MixtureBatch) -> Tensor:
        """Return the standardised excess of each mixture, shape `(n,)`, exactly 0 for a pure compound."""
        first, second = entry_pairs(batch)
        row = batch.row[first]
        surroundings = torch.cat([self.embed(entries, batch), context], dim=1)
        inputs = [entries.index_select(0, first), entries.index_select(0, second), surroundings.index_select(0, row)]
        value = self.at_temperature(self.pair_head(torch.cat(inputs, dim=1)), batch.temperature_k[row])
        weight = batch.mole_fraction[first] * batch.mole_fraction[second]
        return value.new_zeros(len(batch)).index_add(0, row, weight * value)


def shrink_excess(network: MixtureNetwork, validation: Iterable[MixtureBatch]) -> None:
    """Choose the factor of the excess part by least squares on the validation rows, between 0 and 1.

    For mixtures unlike those it was trained on, an excess part that is right on average but too sure is worth more when
    it is smaller. Nothing changes for a network without an excess part or without a mixture among the rows.
    """
    readout = network.readout
    if not isinstance(readout, ExcessReadout):
        return
    residual_excess = excess_squared = 0.0
    with torch.inference_mode():
        for batch in validation:
            readout.excess_scale.fill_(0.0)
            ideal = network(batch).double()
            readout.excess_scale.fill_(1.0)
            excess = network(batch).double() - ideal
            residual_excess += float((batch.target.double() - ideal) @ excess)
            excess_squared += float(excess @ excess)
    readout.excess_scale.fill_(min(max(residual_excess / excess_squared, 0.0), 1.0) if excess_squared > 0 else 1.0)
