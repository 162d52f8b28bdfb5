from collections.abc import Callable

import torch

from azeotrope.chemistry.mixtures import Mixtures
from azeotrope.models.interactions import NoInteraction
from azeotrope.models.neural.batches import MixtureBatch
from azeotrope.models.neural.entries import sum_entries


def test_without_interaction_an_entry_has_the_embedding_of_its_molecule(
    mixtures_of: Callable[..., Mixtures], batch_of: Callable[..., MixtureBatch]
) -> None:
    batch = batch_of(mixtures_of([[("O", 0.5), ("CCO", 0.5)], [("O", 1.0)]], [300.0] * 2))
    embeddings = torch.tensor([[1.0, 2.0], [3.0, 4.0]])
    module = NoInteraction().build(2)
    assert module.width == 2
    assert torch.equal(module(embeddings, batch), embeddings[batch.component])


def test_sums_by_hand(mixtures_of: Callable[..., Mixtures], batch_of: Callable[..., MixtureBatch]) -> None:
    batch = batch_of(mixtures_of([[("O", 0.5), ("CCO", 0.5)], [("O", 1.0)]], [300.0] * 2))
    assert sum_entries(torch.tensor([[1.0], [2.0], [4.0]]), batch).tolist() == [[3.0], [4.0]]
