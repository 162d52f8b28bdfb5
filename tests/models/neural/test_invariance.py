"""What every interaction promises, alone and followed by every aggregator, on random weights."""

from collections.abc import Callable
from dataclasses import replace

import numpy as np
import pytest
import torch
from hypothesis import given, settings
from hypothesis import strategies as st
from torch import Tensor

from azeotrope.chemistry.mixtures import Mixtures
from azeotrope.models.aggregators import Aggregator, Concatenation, WeightedSum
from azeotrope.models.interactions import Interaction, NoInteraction
from azeotrope.models.neural.attentive import AttentivePooling
from azeotrope.models.neural.batches import MixtureBatch
from azeotrope.models.neural.deep_sets import DeepSets
from azeotrope.models.neural.explicit import ExplicitInteraction
from azeotrope.models.neural.molecular import MolecularInteraction
from azeotrope.models.neural.self_attention import SelfAttention
from azeotrope.models.neural.set2set import Set2Set

INTERACTIONS = [
    NoInteraction(),
    MolecularInteraction(hidden_width=5, n_steps=2),
    ExplicitInteraction(hidden_width=5),
    SelfAttention(n_heads=2),
]
INVARIANT = [WeightedSum(), DeepSets(hidden_width=6), AttentivePooling(hidden_width=5), Set2Set(n_steps=2)]
AGGREGATORS = [*INVARIANT, Concatenation(max_components=121)]
WIDTH = 3
SMILES = ["O", "CCO", "CCCCCC", "[He]"]
MANY = ["C" * n for n in range(1, 62)] + ["C" * n + "O" for n in range(1, 61)]

every_interaction = pytest.mark.parametrize("interaction", INTERACTIONS)
every_aggregator = pytest.mark.parametrize("aggregator", AGGREGATORS)
every_invariant_aggregator = pytest.mark.parametrize("aggregator", INVARIANT)


class Chain(torch.nn.Module):
    """An interaction, then an aggregator."""

    def __init__(self, interaction: Interaction, aggregator: Aggregator) -> None:
        super().__init__()
        torch.manual_seed(0)
        self.interaction = interaction.build(WIDTH)
        self.aggregator = aggregator.build(self.interaction.width)
        self.width = self.aggregator.width

    def forward(self, molecules: Tensor, batch: MixtureBatch) -> Tensor:
        output: Tensor = self.aggregator(self.interaction(molecules, batch), batch)
        return output


def molecule_embeddings(mixtures: Mixtures) -> Tensor:
    """Embeddings of the molecules that occur, in order of appearance, each a function of its name."""
    embeddings = [
        np.random.default_rng(list(mixtures.molecules.inchi[molecule].encode())).normal(size=WIDTH)
        for molecule in dict.fromkeys(mixtures.component.tolist())
    ]
    return torch.from_numpy(np.array(embeddings).reshape(-1, WIDTH))


@pytest.fixture(scope="module")
def many(mixtures_of: Callable[..., Mixtures]) -> Mixtures:
    """A mixture of 121 components, the same in the reverse order, and one of its components alone."""
    fractions = np.random.default_rng(0).dirichlet(np.ones(len(MANY)))
    row = list(zip(MANY, fractions.tolist(), strict=True))
    return mixtures_of([row, row[::-1], [(MANY[0], 1.0)]], [300.0] * 3)


def variants(fractions: list[float], order: list[int], share: float) -> list[list[tuple[str, float]]]:
    """The same mixture written in four ways: plain, in another order, with components split, with another at 0."""
    row = list(zip(SMILES, fractions, strict=True))
    parts = [(smiles, part * fraction) for smiles, fraction in row for part in (share, 1 - share)]
    return [row, [row[i] for i in order], parts[::2] + parts[1::2], [("c1ccccc1", 0.0), *row]]


@every_interaction
@every_invariant_aggregator
@settings(max_examples=6, deadline=None)
@given(
    weights=st.lists(st.floats(0.01, 1), min_size=4, max_size=4),
    order=st.permutations(range(4)),
    share=st.floats(0.1, 0.5),
    size=st.sampled_from([1.0, 1e4]),
)
def test_order_splitting_and_absent_components_change_nothing(
    mixtures_of: Callable[..., Mixtures],
    batch_of: Callable[..., MixtureBatch],
    interaction: Interaction,
    aggregator: Aggregator,
    weights: list[float],
    order: list[int],
    share: float,
    size: float,
) -> None:
    fractions = (np.array(weights) / sum(weights)).tolist()
    mixtures = mixtures_of(variants(fractions, order, share), [300.0] * 4)
    embeddings = molecule_embeddings(mixtures)
    absent = mixtures.component[mixtures.mole_fraction == 0]
    embeddings[list(dict.fromkeys(mixtures.component.tolist())).index(absent)] *= size
    mixed = Chain(interaction, aggregator).double()(embeddings, batch_of(mixtures)).detach()
    np.testing.assert_allclose(mixed, mixed[:1].expand_as(mixed), rtol=1e-10, atol=1e-12)


@every_interaction
@every_aggregator
def test_a_row_does_not_depend_on_the_others(
    mixtures_of: Callable[..., Mixtures],
    batch_of: Callable[..., MixtureBatch],
    interaction: Interaction,
    aggregator: Aggregator,
) -> None:
    rows = [[("O", 0.2), ("CCO", 0.8)], [("O", 1.0)], [("C", 0.1), ("CCO", 0.2), ("O", 0.7)]]
    mixtures = mixtures_of(rows, [300.0] * 3)
    chain = Chain(interaction, aggregator).double()
    together = chain(molecule_embeddings(mixtures), batch_of(mixtures)).detach()
    for row in range(3):
        alone = mixtures.take([row])
        mixed = chain(molecule_embeddings(alone), batch_of(alone)).detach()
        np.testing.assert_allclose(mixed[0], together[row], rtol=1e-12, atol=1e-14)


@every_interaction
@every_aggregator
@pytest.mark.parametrize("dtype", [torch.float32, torch.float64])
def test_one_and_121_components(
    many: Mixtures,
    batch_of: Callable[..., MixtureBatch],
    interaction: Interaction,
    aggregator: Aggregator,
    dtype: torch.dtype,
) -> None:
    chain = Chain(interaction, aggregator).to(dtype)
    batch = batch_of(many)
    batch = replace(batch, mole_fraction=batch.mole_fraction.to(dtype))
    mixed = chain(molecule_embeddings(many).to(dtype), batch).detach()
    assert mixed.dtype == dtype
    assert mixed.shape == (3, chain.width)
    assert torch.isfinite(mixed).all()
    if aggregator in INVARIANT:
        torch.testing.assert_close(mixed[0], mixed[1])


@every_interaction
@every_aggregator
@pytest.mark.parametrize("dtype", [torch.float32, torch.float64])
def test_gradients_are_finite_and_none_reaches_an_absent_component(
    mixtures_of: Callable[..., Mixtures],
    batch_of: Callable[..., MixtureBatch],
    interaction: Interaction,
    aggregator: Aggregator,
    dtype: torch.dtype,
) -> None:
    mixtures = mixtures_of(
        [[("O", 0.3), ("C", 0.7), ("CCO", 0.0)], [("O", 1.0)], [("C", 1.0), ("CCO", 0.0)]], [300.0] * 3
    )
    batch = batch_of(mixtures)
    batch = replace(batch, mole_fraction=batch.mole_fraction.to(dtype))
    molecules = molecule_embeddings(mixtures).to(dtype)
    absent = batch.component[2]
    molecules[absent] *= 1e6
    molecules.requires_grad_()
    chain = Chain(interaction, aggregator).to(dtype)
    chain(molecules, batch).tanh().sum().backward()
    assert molecules.grad is not None
    assert torch.isfinite(molecules.grad).all()
    assert all(torch.isfinite(weight.grad).all() for weight in chain.parameters() if weight.grad is not None)
    if aggregator in INVARIANT:
        assert (molecules.grad[absent] == 0).all()


@every_interaction
@every_aggregator
def test_no_mixtures(
    mixtures_of: Callable[..., Mixtures],
    batch_of: Callable[..., MixtureBatch],
    interaction: Interaction,
    aggregator: Aggregator,
) -> None:
    empty = mixtures_of([[("O", 1.0)]], [300.0]).take([])
    chain = Chain(interaction, aggregator).double()
    mixed = chain(molecule_embeddings(empty).requires_grad_(), batch_of(empty))
    assert mixed.shape == (0, chain.width)
    mixed.sum().backward()


@every_interaction
def test_entries_follow_their_order_and_parts_of_one_component_are_equal(
    mixtures_of: Callable[..., Mixtures], batch_of: Callable[..., MixtureBatch], interaction: Interaction
) -> None:
    mixtures = mixtures_of(variants([0.1, 0.2, 0.3, 0.4], [2, 0, 3, 1], 0.25), [300.0] * 4)
    module = Chain(interaction, WeightedSum()).interaction.double()
    entries = module(molecule_embeddings(mixtures), batch_of(mixtures)).detach()
    plain, permuted, split, with_absent = (entries[i:j] for i, j in [(0, 4), (4, 8), (8, 16), (17, 21)])
    np.testing.assert_allclose(permuted, plain[[2, 0, 3, 1]], rtol=1e-12)
    np.testing.assert_allclose(split, torch.cat([plain, plain]), rtol=1e-12)
    np.testing.assert_allclose(with_absent, plain, rtol=1e-12)


@every_interaction
def test_a_pure_compound_keeps_the_embedding_of_its_molecule(
    mixtures_of: Callable[..., Mixtures], batch_of: Callable[..., MixtureBatch], interaction: Interaction
) -> None:
    rows = [[("O", 1.0)], [("O", 0.25), ("O", 0.75)], [("O", 1.0), ("CCO", 0.0)]]
    mixtures = mixtures_of(rows, [300.0] * 3)
    batch = batch_of(mixtures)
    molecules = molecule_embeddings(mixtures)
    entries = Chain(interaction, WeightedSum()).interaction.double()(molecules, batch)
    assert torch.equal(entries[:4], molecules[batch.component[:4]])


@pytest.mark.parametrize("interaction", INTERACTIONS[1:])
def test_partners_matter_and_the_pure_limit_is_continuous(
    mixtures_of: Callable[..., Mixtures], batch_of: Callable[..., MixtureBatch], interaction: Interaction
) -> None:
    fractions = [0.5, 1e-3, 1e-6]
    rows = [[("O", 1 - x), ("CCO", x)] for x in fractions]
    mixtures = mixtures_of(rows, [300.0] * 3)
    batch = batch_of(mixtures)
    molecules = molecule_embeddings(mixtures)
    entries = Chain(interaction, WeightedSum()).interaction.double()(molecules, batch)
    change = (entries - molecules[batch.component])[::2].norm(dim=1)
    assert change[0] > 1e-3
    np.testing.assert_allclose(change[2].item() / change[1].item(), 1e-3, rtol=0.05)
