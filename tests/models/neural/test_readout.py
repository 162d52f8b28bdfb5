from collections.abc import Callable

import torch
from torch import Tensor

from azeotrope.chemistry.mixtures import Mixtures
from azeotrope.models.decompositions import Direct
from azeotrope.models.neural.batches import MixtureBatch
from azeotrope.models.neural.readout import Embedded, ReadoutParts
from azeotrope.models.scaling import Standardization
from azeotrope.models.temperature import ConcatTemperature


class SumOfTwo(ConcatTemperature):
    """A law with two coefficients, by which the temperature counts."""

    n_coefficients = 2

    def combine(self, coefficients: Tensor, temperature_k: Tensor, scale: Standardization) -> Tensor:
        return coefficients[:, 0] + coefficients[:, 1] * (temperature_k - scale.mean)


def test_the_predictor_reads_embedding_and_context(
    mixtures_of: Callable[..., Mixtures],
    batch_of: Callable[..., MixtureBatch],
    parts_of: Callable[..., ReadoutParts],
) -> None:
    batch = batch_of(mixtures_of([[("O", 0.5), ("C", 0.5)], [("C", 1.0)]], [300.0, 310.0]))
    readout = Direct().build(parts_of(law=SumOfTwo())).double()
    entries = torch.tensor([[2.0, 4.0], [4.0, 0.0], [1.0, 1.0]], dtype=torch.float64)
    context = torch.tensor([[10.0], [20.0]], dtype=torch.float64)
    embedding = torch.tensor([[3.0, 2.0], [1.0, 1.0]], dtype=torch.float64)
    torch.testing.assert_close(readout.embed(entries, batch), embedding)
    coefficients = readout.head(torch.cat([embedding, context], dim=1))
    expected = coefficients @ torch.tensor([1.0, 0.0], dtype=torch.float64)
    expected[1] += 10.0 * coefficients[1, 1]
    torch.testing.assert_close(readout(Embedded(entries[:1], entries, context), batch), expected)
