from collections.abc import Callable

import torch
from torch import nn

from azeotrope.chemistry.mixtures import Mixtures
from azeotrope.models.neural.batches import MixtureBatch
from azeotrope.models.neural.molecular import MolecularInteraction

ROWS = [[("C", 0.5), ("O", 0.2), ("CCO", 0.3)], [("O", 1.0)]]


def test_two_steps_by_hand(mixtures_of: Callable[..., Mixtures], batch_of: Callable[..., MixtureBatch]) -> None:
    """Messages of 2 h_j; an update of 1 + m_i, times the fraction of the others."""
    batch = batch_of(mixtures_of(ROWS, [300.0] * 2))
    module = MolecularInteraction(hidden_width=3, n_steps=2).build(1).double()
    module.message = nn.Linear(1, 1, bias=False).double()
    module.update = nn.Linear(2, 1).double()
    module.message.weight.data.fill_(2.0)
    module.update.weight.data = torch.tensor([[0.0, 1.0]]).double()
    module.update.bias.data.fill_(1.0)
    fraction = [0.5, 0.2, 0.3]
    expected = [1.0, 2.0, 4.0]
    for _ in range(2):
        total = sum(2 * x * h for x, h in zip(fraction, expected, strict=True))
        received = [total - 2 * x * h for x, h in zip(fraction, expected, strict=True)]
        expected = [h + (1 - x) * (1 + m) for x, h, m in zip(fraction, expected, received, strict=True)]
    molecules = torch.zeros(3, 1, dtype=torch.float64)
    molecules[batch.component] = torch.tensor([[1.0], [2.0], [4.0], [2.0]], dtype=torch.float64)
    entries = module(molecules, batch)
    torch.testing.assert_close(entries, torch.tensor([*expected, 2.0], dtype=torch.float64)[:, None])


def test_what_a_molecule_says_does_not_depend_on_whom_it_speaks_to(
    mixtures_of: Callable[..., Mixtures], batch_of: Callable[..., MixtureBatch]
) -> None:
    batch = batch_of(mixtures_of([[("O", 0.5), ("C", 0.25), ("CCO", 0.25)]], [300.0]))
    module = MolecularInteraction(hidden_width=4, n_steps=1).build(3).double()
    module.update = nn.Linear(6, 3, bias=False).double()
    nn.init.zeros_(module.update.weight[:, :3])
    molecules = torch.randn(3, 3, dtype=torch.float64)
    change = module(molecules, batch) - molecules[batch.component]
    molecules[batch.component[1]] += 1.0
    other = module(molecules, batch) - molecules[batch.component]
    torch.testing.assert_close((other - change)[0] / 0.5, (other - change)[2] / 0.75)
