"""Every configuration file composes into a full configuration without missing or unknown parts."""

import shutil
from pathlib import Path

import pytest
from hydra import compose, initialize_config_dir
from omegaconf import DictConfig, OmegaConf

from azeotrope.apps.compose import plain, prepare_hydra
from azeotrope.apps.composed_options import register_options
from azeotrope.apps.known_keys import check_overrides, experiments_of, groups_of
from azeotrope.apps.search.space import Choices, Range, space_of
from azeotrope.places import conf_folder

CONF = conf_folder()
NEEDS = {
    "dataset/csv": ["dataset.path=my.csv"],
    "dataset/ratings_csv": ["dataset.path=my.csv", "dataset.attributes=[intensity]"],
    "split/file": ["split.path=folds.csv"],
}
OPTIONS = sorted(file.relative_to(CONF).with_suffix("").as_posix() for file in CONF.glob("*/**/*.yaml"))
GROUPS = {root: groups_of(CONF / f"{root}.yaml") for root in ("config", "audit", "tune")}
COMMANDS = {"config": "train.py -m", "audit": "audit.py -m", "tune": "tune.py"}
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
    roots = [root for root, groups in GROUPS.items() if group in groups]
    for root in [root for root in roots if root != "tune" or "config" not in roots]:  # both include experiment.yaml
        config = composed(f"{group}={name}", *NEEDS.get(option, []), root=root)
        OmegaConf.resolve(config)
        assert not OmegaConf.missing_keys(config)


def test_every_group_belongs_to_a_command() -> None:
    groups = {option.rsplit("/", 1)[0] for option in OPTIONS}
    assert {group for group in groups if not group.startswith("hydra/")} <= set().union(*GROUPS.values())


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
    assert text.splitlines()[1].startswith(f"# python {COMMANDS[root]} experiments={name}")
    parameters = OmegaConf.select(OmegaConf.create(text), "hydra.sweeper.params") or {}
    assert bool(parameters) == COMMANDS[root].endswith("-m")
    swept = [f"{key}={options}" for key, options in parameters.items()]
    check_overrides(swept, CONF, root)


@pytest.mark.parametrize("model", sorted(file.stem for file in (CONF / "model").glob("*.yaml")))
def test_a_part_on_the_command_line_wins_over_the_bundle(model: str) -> None:
    config = composed(f"model={model}", "temperature=none", "split=random")
    assert config.temperature.name == "none"
    assert config.model.name == model


@pytest.mark.parametrize("model", sorted(file.stem for file in (CONF / "space").glob("*.yaml")))
def test_every_space_is_that_of_a_model_and_names_what_it_has(model: str) -> None:
    config = composed(f"model={model}", root="tune")
    space = space_of(plain(config.space))
    assert len(space) >= 6
    for key, parameter in space.items():
        named = (CONF / key).is_dir()
        assert OmegaConf.select(config, f"{key}.name" if named else key) is not None
        if named:
            assert isinstance(parameter, Choices)
            assert all((CONF / key / f"{option}.yaml").is_file() for option in parameter.options)


def test_the_spaces_are_those_of_the_paper() -> None:
    graph, trees = (space_of(plain(composed(f"model={name}", root="tune").space)) for name in ("dmpnn", "rdkit_xgb"))
    assert graph["trainer.peak_learning_rate"] == Range(3e-4, 3e-3, log=True)
    assert graph["interaction"] == Choices(("none", "molecular", "explicit"))
    assert trees["predictor.learning_rate"] == Range(0.01, 0.2, log=True)
    assert trees["predictor.n_estimators"] == Choices((500, 1000, 2000, 4000))
    azeotrope = space_of(plain(composed("model=azeotrope", root="tune").space))
    assert {key: value for key, value in azeotrope.items() if key != "aggregator"} == {
        key: value for key, value in graph.items() if key != "aggregator"
    }
    assert azeotrope["aggregator"] == Choices(("weighted_sum", "deepsets", "attentive", "set2set"))


def test_a_search_runs_fold_0_unless_told_otherwise() -> None:
    assert composed("split=molecule", root="tune").split.folds == [0]
    assert composed("split.folds=[1,2]", root="tune").split.folds == [1, 2]
    assert composed("model=ideal", root="tune").get("space") is None
    assert (
        composed("model=dmpnn", "space=rdkit_xgb", root="tune").space == composed("model=rdkit_xgb", root="tune").space
    )


def test_a_search_and_a_training_compose_the_same_experiment() -> None:
    train, tune = composed("model=rdkit_xgb"), composed("model=rdkit_xgb", root="tune")
    assert {key: tune[key] for key in train if key != "split"} == {key: train[key] for key in train if key != "split"}


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


def test_a_site_has_settings_of_its_own(tmp_path: Path) -> None:
    register_options([], prepare_hydra())
    copy = Path(shutil.copytree(CONF, tmp_path / "conf", ignore=shutil.ignore_patterns("local")))
    (copy / "local").mkdir()
    (copy / "local" / "slurm.yaml").write_text("partition: cpu\nadditional_parameters:\n  account: chem01\n")
    with initialize_config_dir(str(copy), version_base="1.3"):
        for root in ("config", "audit", "tune"):
            launcher = compose(root, ["hydra/launcher=slurm"], return_hydra_config=True).hydra.launcher
            assert launcher.partition == "cpu"
            assert launcher.timeout_min == 240
            assert launcher.additional_parameters == {"requeue": True, "account": "chem01"}
            own = compose(root, ["hydra/launcher=slurm", "hydra.launcher.partition=gpu"], return_hydra_config=True)
            assert own.hydra.launcher.partition == "gpu"
            assert "partition" not in compose(root, return_hydra_config=True).hydra.launcher
