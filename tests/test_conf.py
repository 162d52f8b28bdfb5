"""Every configuration file composes into a full configuration without missing or unknown parts."""

from pathlib import Path

import pytest
from hydra import compose, initialize_config_dir
from omegaconf import DictConfig, OmegaConf

from azeotrope.apps.compose import prepare_hydra
from azeotrope.places import conf_folder

CONF = conf_folder()
NEEDS = {
    "dataset/csv": ["dataset.path=my.csv"],
    "dataset/ratings_csv": ["dataset.path=my.csv", "dataset.attributes=[intensity]"],
    "split/file": ["split.path=folds.csv"],
}
OPTIONS = sorted(file.relative_to(CONF).with_suffix("").as_posix() for file in CONF.glob("*/**/*.yaml"))
EXPERIMENTS = sorted(file.stem for file in (CONF.parent / "experiments").glob("*.yaml"))


def composed(*overrides: str) -> DictConfig:
    conf = prepare_hydra()
    with initialize_config_dir(str(conf), version_base="1.3"):
        return compose("config", overrides=list(overrides))


def test_there_is_something_to_compose() -> None:
    assert len(OPTIONS) > 20
    assert EXPERIMENTS


@pytest.mark.parametrize("option", OPTIONS)
def test_every_option_composes_and_resolves(option: str) -> None:
    group, name = option.rsplit("/", 1)
    config = composed(f"{group}={name}", *NEEDS.get(option, []))
    OmegaConf.resolve(config)
    assert not OmegaConf.missing_keys(config)


@pytest.mark.parametrize("name", EXPERIMENTS)
def test_every_experiment_composes_and_is_headed_by_its_command(name: str) -> None:
    config = composed(f"experiments={name}")
    OmegaConf.resolve(config)
    text = (CONF.parent / "experiments" / f"{name}.yaml").read_text()
    assert text.splitlines()[1].startswith(f"# python train.py -m experiments={name}")


@pytest.mark.parametrize("model", sorted(file.stem for file in (CONF / "model").glob("*.yaml")))
def test_a_part_on_the_command_line_wins_over_the_bundle(model: str) -> None:
    config = composed(f"model={model}", "temperature=none", "split=random")
    assert config.temperature.name == "none"
    assert config.model.name == model


def test_every_option_of_a_group_has_its_name() -> None:
    labelled = {
        "dataset",
        "split",
        "featurizer",
        "interaction",
        "aggregator",
        "temperature",
        "predictor",
        "decomposition",
    }
    for option in OPTIONS:
        group, name = option.rsplit("/", 1)
        if group in labelled:
            assert OmegaConf.load(CONF / f"{option}.yaml").name == name


def test_no_option_is_a_comment_only_file() -> None:
    for file in Path(CONF).glob("**/*.yaml"):
        assert OmegaConf.load(file) is not None
        assert file.read_text().lstrip().startswith("#"), f"{file} does not say what it is"
