import pytest

from azeotrope.apps.known_keys import check_overrides
from azeotrope.errors import ConfigError
from azeotrope.places import conf_folder


@pytest.mark.parametrize(
    "override",
    [
        "model=ideal,dmpnn",
        "split=mixture",
        "split.fold=0,1",
        "split.folds=[0,1]",
        "seed=0",
        "trainer.epochs=1",
        "debug=fast",
        "hydra.sweep.dir=x",
        "dataset.path='a=b.csv'",
        "experiments=builtin",
        "paths.outputs='/tmp/a [b],c=d'",
        "hydra/launcher=slurm",
    ],
)
def test_known_overrides_pass(override: str) -> None:
    check_overrides([override, "-m", "--help"], conf_folder(), "config")


@pytest.mark.parametrize(
    ("override", "suggestion"),
    [
        ("spilt=mixture", "'split'"),
        ("+trainer.epoch=3", "'trainer.epochs'"),
        ("++trainer.epoch=3", "'trainer.epochs'"),
        ("trainer.epoch=3", "'trainer.epochs'"),
        ("model=dmpn", "'dmpnn'"),
        ("split=mixture,molecul", "'molecule'"),
        ("~seeed", "'seed'"),
        ("hydra/launcher=slrum", "'slurm'"),
    ],
)
def test_unknown_ones_are_refused_with_the_nearest_known(override: str, suggestion: str) -> None:
    with pytest.raises(ConfigError, match=suggestion):
        check_overrides([override], conf_folder(), "config")


def test_settings_of_a_launcher_need_one() -> None:
    settings = ["hydra.launcher.mem_gb=16", "+hydra.launcher.additional_parameters.account=chem01"]
    check_overrides(["hydra/launcher=slurm", *settings], conf_folder(), "config")
    with pytest.raises(ConfigError, match=r"hydra\.launcher\.mem_gb needs hydra/launcher=local"):
        check_overrides(settings, conf_folder(), "config")
    with pytest.raises(ConfigError, match=r"'hydra\.launcher\.partition'"):
        check_overrides(["hydra/launcher=slurm", "hydra.launcher.partion=cpu"], conf_folder(), "config")


def test_a_value_that_needs_quotes_says_so() -> None:
    with pytest.raises(ConfigError, match="quotes"):
        check_overrides(["dataset.path=a=b.csv"], conf_folder(), "config")
