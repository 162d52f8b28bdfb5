from collections.abc import Callable
from itertools import chain, islice

import numpy as np
import pytest
import torch

from azeotrope.chemistry.mixtures import Mixtures
from azeotrope.datasets.dataset import Dataset
from azeotrope.models.neural.batches import BatchSource, OrderedBatches, ShuffledBatches
from azeotrope.models.temperature import NoTemperature


@pytest.fixture
def three(mixtures_of: Callable[..., Mixtures]) -> Mixtures:
    rows = [[("CCO", 1.0)], [("O", 0.4), ("CCO", 0.6)], [("C", 0.1), ("O", 0.9)]]
    return mixtures_of(rows, [300.0, 310.0, np.nan], also=["CCCCCC"])


def test_each_molecule_occurs_once(three: Mixtures, source_of: Callable[..., BatchSource]) -> None:
    batch = source_of(three).batch(np.array([1, 0]))
    assert len(batch) == 2
    assert len(batch.molecules) == 2
    assert batch.component.tolist() in ([0, 1, 1], [1, 0, 0])
    assert batch.row.tolist() == [0, 0, 1]
    assert sorted(batch.mole_fraction.tolist()) == [0.4, 0.6, 1.0]
    assert batch.columns.tolist() == [[1.0], [0.0]]
    assert batch.target.tolist() == [1.0, 0.0]


def test_solutes_are_among_the_molecules(
    mixtures_of: Callable[..., Mixtures], source_of: Callable[..., BatchSource]
) -> None:
    mixtures = mixtures_of([[("O", 1.0)], [("O", 0.5), ("C", 0.5)]], None, ["CCO", "O"])
    batch = source_of(mixtures, NoTemperature()).batch(np.array([0, 1]))
    assert len(batch.molecules) == 3
    assert batch.molecules.n_atoms[batch.solute].tolist() == [3, 1]


def test_no_rows(three: Mixtures, source_of: Callable[..., BatchSource]) -> None:
    batch = source_of(three).batch(np.zeros(0, dtype=np.int64))
    assert len(batch) == len(batch.molecules) == len(batch.component) == 0


def test_an_unknown_temperature_stays_unknown(three: Mixtures, source_of: Callable[..., BatchSource]) -> None:
    assert torch.isnan(source_of(three).batch(np.array([2])).columns).all()


def test_moving_keeps_the_content(three: Mixtures, source_of: Callable[..., BatchSource]) -> None:
    batch = source_of(three).batch(np.array([0, 1]))
    assert batch.to(torch.device("cpu")) is batch
    moved = batch.to(torch.device("meta"))
    for part in ("mole_fraction", "row", "target"):
        assert getattr(moved, part).is_meta
        assert getattr(moved, part).shape == getattr(batch, part).shape
    step = moved.molecules.atom_step
    assert all(part.is_meta for part in (moved.molecules.bond_features, moved.molecules.atom, step.start, step.sender))


@pytest.mark.parametrize(("n", "size", "sizes"), [(1, 4, [1]), (4, 4, [4]), (5, 4, [3, 2]), (9, 4, [3, 3, 3])])
def test_shuffled_batches_hold_every_row_once(
    binaries: Dataset, source_of: Callable[..., BatchSource], n: int, size: int, sizes: list[int]
) -> None:
    batches = ShuffledBatches(source_of(binaries.table.mixtures.take(np.arange(n))), size, seed=0, epoch=0)
    assert len(batches) == 1
    stretch = next(iter(batches))
    drawn = [batch.target.tolist() for batch in stretch]
    assert [len(rows) for rows in drawn] == sizes
    assert sorted(chain.from_iterable(drawn)) == list(range(n))


@pytest.mark.parametrize(("pairs", "stretches"), [(1, [1] * 4), (4 * 60, [2, 2]), (4 * 99, [3, 1]), (4096, [4])])
def test_stretches_are_consecutive_batches_of_about_so_many_pairs(
    mixtures_of: Callable[..., Mixtures],
    source_of: Callable[..., BatchSource],
    monkeypatch: pytest.MonkeyPatch,
    pairs: int,
    stretches: list[int],
) -> None:
    """120 binary rows of 4 pairs each, in four batches."""
    rows = [[("O", x), ("CCO", 1 - x)] for x in np.linspace(0.1, 0.9, 120).tolist()]
    source = source_of(mixtures_of(rows, [300.0] * 120))
    together = [batch.target.tolist() for batch in chain(*ShuffledBatches(source, 30, seed=0, epoch=0))]
    monkeypatch.setattr("azeotrope.models.neural.batches.STRETCH_PAIRS", pairs)
    batches = ShuffledBatches(source, 30, seed=0, epoch=0)
    assert len(batches) == len(stretches)
    drawn = list(batches)
    assert [len(stretch) for stretch in drawn] == stretches
    assert [batch.target.tolist() for batch in chain(*drawn)] == together


def test_crowded_mixtures_make_short_stretches(
    mixtures_of: Callable[..., Mixtures], source_of: Callable[..., BatchSource]
) -> None:
    names = ["C" * length for length in range(1, 65)]
    row = [(name, 1 / 64) for name in names]
    source = source_of(mixtures_of([row] * 4, [300.0] * 4))
    assert [len(stretch) for stretch in ShuffledBatches(source, 1, seed=0, epoch=0)] == [1] * 4


def test_the_order_depends_on_seed_and_epoch_alone(binaries: Dataset, source_of: Callable[..., BatchSource]) -> None:
    source = source_of(binaries.table.mixtures)

    def order(seed: int, epoch: int) -> list[float]:
        batches = ShuffledBatches(source, 16, seed, epoch)
        return list(chain.from_iterable(batch.target.tolist() for batch in chain(*batches)))

    first = order(0, 0)
    torch.manual_seed(5)
    np.random.seed(5)  # noqa: NPY002 - the legacy global state must not matter
    assert order(0, 0) == first
    assert order(0, 1) != first
    assert order(1, 0) != first


@pytest.mark.parametrize("n_drawn", range(5))
def test_an_interrupted_epoch_continues_with_the_batches_that_were_not_drawn(
    binaries: Dataset, source_of: Callable[..., BatchSource], monkeypatch: pytest.MonkeyPatch, n_drawn: int
) -> None:
    monkeypatch.setattr("azeotrope.models.neural.batches.STRETCH_PAIRS", 1)
    source = source_of(binaries.table.mixtures)
    whole, first, rest = (ShuffledBatches(source, 30, seed=0, epoch=2) for _ in range(3))
    drawn = [batch.target.tolist() for [batch] in islice(first, n_drawn)]
    rest.load_state_dict(first.state_dict())
    assert len(rest) == len(whole) == 4
    assert drawn + [batch.target.tolist() for [batch] in rest] == [batch.target.tolist() for [batch] in whole]


def test_ordered_batches_drop_nothing(binaries: Dataset, source_of: Callable[..., BatchSource]) -> None:
    batches = OrderedBatches(source_of(binaries.table.mixtures), 50)
    assert [len(batch) for batch in batches] == [50, 50, 20]
    assert len(batches) == 3
    assert list(chain.from_iterable(batch.target.tolist() for batch in batches)) == list(range(120))
    assert list(OrderedBatches(source_of(binaries.table.mixtures.take([])), 50)) == []


def test_chunks_are_bounded_in_pairs_of_components(
    mixtures_of: Callable[..., Mixtures], source_of: Callable[..., BatchSource]
) -> None:
    five = [(smiles, 0.2) for smiles in ("O", "C", "CC", "CCC", "CCCC")]
    rows = [[("O", 1.0)], [("O", 0.5), ("C", 0.5)], [("O", 0.5), ("C", 0.5)], five, five, [("O", 1.0)]]
    source = source_of(mixtures_of(rows, [300.0] * 6))
    for size, sizes in [(2, [2, 1, 1, 1, 1]), (7, [3, 1, 2]), (100, [6])]:
        batches = OrderedBatches(source, size)
        assert [len(batch) for batch in batches] == sizes
        assert len(batches) == len(sizes)
        assert list(chain.from_iterable(batch.target.tolist() for batch in batches)) == list(range(6))
