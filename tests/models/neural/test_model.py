from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest
import torch

from azeotrope.chemistry.mixtures import Mixtures
from azeotrope.datasets.dataset import Dataset
from azeotrope.errors import ConfigError, DataError, RunError
from azeotrope.featurizers.descriptors import NormalizedDescriptors
from azeotrope.featurizers.protocol import NoFeaturizer
from azeotrope.models.checkpoint import Checkpoint, Domain, read_checkpoint, write_checkpoint
from azeotrope.models.neural import model as model_module
from azeotrope.models.neural.deep_sets import DeepSets
from azeotrope.models.neural.model import NeuralModel
from azeotrope.models.neural.training import TrainerOptions
from azeotrope.models.protocol import FitContext
from azeotrope.models.temperature import NoTemperature

ROWS = np.arange(120)
TRAIN, VALIDATION = ROWS[:80], ROWS[80:100]
PARTS = [{}, {"aggregator": DeepSets(hidden_width=5)}, {"featurizer": NormalizedDescriptors()}]


@pytest.fixture(scope="module")
def fitted(binaries: Dataset, model_of: Callable[..., NeuralModel]) -> NeuralModel:
    model = model_of()
    model.fit(binaries, TRAIN, VALIDATION, FitContext())
    return model


@pytest.mark.parametrize("parts", PARTS)
def test_the_same_fit_gives_the_same_bytes(
    binaries: Dataset, model_of: Callable[..., NeuralModel], parts: dict[str, Any]
) -> None:
    predictions = []
    for _ in range(2):
        model = model_of(**parts)
        model.fit(binaries, TRAIN, VALIDATION, FitContext())
        predictions.append(model.predict(binaries.table.mixtures).tobytes())
    assert predictions[0] == predictions[1]


def test_the_seed_matters_and_zero_is_one(
    binaries: Dataset, model_of: Callable[..., NeuralModel], fitted: NeuralModel
) -> None:
    other = model_of(seed=1)
    other.fit(binaries, TRAIN, VALIDATION, FitContext())
    assert not np.allclose(other.predict(binaries.table.mixtures), fitted.predict(binaries.table.mixtures))


@pytest.mark.parametrize("parts", PARTS)
def test_checkpoint_round_trip(
    binaries: Dataset, model_of: Callable[..., NeuralModel], tmp_path: Path, parts: dict[str, Any]
) -> None:
    model = model_of(**parts)
    model.fit(binaries, TRAIN, VALIDATION, FitContext())
    path = tmp_path / "model.ckpt"
    write_checkpoint(
        path, Checkpoint({}, model.state(), "q", "u", "linear", Domain((), None, has_solute=False), "keep")
    )
    restored = model_of(**parts)
    restored.load_state(read_checkpoint(path).state)
    mixtures = binaries.table.mixtures
    np.testing.assert_array_equal(restored.predict(mixtures), model.predict(mixtures))
    np.testing.assert_array_equal(restored.embed(mixtures), model.embed(mixtures))


@pytest.mark.parametrize("parts", PARTS)
def test_values_and_molecules_of_other_rows_do_not_matter(
    binaries: Dataset, dataset_of: Callable[..., Dataset], model_of: Callable[..., NeuralModel], parts: dict[str, Any]
) -> None:
    shifted = binaries.table.value + 1000.0 * (ROWS >= 100)
    states = []
    for dataset in (binaries, dataset_of(binaries.table.mixtures, shifted)):
        model = model_of(**parts)
        model.fit(dataset, TRAIN, VALIDATION, FitContext())
        states.append(model.predict(binaries.table.mixtures))
    np.testing.assert_array_equal(*states)


def test_values_are_in_the_unit_of_the_data(
    binaries: Dataset, dataset_of: Callable[..., Dataset], model_of: Callable[..., NeuralModel], fitted: NeuralModel
) -> None:
    model = model_of()
    model.fit(dataset_of(binaries.table.mixtures, 10 * binaries.table.value - 5), TRAIN, VALIDATION, FitContext())
    mixtures = binaries.table.mixtures
    np.testing.assert_allclose(model.predict(mixtures), 10 * fitted.predict(mixtures) - 5, rtol=1e-3)


def test_a_row_does_not_depend_on_the_others(
    binaries: Dataset, fitted: NeuralModel, monkeypatch: pytest.MonkeyPatch
) -> None:
    mixtures = binaries.table.mixtures
    together = fitted.predict(mixtures)
    alone = [fitted.predict(mixtures.take([row]))[0] for row in ROWS[:20]]
    np.testing.assert_allclose(alone, together[:20], rtol=1e-12)
    np.testing.assert_allclose(fitted.predict(mixtures.take(ROWS[::-1]))[::-1], together, rtol=1e-12)
    monkeypatch.setattr(model_module, "EVALUATION_ROWS", 7)
    chunked = fitted.predict(mixtures)
    assert chunked.shape == together.shape
    np.testing.assert_allclose(chunked, together, rtol=1e-12)


def test_molecules_are_recognised_under_other_indices(
    binaries: Dataset, fitted: NeuralModel, mixtures_of: Callable[..., Mixtures]
) -> None:
    rows = [[("CCO", 0.3), ("O", 0.7)], [("CCCCCCCCC", 1.0)], [("[He]", 0.5), ("O", 0.5)]]
    few = fitted.predict(mixtures_of(rows, [300.0] * 3))
    many = fitted.predict(mixtures_of(rows, [300.0] * 3, also=["[Xe]", "C#C", "CC", "CCCO"]))
    np.testing.assert_allclose(few, many, rtol=1e-12)
    inside = fitted.predict(Mixtures.pure(binaries.table.mixtures.molecules, [0], np.array([300.0])))
    smiles = binaries.table.mixtures.molecules.smiles[0]
    np.testing.assert_allclose(fitted.predict(mixtures_of([[(smiles, 1.0)]], [300.0])), inside, rtol=1e-12)


def test_order_splitting_and_absent_components_change_nothing(
    fitted: NeuralModel, mixtures_of: Callable[..., Mixtures]
) -> None:
    rows = [
        [("O", 0.4), ("CCO", 0.6)],
        [("CCO", 0.6), ("O", 0.4)],
        [("O", 0.2), ("CCO", 0.6), ("O", 0.2)],
        [("O", 0.4), ("CCO", 0.6), ("CCCCCC", 0.0)],
    ]
    predicted = fitted.predict(mixtures_of(rows, [300.0] * 4))
    np.testing.assert_allclose(predicted, np.full(4, predicted[0]), rtol=1e-12)


@pytest.mark.parametrize("smiles", ["O", "C", "[He]", "[H][H]", "[2H]O[2H]", "[NH4+].[Cl-]", "C[Te]C", "C" * 1300])
def test_odd_molecules_have_a_prediction(
    fitted: NeuralModel, mixtures_of: Callable[..., Mixtures], smiles: str
) -> None:
    predicted = fitted.predict(mixtures_of([[(smiles, 1.0)], [(smiles, 0.5), ("CCO", 0.5)]], [300.0] * 2))
    assert np.isfinite(predicted).all()


def test_an_unknown_temperature_gives_nan_in_its_row_alone(
    fitted: NeuralModel, mixtures_of: Callable[..., Mixtures]
) -> None:
    predicted = fitted.predict(mixtures_of([[("O", 1.0)]] * 3, [300.0, np.nan, 300.0]))
    np.testing.assert_array_equal(np.isnan(predicted), [False, True, False])
    assert predicted[0] == predicted[2]


def test_no_rows(fitted: NeuralModel, mixtures_of: Callable[..., Mixtures]) -> None:
    empty = mixtures_of([[("O", 1.0)]], [300.0]).take([])
    assert fitted.predict(empty).shape == (0,)
    assert fitted.embed(empty).shape == (0, 7)


def test_the_embedding_is_before_temperature_and_predictor(
    fitted: NeuralModel, mixtures_of: Callable[..., Mixtures]
) -> None:
    rows = [[("O", 1.0)], [("O", 1.0)], [("O", 0.5), ("CCO", 0.5)], [("CCO", 1.0)]]
    water, warm_water, mixed, ethanol = fitted.embed(mixtures_of(rows, [280.0, 330.0, 300.0, 300.0]))
    np.testing.assert_allclose(water, warm_water)
    np.testing.assert_allclose(mixed, (water + ethanol) / 2)


def test_the_solute_matters_and_is_not_part_of_the_embedding(
    with_solute: Dataset, model_of: Callable[..., NeuralModel], options_of: Callable[..., TrainerOptions]
) -> None:
    model = model_of(temperature=NoTemperature(), trainer=options_of(epochs=40, batch_size=4))
    rows = np.arange(12)
    model.fit(with_solute, rows, rows, FitContext())
    mixtures = with_solute.table.mixtures
    np.testing.assert_allclose(model.predict(mixtures), with_solute.table.value, atol=0.3)
    np.testing.assert_array_equal(model.embed(mixtures), model.embed(replace(mixtures, solute=None)))
    with pytest.raises(DataError, match="solute"):
        model.predict(replace(mixtures, solute=None))


def test_what_does_not_fit_is_refused_with_the_reason(
    without_temperature: Dataset, model_of: Callable[..., NeuralModel]
) -> None:
    with pytest.raises(ConfigError, match="featurizer=dmpnn"):
        model_of(featurizer=NoFeaturizer())
    with pytest.raises(ConfigError, match="temperature=none"):
        model_of().check(without_temperature)
    model_of(temperature=NoTemperature()).check(without_temperature)


def test_a_missing_temperature_column_is_an_error(fitted: NeuralModel, mixtures_of: Callable[..., Mixtures]) -> None:
    with pytest.raises(DataError, match="temperature"):
        fitted.predict(mixtures_of([[("O", 1.0)]]))


def test_it_must_be_fitted(model_of: Callable[..., NeuralModel]) -> None:
    with pytest.raises(RunError, match="not been trained"):
        model_of().state()


def test_the_weights_of_another_network_are_refused(fitted: NeuralModel, model_of: Callable[..., NeuralModel]) -> None:
    with pytest.raises(RunError, match="another network"):
        model_of(hidden_width=9).load_state(fitted.state())


def test_the_state_is_tensors_and_plain_values(fitted: NeuralModel) -> None:
    state = fitted.state()
    assert all(isinstance(weight, torch.Tensor) for weight in state["weights"].values())
    assert {weight.dtype for weight in state["weights"].values()} == {torch.float32}
    assert isinstance(state["target"][0], float)
