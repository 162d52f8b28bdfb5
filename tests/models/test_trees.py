from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest
import torch

from azeotrope.chemistry.mixtures import Mixtures
from azeotrope.datasets.dataset import Dataset
from azeotrope.errors import ConfigError, RunError
from azeotrope.featurizers.descriptors import NormalizedDescriptors
from azeotrope.featurizers.protocol import NoFeaturizer
from azeotrope.models.aggregators import WeightedSum
from azeotrope.models.checkpoint import Checkpoint, Domain, read_checkpoint, write_checkpoint
from azeotrope.models.decompositions import Direct
from azeotrope.models.interactions import NoInteraction
from azeotrope.models.protocol import FitContext
from azeotrope.models.temperature import ConcatTemperature, NoTemperature
from azeotrope.models.trees import XGBoostModel

Fit = Callable[..., XGBoostModel]

ROWS = np.arange(120)
TRAIN, VALIDATION = ROWS[:80], ROWS[80:100]


def model_of(**changes: Any) -> XGBoostModel:
    parts: dict[str, Any] = {
        "featurizer": NormalizedDescriptors(),
        "interaction": NoInteraction(),
        "aggregator": WeightedSum(),
        "temperature": ConcatTemperature(),
        "decomposition": Direct(),
        "n_estimators": 60,
        "max_depth": 3,
        "learning_rate": 0.1,
        "subsample": 0.8,
        "early_stopping_rounds": 10,
        "seed": 0,
        "threads": 1,
    }
    return XGBoostModel(**parts | changes)


@pytest.fixture(scope="module")
def cache_folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("features")


@pytest.fixture(scope="module")
def fit(binaries: Dataset, cache_folder: Path) -> Fit:
    def train(dataset: Dataset = binaries, **changes: Any) -> XGBoostModel:
        model = model_of(**changes)
        model.fit(dataset, TRAIN, VALIDATION, FitContext(cache_folder=cache_folder))
        return model

    return train


@pytest.fixture(scope="module")
def fitted(fit: Fit) -> XGBoostModel:
    return fit()


def test_it_learns(binaries: Dataset, fitted: XGBoostModel) -> None:
    table = binaries.table
    error = (fitted.predict(table.mixtures) - table.value)[ROWS[100:]]
    assert np.sqrt(np.mean(error**2)) < 0.5 * table.value.std()


def test_the_same_fit_gives_the_same_bytes(binaries: Dataset, fit: Fit, fitted: XGBoostModel) -> None:
    mixtures = binaries.table.mixtures
    assert fit().predict(mixtures).tobytes() == fitted.predict(mixtures).tobytes()
    assert not np.array_equal(fit(seed=1).predict(mixtures), fitted.predict(mixtures))


def test_values_of_other_rows_do_not_matter(
    binaries: Dataset, dataset_of: Callable[..., Dataset], fit: Fit, fitted: XGBoostModel
) -> None:
    shifted = dataset_of(binaries.table.mixtures, binaries.table.value + 1000.0 * (ROWS >= 100))
    mixtures = binaries.table.mixtures
    np.testing.assert_array_equal(fit(shifted).predict(mixtures), fitted.predict(mixtures))


def test_a_shift_of_all_values_shifts_the_predictions(
    binaries: Dataset, dataset_of: Callable[..., Dataset], fit: Fit, fitted: XGBoostModel
) -> None:
    shifted = dataset_of(binaries.table.mixtures, binaries.table.value + 1e6)
    mixtures = binaries.table.mixtures
    np.testing.assert_allclose(fit(shifted).predict(mixtures) - 1e6, fitted.predict(mixtures), atol=1e-3)


def test_the_unit_of_the_values_scales_the_predictions(
    binaries: Dataset, dataset_of: Callable[..., Dataset], fit: Fit, fitted: XGBoostModel
) -> None:
    mixtures = binaries.table.mixtures
    tiny = fit(dataset_of(mixtures, binaries.table.value * 1e-12)).predict(mixtures)
    np.testing.assert_allclose(tiny * 1e12, fitted.predict(mixtures), rtol=1e-3)


def test_checkpoint_round_trip(binaries: Dataset, fitted: XGBoostModel, tmp_path: Path) -> None:
    path = tmp_path / "trees.ckpt"
    state = fitted.state()
    assert state["trees"].dtype == torch.uint8
    write_checkpoint(path, Checkpoint({}, state, "q", "u", "linear", Domain((), None, has_solute=False), "keep"))
    restored = model_of()
    restored.load_state(read_checkpoint(path).state)
    mixtures = binaries.table.mixtures
    np.testing.assert_array_equal(restored.predict(mixtures), fitted.predict(mixtures))
    np.testing.assert_array_equal(restored.embed(mixtures), fitted.embed(mixtures))


def test_a_row_does_not_depend_on_the_others(binaries: Dataset, fitted: XGBoostModel) -> None:
    mixtures = binaries.table.mixtures
    together = fitted.predict(mixtures)
    np.testing.assert_array_equal([fitted.predict(mixtures.take([row]))[0] for row in ROWS[:20]], together[:20])


def test_order_splitting_and_absent_components_change_nothing(
    fitted: XGBoostModel, mixtures_of: Callable[..., Mixtures]
) -> None:
    rows = [
        [("O", 0.4), ("CCO", 0.6)],
        [("CCO", 0.6), ("O", 0.4)],
        [("O", 0.2), ("CCO", 0.6), ("O", 0.2)],
        [("O", 0.4), ("CCO", 0.6), ("CCCCCC", 0.0)],
    ]
    predicted = fitted.predict(mixtures_of(rows, [300.0] * 4))
    np.testing.assert_allclose(predicted, np.full(4, predicted[0]), rtol=1e-6)


def test_an_unknown_temperature_gives_nan_in_its_row_alone(
    fitted: XGBoostModel, mixtures_of: Callable[..., Mixtures]
) -> None:
    predicted = fitted.predict(mixtures_of([[("O", 1.0)]] * 3, [300.0, np.nan, 300.0]))
    np.testing.assert_array_equal(np.isnan(predicted), [False, True, False])


@pytest.mark.parametrize("smiles", ["[He]", "[H][H]", "C[Te]C", "[NH4+].[Cl-]"])
def test_odd_molecules_have_a_prediction(
    fitted: XGBoostModel, mixtures_of: Callable[..., Mixtures], smiles: str
) -> None:
    assert np.isfinite(fitted.predict(mixtures_of([[(smiles, 1.0)]], [300.0]))).all()


def test_no_rows(fitted: XGBoostModel, mixtures_of: Callable[..., Mixtures]) -> None:
    empty = mixtures_of([[("O", 1.0)]], [300.0]).take([])
    assert fitted.predict(empty).shape == (0,)
    assert fitted.embed(empty).shape == (0, 200)


def test_a_solute_is_used(with_solute: Dataset) -> None:
    model = model_of(temperature=NoTemperature(), learning_rate=0.5, subsample=1.0)
    rows = np.arange(12)
    model.fit(with_solute, rows, rows[:0], FitContext())
    np.testing.assert_allclose(model.predict(with_solute.table.mixtures), with_solute.table.value, atol=0.1)


def test_it_is_quiet(
    binaries: Dataset, cache_folder: Path, capfd: pytest.CaptureFixture[str], caplog: pytest.LogCaptureFixture
) -> None:
    model_of().fit(binaries, TRAIN, VALIDATION, FitContext(cache_folder=cache_folder))
    assert capfd.readouterr() == ("", "")
    assert caplog.records == []


def test_what_does_not_fit_is_refused_with_the_reason(without_temperature: Dataset) -> None:
    with pytest.raises(ConfigError, match="featurizer=rdkit"):
        model_of(featurizer=NoFeaturizer())
    with pytest.raises(ConfigError, match="temperature=none"):
        model_of().check(without_temperature)


def test_it_must_be_fitted(mixtures_of: Callable[..., Mixtures]) -> None:
    with pytest.raises(RunError, match="not been trained"):
        model_of().state()
