from collections.abc import Callable

import torch
from torch import Tensor, nn

from azeotrope.chemistry.mixtures import Mixtures
from azeotrope.models.neural.batches import MixtureBatch
from azeotrope.models.neural.explicit import ExplicitInteraction

ROWS = [[("C", 0.5), ("O", 0.2), ("CCO", 0.3)], [("O", 1.0)]]


class Product(nn.Module):
    """A message that no sum of what sender and receiver say alone could give."""

    def forward(self, pairs: Tensor) -> Tensor:
        receiver, sender = pairs.chunk(2, dim=1)
        return receiver.square() * sender


def test_by_hand(mixtures_of: Callable[..., Mixtures], batch_of: Callable[..., MixtureBatch]) -> None:
    batch = batch_of(mixtures_of(ROWS, [300.0] * 2))
    module = ExplicitInteraction(hidden_width=3).build(1).double()
    module.message = Product()
    molecules = torch.zeros(3, 1, dtype=torch.float64)
    molecules[batch.component] = torch.tensor([[1.0], [2.0], [4.0], [2.0]], dtype=torch.float64)
    expected = [1 + 1 * (0.2 * 2 + 0.3 * 4), 2 + 4 * (0.5 * 1 + 0.3 * 4), 4 + 16 * (0.5 * 1 + 0.2 * 2), 2]
    torch.testing.assert_close(module(molecules, batch), torch.tensor(expected, dtype=torch.float64)[:, None])
