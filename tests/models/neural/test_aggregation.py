"""What every aggregator promises, for each of them on random weights."""

from collections.abc import Callable

import numpy as np
import pytest
import torch
from hypothesis import given, settings
from hypothesis import strategies as st

from azeotrope.chemistry.mixtures import Mixtures
from azeotrope.models.aggregators import Aggregator, Concatenation, WeightedSum
from azeotrope.models.neural.attentive import AttentivePooling
from azeotrope.models.neural.batches import MixtureBatch
from azeotrope.models.neural.deep_sets import DeepSets
from azeotrope.models.neural.entries import MoleculeEntries
from azeotrope.models.neural.set2set import Set2Set

INVARIANT = [WeightedSum(), DeepSets(hidden_width=6), AttentivePooling(hidden_width=5), Set2Set(n_steps=2)]
AGGREGATORS = [*INVARIANT, Concatenation(max_components=4)]
SMILES = ["O", "CCO", "CCCCCC", "[He]"]


def mixture_embeddings(aggregator: Aggregator, batch: MixtureBatch) -> torch.Tensor:
    torch.manual_seed(0)
    module = aggregator.build(3).double()
    molecules = torch.randn(10, 3, dtype=torch.float64)[: len(batch.molecules)]
    return module(MoleculeEntries(3)(molecules, batch), batch).detach()


@pytest.mark.parametrize("aggregator", INVARIANT)
@settings(max_examples=15)
@given(weights=st.lists(st.floats(0.01, 1), min_size=4, max_size=4), order=st.permutations(range(4)))
def test_order_splitting_and_absent_components_change_nothing(
    mixtures_of: Callable[..., Mixtures],
    batch_of: Callable[..., MixtureBatch],
    aggregator: Aggregator,
    weights: list[float],
    order: list[int],
) -> None:
    fractions = np.array(weights) / sum(weights)
    row = list(zip(SMILES, fractions.tolist(), strict=True))
    halves = [(smiles, fraction / 2) for smiles, fraction in row] * 2
    rows = [row, [row[i] for i in order], halves, [*row, ("c1ccccc1", 0.0)]]
    embeddings = mixture_embeddings(aggregator, batch_of(mixtures_of(rows, [300.0] * 4)))
    np.testing.assert_allclose(embeddings, embeddings[:1].expand_as(embeddings), atol=1e-12)


@pytest.mark.parametrize("aggregator", AGGREGATORS)
def test_fractions_matter(
    mixtures_of: Callable[..., Mixtures], batch_of: Callable[..., MixtureBatch], aggregator: Aggregator
) -> None:
    rows = [[("O", 0.2), ("CCO", 0.8)], [("O", 0.8), ("CCO", 0.2)]]
    left, right = mixture_embeddings(aggregator, batch_of(mixtures_of(rows, [300.0] * 2)))
    assert not torch.allclose(left, right)


@pytest.mark.parametrize("aggregator", AGGREGATORS)
def test_sizes_zero_and_one(
    mixtures_of: Callable[..., Mixtures], batch_of: Callable[..., MixtureBatch], aggregator: Aggregator
) -> None:
    one = mixtures_of([[("O", 1.0)]], [300.0])
    width = aggregator.build(3).width
    assert mixture_embeddings(aggregator, batch_of(one)).shape == (1, width)
    assert mixture_embeddings(aggregator, batch_of(one.take([]))).shape == (0, width)


@pytest.mark.parametrize("aggregator", AGGREGATORS)
def test_large_embeddings_stay_finite(
    mixtures_of: Callable[..., Mixtures], batch_of: Callable[..., MixtureBatch], aggregator: Aggregator
) -> None:
    batch = batch_of(mixtures_of([[("O", 0.5), ("CCO", 0.5)]], [300.0]))
    huge = torch.full((2, 3), 1e30, dtype=torch.float64)
    assert torch.isfinite(aggregator.build(3).double()(huge, batch)).all()


def test_the_weighted_sum_by_hand(mixtures_of: Callable[..., Mixtures], batch_of: Callable[..., MixtureBatch]) -> None:
    batch = batch_of(mixtures_of([[("O", 0.25), ("CCO", 0.75)], [("CCO", 1.0)]], [300.0] * 2))
    entries = torch.tensor([[4.0], [8.0], [1.0]], dtype=torch.float64)
    assert WeightedSum().build(1)(entries, batch).tolist() == [[7.0], [1.0]]


def test_concatenation_depends_on_order_splitting_and_absent_components(
    mixtures_of: Callable[..., Mixtures], batch_of: Callable[..., MixtureBatch]
) -> None:
    row = [("O", 0.2), ("CCO", 0.8)]
    rows = [row, row[::-1], [("O", 0.1), ("O", 0.1), ("CCO", 0.8)], [*row, ("C", 0.0)]]
    embeddings = mixture_embeddings(Concatenation(max_components=4), batch_of(mixtures_of(rows, [300.0] * 4)))
    assert not any(torch.allclose(embeddings[0], other) for other in embeddings[1:])
