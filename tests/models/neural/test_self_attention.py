from collections.abc import Callable

import pytest
import torch
from torch.nn.functional import scaled_dot_product_attention

from azeotrope.chemistry.mixtures import Mixtures
from azeotrope.errors import ConfigError
from azeotrope.models.neural.batches import MixtureBatch
from azeotrope.models.neural.self_attention import SelfAttention

ROWS = [[("C", 0.5), ("O", 0.2), ("CCO", 0.3)], [("O", 1.0)], [("CCO", 0.9), ("C", 0.1)]]


@pytest.mark.parametrize(("width", "n_heads", "head_width"), [(6, 2, 3), (5, 2, 3), (5, 1, 5), (2, 4, 1)])
def test_like_the_attention_of_pytorch_on_one_mixture_at_a_time(
    mixtures_of: Callable[..., Mixtures],
    batch_of: Callable[..., MixtureBatch],
    width: int,
    n_heads: int,
    head_width: int,
) -> None:
    """Fractions are a bias of ln x_j on the scores; the values of a row are taken relative to its own value."""
    batch = batch_of(mixtures_of(ROWS, [300.0] * 3))
    module = SelfAttention(n_heads=n_heads).build(width).double()
    molecules = torch.randn(3, width, dtype=torch.float64)
    entries = molecules[batch.component]
    result = module(molecules, batch)
    assert module.head_width == head_width
    for row in range(3):
        inside = batch.row == row
        query, key, value = (
            layer(entries[inside]).unflatten(1, (n_heads, head_width)).transpose(0, 1)
            for layer in (module.query, module.key, module.value)
        )
        attended = scaled_dot_product_attention(query, key, value, batch.mole_fraction[inside].log())
        change = module.output((attended - value).transpose(0, 1).flatten(1))
        torch.testing.assert_close(result[inside], entries[inside] + change)


def test_no_heads_are_refused() -> None:
    with pytest.raises(ConfigError, match=r"interaction\.n_heads is 0"):
        SelfAttention(n_heads=0)
