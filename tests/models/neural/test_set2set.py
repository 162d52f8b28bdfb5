from collections.abc import Callable

import pytest
import torch
from torch import Tensor

from azeotrope.chemistry.mixtures import Mixtures
from azeotrope.errors import ConfigError
from azeotrope.models.neural.batches import MixtureBatch
from azeotrope.models.neural.set2set import Set2Set

ROWS = [[("O", 0.2), ("CCO", 0.3), ("CCCCCC", 0.5)], [("CCO", 1.0)], [("O", 0.5), ("CCO", 0.5)]]


def lstm(module: torch.nn.Module, state: Tensor, query: Tensor, memory: Tensor) -> tuple[Tensor, Tensor]:
    """The equations of the cell, written out: gates i, f, g and o."""
    cell = module.cell
    gates = cell.weight_ih @ state + cell.bias_ih + cell.weight_hh @ query + cell.bias_hh
    enter, keep, content, show = gates.chunk(4)
    memory = keep.sigmoid() * memory + enter.sigmoid() * content.tanh()
    return show.sigmoid() * memory.tanh(), memory


def reading(module: torch.nn.Module, n_steps: int, entries: Tensor, fraction: Tensor) -> Tensor:
    """One mixture by itself."""
    query = memory = entries.new_zeros(entries.shape[1])
    state = torch.cat([query, query])
    for _ in range(n_steps):
        query, memory = lstm(module, state, query, memory)
        terms = fraction * (entries @ query).exp()
        state = torch.cat([query, (terms / terms.sum()) @ entries])
    return state


@pytest.mark.parametrize("n_steps", [1, 3])
def test_mixture_by_mixture(
    mixtures_of: Callable[..., Mixtures], batch_of: Callable[..., MixtureBatch], n_steps: int
) -> None:
    torch.manual_seed(0)
    module = Set2Set(n_steps=n_steps).build(4).double()
    batch = batch_of(mixtures_of(ROWS, [300.0] * 3))
    entries = torch.randn(6, 4, dtype=torch.float64)
    rows = [batch.row == row for row in range(3)]
    expected = torch.stack([reading(module, n_steps, entries[row], batch.mole_fraction[row]) for row in rows])
    assert module.width == 8
    torch.testing.assert_close(module(entries, batch), expected)


def test_no_steps_are_refused() -> None:
    with pytest.raises(ConfigError, match=r"aggregator\.n_steps is 0"):
        Set2Set(n_steps=0)
