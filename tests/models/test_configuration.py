"""The configuration files of models say everything that the classes need, and nothing else."""

from pathlib import Path

import pytest
from hydra import compose, initialize_config_dir

from azeotrope.apps.compose import plain, prepare_hydra, without
from azeotrope.apps.model_tree import build_model
from azeotrope.errors import ConfigError
from azeotrope.models.ideal import IdealModel
from azeotrope.models.neural.deep_sets import DeepSets
from azeotrope.models.neural.message_passing import DirectedMessagePassing
from azeotrope.models.neural.model import NeuralModel
from azeotrope.models.protocol import Model
from azeotrope.models.random_forest import RandomForestModel
from azeotrope.models.ridge import RidgeModel
from azeotrope.models.temperature import TemperatureLaw
from azeotrope.models.temperature_laws import ArrheniusTemperature, VantHoffTemperature
from azeotrope.models.trees import XGBoostModel
from azeotrope.places import conf_folder

BUNDLES = {
    "ideal": IdealModel,
    "dmpnn": NeuralModel,
    "rdkit_mlp": NeuralModel,
    "rdkit_xgb": XGBoostModel,
    "rdkit_ridge": RidgeModel,
    "rdkit_forest": RandomForestModel,
}


def built(*overrides: str) -> Model:
    with initialize_config_dir(str(prepare_hydra()), version_base="1.3"):
        config = compose("config", overrides=["temperature=none", *overrides])
    return build_model(without(plain(config.predictor), "name"))


@pytest.mark.parametrize(("bundle", "kind"), BUNDLES.items())
def test_a_bundle_builds_its_model(bundle: str, kind: type[Model]) -> None:
    assert type(built(f"model={bundle}")) is kind


def test_the_published_hyperparameters() -> None:
    dmpnn, trees = built("model=dmpnn", "trainer=paper"), built("model=rdkit_xgb")
    assert isinstance(dmpnn, NeuralModel)
    assert isinstance(dmpnn.featurizer, DirectedMessagePassing)
    assert (dmpnn.featurizer.hidden_width, dmpnn.featurizer.depth) == (101, 4)
    assert (dmpnn.hidden_width, dmpnn.n_layers) == (200, 4)
    assert (dmpnn.trainer.epochs, dmpnn.trainer.batch_size, dmpnn.trainer.warmup_epochs) == (50, 8, 2)
    rates = (dmpnn.trainer.initial_learning_rate, dmpnn.trainer.peak_learning_rate, dmpnn.trainer.final_learning_rate)
    assert rates == (1e-4, 1e-3, 1e-4)
    assert isinstance(trees, XGBoostModel)
    assert (trees.n_estimators, trees.max_depth, trees.early_stopping_rounds) == (2000, 5, 100)
    assert (trees.learning_rate, trees.subsample) == (0.01, 0.8)


def test_a_part_can_be_exchanged() -> None:
    model = built("model=dmpnn", "aggregator=deepsets", "temperature=concat")
    assert isinstance(model, NeuralModel)
    assert isinstance(model.aggregator, DeepSets)
    assert model.temperature.uses_temperature


@pytest.mark.parametrize(("name", "law"), [("arrhenius", ArrheniusTemperature), ("vant_hoff", VantHoffTemperature)])
def test_a_law_of_temperature_is_a_choice_of_neural_models(name: str, law: type[TemperatureLaw]) -> None:
    model = built("model=dmpnn", f"temperature={name}")
    assert isinstance(model, NeuralModel)
    assert type(model.temperature) is law


@pytest.mark.parametrize(
    "overrides",
    [
        ("model=rdkit_xgb", "featurizer=dmpnn"),
        ("model=rdkit_xgb", "aggregator=deepsets"),
        ("model=rdkit_ridge", "temperature=vant_hoff"),
        ("model=rdkit_ridge", "predictor.alphas=[0]"),
        ("model=rdkit_forest", "temperature=arrhenius"),
        ("model=rdkit_forest", "predictor.max_features=0"),
        ("model=dmpnn", "featurizer=none"),
        ("model=dmpnn", "trainer.epochs=0"),
        ("model=dmpnn", "+featurizer.hiden_width=3"),
    ],
)
def test_parts_that_do_not_fit_are_refused(overrides: tuple[str, ...]) -> None:
    with pytest.raises(ConfigError):
        built(*overrides)


@pytest.mark.parametrize("path", [conf_folder() / "temperature" / "auto.yaml"], ids=["auto"])
def test_the_automatic_temperature_is_a_marker(path: Path) -> None:
    from omegaconf import OmegaConf

    assert OmegaConf.load(path) == {"name": "auto"}
