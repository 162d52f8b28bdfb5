"""`n_members`: one configuration, several seeds."""

from collections.abc import Callable
from pathlib import Path

import pytest
from hydra import compose, initialize_config_dir

from azeotrope.apps.building import Experiment, build_experiment
from azeotrope.apps.compose import prepare_hydra
from azeotrope.errors import ConfigError
from azeotrope.models.ensemble import Ensemble
from azeotrope.models.trees import XGBoostModel


@pytest.fixture
def built(mixtures_csv: Path) -> Callable[..., Experiment]:
    def build(*overrides: str) -> Experiment:
        own = ["dataset=csv", f"dataset.path={mixtures_csv}", *overrides]
        with initialize_config_dir(str(prepare_hydra()), version_base="1.3"):
            return build_experiment(compose("config", own), progress=False)

    return build


def test_members_differ_in_their_seed_alone(built: Callable[..., Experiment]) -> None:
    experiment = built("model=rdkit_xgb", "n_members=3", "seed=5")
    model = experiment.new_model()
    assert isinstance(model, Ensemble)
    assert all(isinstance(member, XGBoostModel) for member in model.members)
    assert [member.seed for member in model.members] == [5, 6, 7]
    assert experiment.labels["model"] == "rdkit_xgb_x3"
    first, second, _ = experiment.model_spec["members"]
    assert first | {"seed": 6} == second


def test_one_member_is_the_model_itself(built: Callable[..., Experiment]) -> None:
    experiment = built("model=rdkit_xgb", "n_members=1")
    assert isinstance(experiment.new_model(), XGBoostModel)
    assert experiment.labels["model"] == "rdkit_xgb"


@pytest.mark.parametrize(
    ("overrides", "message"),
    [
        (("model=ideal", "n_members=2"), "draws no random numbers"),
        (("model=rdkit_ridge", "n_members=2"), "draws no random numbers"),
        (("n_members=0",), "n_members is 0"),
        (("n_members=true",), "n_members is True"),
    ],
)
def test_what_cannot_be_an_ensemble_is_refused(
    built: Callable[..., Experiment], overrides: tuple[str, ...], message: str
) -> None:
    with pytest.raises(ConfigError, match=message):
        built(*overrides)
