from collections.abc import Callable

import torch

from azeotrope.chemistry.mixtures import Mixtures
from azeotrope.models.aggregators import WeightedSum
from azeotrope.models.decompositions import Direct
from azeotrope.models.neural.batches import MixtureBatch
from azeotrope.models.neural.perceptron import perceptron


def test_the_predictor_reads_embedding_and_context(
    mixtures_of: Callable[..., Mixtures], batch_of: Callable[..., MixtureBatch]
) -> None:
    batch = batch_of(mixtures_of([[("O", 0.5), ("C", 0.5)], [("C", 1.0)]], [300.0, 310.0]))
    readout = Direct().build(WeightedSum(), 2, 1, lambda width: perceptron(width, 0, 0, 3)).double()
    entries = torch.tensor([[2.0, 4.0], [4.0, 0.0], [1.0, 1.0]], dtype=torch.float64)
    context = torch.tensor([[10.0], [20.0]], dtype=torch.float64)
    embedding = torch.tensor([[3.0, 2.0], [1.0, 1.0]], dtype=torch.float64)
    torch.testing.assert_close(readout.embed(entries, batch), embedding)
    expected = readout.head(torch.cat([embedding, context], dim=1))
    torch.testing.assert_close(readout(entries, context, batch), expected)
    assert expected.shape == (2, 3)
