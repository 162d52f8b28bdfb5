"""What holds for every model on fixed mixture features."""

from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from azeotrope.chemistry.mixtures import Mixtures
from azeotrope.datasets.dataset import Dataset
from azeotrope.errors import ConfigError, RunError
from azeotrope.featurizers.descriptors import NormalizedDescriptors
from azeotrope.featurizers.protocol import NoFeaturizer
from azeotrope.models.aggregators import WeightedSum
from azeotrope.models.checkpoint import Checkpoint, Domain, read_checkpoint, write_checkpoint
from azeotrope.models.decompositions import Direct
from azeotrope.models.feature_model import FeatureModel
from azeotrope.models.interactions import NoInteraction
from azeotrope.models.protocol import FitContext
from azeotrope.models.random_forest import RandomForestModel
from azeotrope.models.ridge import RidgeModel
from azeotrope.models.temperature import ConcatTemperature, NoTemperature
from azeotrope.models.temperature_laws import ArrheniusTemperature
from azeotrope.models.trees import XGBoostModel

AnyModel = FeatureModel[Any]
Fit = Callable[..., AnyModel]

ROWS = np.arange(120)
TRAIN, VALIDATION = ROWS[:80], ROWS[80:100]
BOOSTING = {
    "n_estimators": 60,
    "max_depth": 3,
    "learning_rate": 0.1,
    "subsample": 0.8,
    "early_stopping_rounds": 10,
    "seed": 0,
    "threads": 1,
}
FOREST = {"n_estimators": 25, "min_samples_leaf": 1, "max_features": 0.5, "seed": 0, "threads": 1}
OPTIONS: dict[type[AnyModel], dict[str, Any]] = {
    XGBoostModel: BOOSTING,
    RidgeModel: {"alphas": [0.1, 1.0, 10.0]},
    RandomForestModel: FOREST,
}
# Splits of a tree that are equally good are told apart by rounding, and then differ for rows like no train row.
TOLERANCE: dict[type[AnyModel], float] = {XGBoostModel: 1e-3, RidgeModel: 1e-6, RandomForestModel: 0.3}
PARTS: dict[str, Any] = {
    "featurizer": NormalizedDescriptors(),
    "interaction": NoInteraction(),
    "aggregator": WeightedSum(),
    "temperature": ConcatTemperature(),
    "decomposition": Direct(),
}


@pytest.fixture(scope="module", params=OPTIONS, ids=lambda kind: kind.__name__)
def kind(request: pytest.FixtureRequest) -> type[AnyModel]:
    chosen: type[AnyModel] = request.param
    return chosen


def model_of(kind: type[AnyModel], **changes: Any) -> AnyModel:
    return kind(**PARTS | OPTIONS[kind] | changes)


@pytest.fixture(scope="module")
def cache_folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("features")


@pytest.fixture(scope="module")
def fit(kind: type[AnyModel], binaries: Dataset, cache_folder: Path) -> Fit:
    def train(dataset: Dataset = binaries, **changes: Any) -> AnyModel:
        model = model_of(kind, **changes)
        model.fit(dataset, TRAIN, VALIDATION, FitContext(cache_folder=cache_folder))
        return model

    return train


@pytest.fixture(scope="module")
def fitted(fit: Fit) -> AnyModel:
    return fit()


def test_it_learns(binaries: Dataset, fitted: AnyModel) -> None:
    table = binaries.table
    error = (fitted.predict(table.mixtures) - table.value)[ROWS[100:]]
    assert np.sqrt(np.mean(error**2)) < 0.5 * table.value.std()


def test_the_same_fit_gives_the_same_bytes(binaries: Dataset, fit: Fit, fitted: AnyModel) -> None:
    mixtures = binaries.table.mixtures
    assert fit().predict(mixtures).tobytes() == fitted.predict(mixtures).tobytes()


def test_values_of_other_rows_do_not_matter(
    binaries: Dataset, dataset_of: Callable[..., Dataset], fit: Fit, fitted: AnyModel
) -> None:
    shifted = dataset_of(binaries.table.mixtures, binaries.table.value + 1000.0 * (ROWS >= 100))
    mixtures = binaries.table.mixtures
    np.testing.assert_array_equal(fit(shifted).predict(mixtures), fitted.predict(mixtures))


@pytest.mark.parametrize(("factor", "shift"), [(1.0, 1e6), (1e-12, 0.0)])
def test_the_unit_of_the_values_is_that_of_the_predictions(
    kind: type[AnyModel],
    binaries: Dataset,
    dataset_of: Callable[..., Dataset],
    fit: Fit,
    fitted: AnyModel,
    factor: float,
    shift: float,
) -> None:
    mixtures = binaries.table.mixtures
    converted = fit(dataset_of(mixtures, binaries.table.value * factor + shift)).predict(mixtures)
    np.testing.assert_allclose((converted - shift) / factor, fitted.predict(mixtures), atol=TOLERANCE[kind])


def test_checkpoint_round_trip(binaries: Dataset, kind: type[AnyModel], fitted: AnyModel, tmp_path: Path) -> None:
    path = tmp_path / "model.ckpt"
    state = fitted.state()
    write_checkpoint(path, Checkpoint({}, state, "q", "u", "linear", Domain((), None, has_solute=False), "keep"))
    restored = model_of(kind)
    restored.load_state(read_checkpoint(path).state)
    mixtures = binaries.table.mixtures
    np.testing.assert_array_equal(restored.predict(mixtures), fitted.predict(mixtures))
    np.testing.assert_array_equal(restored.embed(mixtures), fitted.embed(mixtures))
    assert restored.report() == fitted.report()


def test_a_row_does_not_depend_on_the_others(binaries: Dataset, fitted: AnyModel) -> None:
    mixtures = binaries.table.mixtures
    together = fitted.predict(mixtures)
    alone = [fitted.predict(mixtures.take([row]))[0] for row in ROWS[:20]]
    np.testing.assert_allclose(alone, together[:20], rtol=1e-12)


def test_order_splitting_and_absent_components_change_nothing(
    fitted: AnyModel, mixtures_of: Callable[..., Mixtures]
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
    fitted: AnyModel, mixtures_of: Callable[..., Mixtures]
) -> None:
    predicted = fitted.predict(mixtures_of([[("O", 1.0)]] * 3, [300.0, np.nan, 300.0]))
    np.testing.assert_array_equal(np.isnan(predicted), [False, True, False])


@pytest.mark.parametrize("smiles", ["[He]", "[H][H]", "C[Te]C", "[NH4+].[Cl-]"])
def test_odd_molecules_have_a_prediction(fitted: AnyModel, mixtures_of: Callable[..., Mixtures], smiles: str) -> None:
    assert np.isfinite(fitted.predict(mixtures_of([[(smiles, 1.0)]], [300.0]))).all()


def test_no_rows(fitted: AnyModel, mixtures_of: Callable[..., Mixtures]) -> None:
    empty = mixtures_of([[("O", 1.0)]], [300.0]).take([])
    assert fitted.predict(empty).shape == (0,)
    assert fitted.embed(empty).shape == (0, 200)


def test_one_train_row_is_what_is_predicted(kind: type[AnyModel], binaries: Dataset, cache_folder: Path) -> None:
    model = model_of(kind)
    model.fit(binaries, TRAIN[:1], VALIDATION[:0], FitContext(cache_folder=cache_folder))
    predicted = model.predict(binaries.table.mixtures)
    np.testing.assert_allclose(predicted, np.full(120, binaries.table.value[0]), rtol=1e-6)


def test_it_is_quiet(
    kind: type[AnyModel],
    binaries: Dataset,
    cache_folder: Path,
    capfd: pytest.CaptureFixture[str],
    caplog: pytest.LogCaptureFixture,
) -> None:
    model_of(kind).fit(binaries, TRAIN, VALIDATION, FitContext(cache_folder=cache_folder))
    assert capfd.readouterr() == ("", "")
    assert caplog.records == []


def test_what_does_not_fit_is_refused_with_the_reason(kind: type[AnyModel], without_temperature: Dataset) -> None:
    with pytest.raises(ConfigError, match="featurizer=rdkit"):
        model_of(kind, featurizer=NoFeaturizer())
    with pytest.raises(ConfigError, match="ArrheniusTemperature needs a neural predictor; choose temperature=concat"):
        model_of(kind, temperature=ArrheniusTemperature())
    with pytest.raises(ConfigError, match="temperature=none"):
        model_of(kind).check(without_temperature)
    model_of(kind, temperature=NoTemperature()).check(without_temperature)


def test_it_must_be_fitted(kind: type[AnyModel], mixtures_of: Callable[..., Mixtures]) -> None:
    with pytest.raises(RunError, match="not been trained"):
        model_of(kind).state()
    with pytest.raises(RunError, match="not been trained"):
        model_of(kind).embed(mixtures_of([[("O", 1.0)]], [300.0]))
