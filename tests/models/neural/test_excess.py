from collections.abc import Callable
from dataclasses import replace

import numpy as np
import pytest
import torch
from hypothesis import given, settings
from hypothesis import strategies as st

from azeotrope.chemistry.mixing_rules import LinearMixing, MixingRule, RaoultMixing
from azeotrope.chemistry.mixtures import Mixtures
from azeotrope.datasets.dataset import Dataset
from azeotrope.errors import ConfigError
from azeotrope.models.aggregators import Aggregator, Concatenation
from azeotrope.models.decompositions import Excess
from azeotrope.models.interactions import Interaction, NoInteraction
from azeotrope.models.neural.attentive import AttentivePooling
from azeotrope.models.neural.batches import BatchSource, MixtureBatch
from azeotrope.models.neural.deep_sets import DeepSets
from azeotrope.models.neural.excess import ExcessReadout
from azeotrope.models.neural.model import NeuralModel
from azeotrope.models.neural.molecular import MolecularInteraction
from azeotrope.models.neural.perceptron import perceptron
from azeotrope.models.neural.readout import Embedded, ReadoutParts
from azeotrope.models.neural.self_attention import SelfAttention
from azeotrope.models.neural.set2set import Set2Set
from azeotrope.models.protocol import FitContext
from azeotrope.typing import FloatArray

MOLECULES = ("O", "C", "CCO", "CCCCCC", "c1ccccc1")
RULES = [LinearMixing(), RaoultMixing()]
ModelMaker = Callable[..., NeuralModel]


def fitted(model: NeuralModel, dataset: Dataset) -> NeuralModel:
    model.fit(dataset, np.arange(90), np.arange(90, 105), FitContext())
    return model


@pytest.fixture(scope="module")
def trained(binaries: Dataset, model_of: ModelMaker) -> NeuralModel:
    return fitted(model_of(decomposition=Excess("own")), binaries)


@pytest.fixture(scope="module")
def measured(binaries: Dataset, model_of: ModelMaker) -> NeuralModel:
    return fitted(model_of(decomposition=Excess("measured")), binaries)


def test_the_parts_by_hand(
    mixtures_of: Callable[..., Mixtures], batch_of: Callable[..., MixtureBatch], parts_of: Callable[..., ReadoutParts]
) -> None:
    batch = batch_of(mixtures_of([[("O", 0.2), ("C", 0.8)], [("C", 1.0)]], [300.0, 310.0]))
    readout = Excess("own").build(parts_of(make_head=lambda width, n: perceptron(width, 5, 1, n))).double()
    molecules = torch.randn(2, 2, dtype=torch.float64)
    entries, context = molecules[batch.component], torch.tensor([[0.5], [2.0]], dtype=torch.float64)
    readout.excess_scale.fill_(0.5)
    x, y = batch.mole_fraction[:2]

    def at(head: torch.nn.Module, *inputs: torch.Tensor) -> torch.Tensor:
        return head(torch.cat([*inputs, context[0]]))[0]

    mean = entries[0] * x + entries[1] * y
    pair = [
        at(readout.pair_head, entries[i], entries[j], *products(readout, entries[i], entries[j]), mean)
        for i, j in ((0, 1), (1, 0))
    ]
    curved = at(readout.mixture_head, mean) - sum(
        fraction * at(readout.mixture_head, entry) for fraction, entry in zip((x, y), entries[:2], strict=True)
    )
    ideal = x * at(readout.pure_head, entries[0]) + y * at(readout.pure_head, entries[1])
    pure = readout.pure_head(torch.cat([entries[2], context[1]]))[0]
    expected = torch.stack([ideal + 0.5 * (curved + x * y * (pair[0] + pair[1])), pure])
    torch.testing.assert_close(readout(Embedded(molecules, entries, context), batch), expected)


def products(readout: ExcessReadout, first: torch.Tensor, second: torch.Tensor) -> list[torch.Tensor]:
    return [readout.first_projection(first) * readout.second_projection(second)]


def test_the_loss_compares_the_parts_where_pure_values_were_measured(
    mixtures_of: Callable[..., Mixtures], batch_of: Callable[..., MixtureBatch], parts_of: Callable[..., ReadoutParts]
) -> None:
    rows = [[("O", 0.2), ("C", 0.8)], [("O", 0.5), ("CCO", 0.5)], [("C", 1.0)]]
    batch = batch_of(mixtures_of(rows, [300.0] * 3))
    measured = torch.tensor([1.0, 2.0, 1.0, torch.nan, torch.nan], dtype=torch.float64)
    batch = replace(batch, measured_pure=measured)
    readout = Excess("own").build(parts_of()).double()
    molecules = torch.randn(3, 2, dtype=torch.float64)
    embedded = Embedded(molecules, molecules[batch.component], torch.zeros(3, 1, dtype=torch.float64))
    parts = readout.parts(embedded, batch)
    ideal = 0.2 * 1.0 + 0.8 * 2.0
    assert parts.measured_ideal[0] == pytest.approx(ideal)
    assert parts.measured_ideal[1:].isnan().all()
    total = (parts.ideal + parts.excess - batch.target).square().mean()
    separately = (parts.own_ideal[0] - ideal) ** 2 + (parts.excess[0] - (batch.target[0] - ideal)) ** 2
    torch.testing.assert_close(readout.loss(embedded, batch), total + 0.5 * separately / 3)


@pytest.mark.parametrize("rule", RULES)
@pytest.mark.parametrize("n", [1, 2, 5])
def test_at_every_pure_limit_it_is_the_pure_value(
    binaries: Dataset,
    dataset_of: Callable[..., Dataset],
    mixtures_of: Callable[..., Mixtures],
    model_of: ModelMaker,
    rule: MixingRule,
    n: int,
) -> None:
    dataset = dataset_of(binaries.table.mixtures, binaries.table.value, rule)
    model = fitted(model_of(decomposition=Excess("own")), dataset)
    for kept in range(n):
        fractions = np.eye(n)[kept]
        row = list(zip(MOLECULES, fractions.tolist(), strict=False))
        both = model.predict(mixtures_of([row, [(MOLECULES[kept], 1.0)]], [300.0, 300.0]))
        assert both[0] == pytest.approx(both[1], abs=1e-12)


@settings(deadline=None, max_examples=15)
@given(fractions=st.lists(st.floats(0.05, 1.0), min_size=2, max_size=5), order=st.randoms(use_true_random=False))
def test_order_splitting_and_absent_components_change_nothing(
    trained: NeuralModel, mixtures_of: Callable[..., Mixtures], fractions: list[float], order: st.DataObject
) -> None:
    row = [(name, value / sum(fractions)) for name, value in zip(MOLECULES, fractions, strict=False)]
    shuffled = row.copy()
    order.shuffle(shuffled)  # type: ignore[attr-defined]
    split = [(row[0][0], row[0][1] / 2), *row[1:], (row[0][0], row[0][1] / 2)]
    absent = [*row, ("CCN", 0.0)]
    predicted = trained.predict(mixtures_of([row, shuffled, split, absent], [300.0] * 4))
    np.testing.assert_allclose(predicted, predicted[0], rtol=1e-10)


def test_121_components(trained: NeuralModel, mixtures_of: Callable[..., Mixtures]) -> None:
    alkanes = [("C" * n, 1 / 121) for n in range(1, 122)]
    assert np.isfinite(trained.predict(mixtures_of([alkanes], [300.0]))).all()


def test_measured_pure_values_are_used_where_they_exist(
    binaries: Dataset, measured: NeuralModel, mixtures_of: Callable[..., Mixtures]
) -> None:
    table = binaries.table
    pure = table.mixtures.take(np.flatnonzero(table.mixtures.is_pure))
    np.testing.assert_allclose(measured.predict(pure), table.value[table.mixtures.is_pure], rtol=1e-6)
    elsewhere = mixtures_of([[("O", 1.0)], [("CCCCCCC", 1.0)]], [float(pure.temperature_k[0]) + 3, 300.0])
    assert np.isfinite(measured.predict(elsewhere)).all()  # its own pure values


def test_measured_values_reach_the_mixture_through_the_ideal_part_alone(
    binaries: Dataset, dataset_of: Callable[..., Dataset], model_of: ModelMaker
) -> None:
    table = binaries.table
    rows = np.r_[np.flatnonzero(table.mixtures.is_pure), 50]
    first = table.mixtures.component[table.mixtures.offsets[50]]
    same_context = table.mixtures.temperature_k.copy()
    same_context[:] = 300.0
    mixtures = table.mixtures.__class__(**{**vars_of(table.mixtures), "temperature_k": same_context})
    dataset = dataset_of(mixtures, table.value)
    model = model_of(decomposition=Excess("measured"))
    model.fit(dataset, rows, np.zeros(0, dtype=np.int64), FitContext())
    changed = model_of(decomposition=Excess("measured"))
    changed.load_state(shifted_reference(model.state(), mixtures.molecules.inchi[first], 1.0))
    fraction = mixtures.mole_fraction[mixtures.offsets[50]]
    row = mixtures.take([50])
    np.testing.assert_allclose(changed.predict(row) - model.predict(row), [fraction], rtol=1e-6)


def vars_of(mixtures: Mixtures) -> dict[str, object]:
    names = ("molecules", "offsets", "component", "mole_fraction", "solute")
    return {name: getattr(mixtures, name) for name in names}


def shifted_reference(state: dict[str, object], inchi: str, shift: float) -> dict[str, object]:
    references = dict(state["references"])  # type: ignore[call-overload]
    moved = [[*key, value + shift * (key[0] == inchi)] for *key, value in references["references"]]
    return {**state, "references": {**references, "references": moved}}


def test_a_saved_model_predicts_the_same(
    binaries: Dataset, trained: NeuralModel, measured: NeuralModel, model_of: ModelMaker
) -> None:
    for pure, model in (("own", trained), ("measured", measured)):
        restored = model_of(decomposition=Excess(pure))
        restored.load_state(model.state())
        np.testing.assert_array_equal(restored.predict(binaries.table.mixtures), model.predict(binaries.table.mixtures))
        assert restored.report() == model.report()


@pytest.mark.parametrize(("truth", "scale"), [(0.5, 0.5), (3.0, 1.0), (-1.0, 0.0)])
def test_the_excess_is_shrunk_by_least_squares_within_0_and_1(
    binaries: Dataset, model_of: ModelMaker, source_of: Callable[..., BatchSource], truth: float, scale: float
) -> None:
    from azeotrope.models.neural.batches import OrderedBatches
    from azeotrope.models.neural.excess import shrink_excess
    from azeotrope.models.neural.learned import Learned

    model = model_of(decomposition=Excess("own"))
    network = model._build(Learned.of(binaries, np.arange(90), measured_pure=False)).double()
    source = source_of(binaries.table.mixtures)

    def predicted(factor: float) -> FloatArray:
        network.readout.excess_scale.fill_(factor)
        with torch.inference_mode():
            return network(source.batch(np.arange(len(source)))).numpy()

    ideal, full = predicted(0.0), predicted(1.0)
    target = ideal + truth * (full - ideal)
    known = BatchSource(source.mixtures, source.store, source.law, source.scale, target, source.dtype)
    shrink_excess(network, OrderedBatches(known, 32), was_trained=True)
    assert float(network.readout.excess_scale) == pytest.approx(scale)


def test_without_a_validation_mixture_the_excess_stays_whole(binaries: Dataset, model_of: ModelMaker) -> None:
    model = model_of(decomposition=Excess("own"))
    model.fit(binaries, np.arange(90), np.flatnonzero(binaries.table.mixtures.is_pure), FitContext())
    assert model.report() == {"excess_scale": 1.0}
    direct = model_of()
    direct.fit(binaries, np.arange(90), np.arange(90, 100), FitContext())
    assert direct.report() == {}


@pytest.mark.parametrize("pure", ["own", "measured"])
def test_without_a_mixture_in_training_there_is_no_excess(binaries: Dataset, model_of: ModelMaker, pure: str) -> None:
    model = model_of(decomposition=Excess(pure))
    mixtures = binaries.table.mixtures
    rows = np.flatnonzero(mixtures.is_pure)
    model.fit(binaries, rows[:8], rows[8:], FitContext())
    assert model.report() == {"excess_scale": 0.0}


@pytest.mark.parametrize("pure", ["own", "measured"])
def test_what_is_neither_train_nor_validation_changes_nothing(
    binaries: Dataset, dataset_of: Callable[..., Dataset], model_of: ModelMaker, pure: str
) -> None:
    value = binaries.table.value.copy()
    train, validation = np.arange(5, 90), np.arange(90, 105)  # five pure compounds are in neither
    value[np.r_[0:5, 105:120]] += 1000.0
    models = [model_of(decomposition=Excess(pure)) for _ in range(2)]
    for model, dataset in zip(models, (binaries, dataset_of(binaries.table.mixtures, value)), strict=True):
        model.fit(dataset, train, validation, FitContext())
    first, second = (model.predict(binaries.table.mixtures) for model in models)
    np.testing.assert_array_equal(first, second)


@pytest.mark.parametrize("interaction", [NoInteraction(), MolecularInteraction(5, 2), SelfAttention(2)])
@pytest.mark.parametrize("aggregator", [DeepSets(5), AttentivePooling(5), Set2Set(2)])
def test_the_pure_limit_holds_for_every_part(
    binaries: Dataset,
    mixtures_of: Callable[..., Mixtures],
    model_of: ModelMaker,
    interaction: Interaction,
    aggregator: Aggregator,
) -> None:
    parts = {"interaction": interaction, "aggregator": aggregator, "decomposition": Excess("own")}
    model = fitted(model_of(**parts), binaries)
    model._network.readout.excess_scale.fill_(1.0)
    alone, absent, halves = model.predict(
        mixtures_of([[("CCO", 1.0)], [("C", 0.0), ("CCO", 1.0), ("O", 0.0)], [("CCO", 0.5), ("CCO", 0.5)]], [300.0] * 3)
    )
    assert absent == pytest.approx(alone, abs=1e-10)
    assert halves == pytest.approx(alone, abs=1e-12)


def test_an_order_dependent_aggregator_is_refused(model_of: ModelMaker) -> None:
    with pytest.raises(ConfigError, match="cannot keep the pure limit with the aggregator Concatenation"):
        model_of(aggregator=Concatenation(3), decomposition=Excess("own"))


def test_measured_pure_values_must_exist(
    mixtures_of: Callable[..., Mixtures], dataset_of: Callable[..., Dataset], model_of: ModelMaker
) -> None:
    dataset = dataset_of(mixtures_of([[("O", 0.5), ("C", 0.5)]], [300.0]), [1.0])
    with pytest.raises(ConfigError, match="example has no pure rows"):
        model_of(decomposition=Excess("measured")).check(dataset)
    model_of(decomposition=Excess("own")).check(dataset)


def test_measured_values_of_a_file_are_used_by_a_model_that_reads_them(
    binaries: Dataset,
    measured: NeuralModel,
    trained: NeuralModel,
    model_of: ModelMaker,
    mixtures_of: Callable[..., Mixtures],
    dataset_of: Callable[..., Dataset],
) -> None:
    new = mixtures_of([[("CCCCCCC", 1.0)]], [300.0])
    model = model_of(decomposition=Excess("measured"))
    model.load_state(measured.state())
    model.add_pure_values(dataset_of(new, [123.0]))
    assert model.predict(new) == pytest.approx(123.0)
    assert measured.predict(new) != pytest.approx(123.0)
    with pytest.raises(ConfigError, match="does not read measured pure values"):
        trained.add_pure_values(dataset_of(new, [123.0]))


def test_only_a_model_that_reads_measured_values_carries_them(trained: NeuralModel, measured: NeuralModel) -> None:
    assert trained.state()["references"] is None
    assert measured.state()["references"] is not None


def test_another_source_of_pure_values_is_refused() -> None:
    with pytest.raises(ConfigError, match=r"decomposition\.pure is 'guessed'"):
        Excess("guessed")
