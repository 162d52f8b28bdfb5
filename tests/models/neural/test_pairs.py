from collections.abc import Callable

import pytest
from torch import Tensor

from azeotrope.chemistry.mixtures import Mixtures
from azeotrope.models.neural.batches import MixtureBatch
from azeotrope.models.neural.pairs import all_entry_pairs, entry_pairs


def listed(pairs: tuple[Tensor, Tensor]) -> list[tuple[int, int]]:
    first, second = pairs
    return list(zip(first.tolist(), second.tolist(), strict=True))


@pytest.fixture
def batch(mixtures_of: Callable[..., Mixtures], batch_of: Callable[..., MixtureBatch]) -> MixtureBatch:
    """A pure compound, a binary, and a binary of which one component is split."""
    rows = [[("O", 1.0)], [("O", 0.5), ("C", 0.5)], [("O", 0.2), ("C", 0.5), ("O", 0.3)]]
    return batch_of(mixtures_of(rows, [300.0] * 3))


def test_all_pairs_of_a_mixture(batch: MixtureBatch) -> None:
    last = [(first, second) for first in (3, 4, 5) for second in (3, 4, 5)]
    assert listed(all_entry_pairs(batch)) == [(0, 0), (1, 1), (1, 2), (2, 1), (2, 2), *last]


def test_a_pair_is_two_different_molecules(batch: MixtureBatch) -> None:
    assert listed(entry_pairs(batch)) == [(1, 2), (2, 1), (3, 4), (4, 3), (4, 5), (5, 4)]


def test_no_mixtures(mixtures_of: Callable[..., Mixtures], batch_of: Callable[..., MixtureBatch]) -> None:
    empty = batch_of(mixtures_of([[("O", 1.0)]], [300.0]).take([]))
    assert listed(entry_pairs(empty)) == listed(all_entry_pairs(empty)) == []
