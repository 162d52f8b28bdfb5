from collections.abc import Callable
from math import exp

import pytest
import torch
from torch import nn

from azeotrope.chemistry.mixtures import Mixtures
from azeotrope.errors import ConfigError
from azeotrope.models.neural.attentive import AttentivePooling
from azeotrope.models.neural.batches import MixtureBatch

ROWS = [[("O", 0.25), ("CCO", 0.75)], [("CCO", 1.0)]]


def test_by_hand(mixtures_of: Callable[..., Mixtures], batch_of: Callable[..., MixtureBatch]) -> None:
    module = AttentivePooling(hidden_width=4).build(2).double()
    module.score = nn.Linear(2, 1, bias=False).double()
    module.score.weight.data = torch.tensor([[1.0, -1.0]], dtype=torch.float64)
    entries = torch.tensor([[2.0, 1.0], [0.0, 0.5], [7.0, 8.0]], dtype=torch.float64)
    left, right = 0.25 * exp(1.0), 0.75 * exp(-0.5)
    expected = [[2.0 * left / (left + right), (left + 0.5 * right) / (left + right)], [7.0, 8.0]]
    mixed = module(entries, batch_of(mixtures_of(ROWS, [300.0] * 2)))
    torch.testing.assert_close(mixed, torch.tensor(expected, dtype=torch.float64))


def test_equal_scores_give_the_mean(
    mixtures_of: Callable[..., Mixtures], batch_of: Callable[..., MixtureBatch]
) -> None:
    module = AttentivePooling(hidden_width=4).build(1)
    nn.init.zeros_(module.score[-1].weight)
    mixed = module.double()(torch.tensor([[4.0], [8.0], [1.0]]).double(), batch_of(mixtures_of(ROWS, [300.0] * 2)))
    torch.testing.assert_close(mixed, torch.tensor([[7.0], [1.0]]).double())


def test_no_width_is_refused() -> None:
    with pytest.raises(ConfigError, match="hidden_width is 0"):
        AttentivePooling(hidden_width=0)
