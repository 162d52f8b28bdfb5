"""Ideal mixing rules on tensors, so that gradients pass through them."""

from collections.abc import Callable
from functools import singledispatch

import torch
from torch import Tensor

from azeotrope.chemistry.mixing_rules import LinearMixing, MixingRule, RaoultMixing
from azeotrope.errors import ConfigError
from azeotrope.models.neural.batches import MixtureBatch


def ideal_of_entries(rule: MixingRule, pure: Tensor, batch: MixtureBatch, deviation: float) -> Tensor:
    """Return the ideal value of each mixture, shape `(n,)`, standardised like the pure values.

    Parameters
    ----------
    rule
        The ideal mixing rule.
    pure
        Standardised pure value of each entry, shape `(k,)`; those of entries with fraction 0 do not count.
    batch
        The mixtures.
    deviation
        Standard deviation by which values were divided. Their mean does not matter, since both rules commute with
        shifts.
    """
    return tensor_form(rule)(pure, batch, deviation)


TensorForm = Callable[[Tensor, MixtureBatch, float], Tensor]


@singledispatch
def tensor_form(rule: MixingRule) -> TensorForm:
    """Return the rule as a function of pure values, batch and deviation; register one for a rule of your own.

    Raises
    ------
    ConfigError
        When none is known.
    """
    raise ConfigError(
        f"decomposition=excess has no tensor form of the mixing rule {rule.name!r}; register one with "
        "azeotrope.models.neural.mixing.tensor_form, or use decomposition=direct"
    )


@tensor_form.register
def _(_: LinearMixing) -> TensorForm:
    return _linear


@tensor_form.register
def _(_: RaoultMixing) -> TensorForm:
    return _raoult


def _linear(pure: Tensor, batch: MixtureBatch, _: float) -> Tensor:
    return pure.new_zeros(len(batch)).index_add(0, batch.row, batch.mole_fraction * pure)


def _raoult(pure: Tensor, batch: MixtureBatch, deviation: float) -> Tensor:
    """Take the largest value out first, so that exp cannot overflow."""
    present = pure.masked_fill(batch.mole_fraction == 0, -torch.inf)
    lowest = pure.new_full((len(batch),), -torch.inf)
    peak = lowest.scatter_reduce(0, batch.row, present.detach(), "amax")
    terms = batch.mole_fraction * ((present - peak.index_select(0, batch.row)) * deviation).exp()
    return peak + pure.new_zeros(len(batch)).index_add(0, batch.row, terms).log() / deviation
