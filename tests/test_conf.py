"""Every configuration file composes into a full configuration without missing or unknown parts."""

from pathlib import Path

import pytest
from hydra import compose, initialize_config_dir
from omegaconf import DictConfig, OmegaConf

from azeotrope.apps.compose import prepare_hydra
from azeotrope.apps.composed_options import register_options
from azeotrope.apps.known_keys import check_overrides, experiments_of, groups_of
from azeotrope.places import conf_folder

CONF = conf_folder()
NEEDS = {
    "dataset/csv": ["dataset.path=my.csv"],
    "dataset/ratings_csv": ["dataset.path=my.csv", "dataset.attributes=[intensity]"],
    "split/file": ["split.path=folds.csv"],
}
OPTIONS = sorted(file.relative_to(CONF).with_suffix("").as_posix() for file in CONF.glob("*/**/*.yaml"))
GROUPS = {root: groups_of(CONF / f"{root}.yaml") for root in ("config", "audit")}
COMMANDS = {"config": "train.py", "audit": "audit.py"}
EXPERIMENTS = [(root, name) for root in GROUPS for name in sorted(experiments_of(CONF, root))]


def composed(*overrides: str, root: str = "config") -> DictConfig:
    conf = prepare_hydra()
    register_options(overrides, conf)
    with initialize_config_dir(str(conf), version_base="1.3"):
        return compose(root, overrides=list(overrides))


def test_there_is_something_to_compose() -> None:
    assert len(OPTIONS) > 20
    assert EXPERIMENTS


@pytest.mark.parametrize("option", OPTIONS)
def test_every_option_composes_and_resolves(option: str) -> None:
    group, name = option.rsplit("/", 1)
    for root in (root for root, groups in GROUPS.items() if group in groups):
        config = composed(f"{group}={name}", *NEEDS.get(option, []), root=root)
        OmegaConf.resolve(config)
        assert not OmegaConf.missing_keys(config)


def test_every_group_belongs_to_a_command() -> None:
    assert {option.rsplit("/", 1)[0] for option in OPTIONS} <= set().union(*GROUPS.values())


@pytest.mark.parametrize("group", ["representation", "baseline"])
def test_representations_join(group: str) -> None:
    config = composed(f"{group}=rdkit_2d+minimol+run:abc", root="audit")
    blocks = config[group].blocks
    assert list(blocks) == ["rdkit_2d", "minimol", "run:abc"]
    assert blocks["minimol"].featurizer == composed("featurizer=minimol").featurizer
    assert blocks["run:abc"].featurizer.run == "abc"


def test_a_second_data_set_is_any_data_set() -> None:
    assert composed("second=dream", root="audit").second == composed("dataset=dream", root="audit").dataset


@pytest.mark.parametrize(("claim", "baseline"), [("increment", "rdkit_2d+morgan"), ("transfer", "rdkit_2d")])
def test_a_claim_chooses_its_baseline_and_the_command_line_wins(claim: str, baseline: str) -> None:
    assert composed(f"claim={claim}", root="audit").baseline.name == baseline
    assert composed(f"claim={claim}", "baseline=morgan", root="audit").baseline.name == "morgan"


@pytest.mark.parametrize(("root", "name"), EXPERIMENTS)
def test_every_experiment_composes_and_is_headed_by_its_command(root: str, name: str) -> None:
    config = composed(f"experiments={name}", root=root)
    OmegaConf.resolve(config)
    text = (CONF.parent / "experiments" / f"{name}.yaml").read_text()
    assert text.splitlines()[1].startswith(f"# python {COMMANDS[root]} -m experiments={name}")
    parameters = OmegaConf.create(text).hydra.sweeper.params
    swept = [f"{key}={options}" for key, options in parameters.items()]
    check_overrides(swept, CONF, root)


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
        "claim",
        "representation",
    }
    for option in OPTIONS:
        group, name = option.rsplit("/", 1)
        if group in labelled:
            assert OmegaConf.load(CONF / f"{option}.yaml").name == name


def test_no_option_is_a_comment_only_file() -> None:
    for file in Path(CONF).glob("**/*.yaml"):
        assert OmegaConf.load(file) is not None
        assert file.read_text().lstrip().startswith("#"), f"{file} does not say what it is"
