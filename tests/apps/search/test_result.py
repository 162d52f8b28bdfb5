from collections.abc import Iterator
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
from hydra import compose, initialize_config_dir
from omegaconf import DictConfig

from azeotrope.apps.compose import prepare_hydra
from azeotrope.apps.known_keys import check_overrides
from azeotrope.apps.search.result import _changed, _search_of, refuse_taken_name
from azeotrope.errors import ConfigError
from azeotrope.places import conf_folder

TUNED = """# @package _global_
# Search: mine-0123456789ab
defaults:
- override /model: rdkit_xgb
- override /aggregator: concat
predictor:
  learning_rate: 0.118
"""


@pytest.fixture
def tuned(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    monkeypatch.setenv("AZEOTROPE_OUTPUTS", str(tmp_path / "out [1],a=b"))
    file = tmp_path / "out [1],a=b" / "tuned" / "mine.yaml"
    file.parent.mkdir(parents=True)
    file.write_text(TUNED)
    with initialize_config_dir(str(prepare_hydra()), version_base="1.3"):
        yield file
    monkeypatch.undo()
    prepare_hydra()


def composed(*overrides: str) -> DictConfig:
    return compose("config", overrides=list(overrides))


def test_what_was_found_is_an_option_of_train(tuned: Path) -> None:
    config = composed("tuned=mine")
    assert (config.model.name, config.featurizer.name, config.aggregator.name) == ("rdkit_xgb", "rdkit", "concat")
    assert (config.predictor.learning_rate, config.predictor.max_depth) == (0.118, 5)


def test_the_command_line_wins_over_what_was_found_and_so_does_an_ablation(tuned: Path) -> None:
    assert composed("tuned=mine", "aggregator=weighted_sum").aggregator.name == "weighted_sum"
    assert composed("tuned=mine", "predictor.learning_rate=0.5").predictor.learning_rate == 0.5
    assert composed("tuned=mine", "ablation=deepsets").aggregator.name == "deepsets"


def test_names_are_checked_like_those_of_any_group(tuned: Path) -> None:
    for root in ("config", "tune"):
        check_overrides(["tuned=mine"], conf_folder(), root)
        with pytest.raises(ConfigError, match="did you mean 'mine'"):
            check_overrides(["tuned=mime"], conf_folder(), root)


@pytest.mark.parametrize(
    ("override", "suggestion"),
    [
        ("n_trial=3", "'n_trials'"),
        ("space=rdkit_xg", "'rdkit_xgb'"),
        ("+acros=[dcn]", "'across'"),
        ("sed=1", "'seed'"),
        ("worker=2", "'workers'"),
    ],
)
def test_keys_of_a_search_are_known(override: str, suggestion: str) -> None:
    check_overrides(
        ["space.predictor.n_layers.choices=[3]", "across=[dcn]", "~space.aggregator"], conf_folder(), "tune"
    )
    with pytest.raises(ConfigError, match=suggestion):
        check_overrides([override], conf_folder(), "tune")


def test_only_what_is_not_as_before_is_written() -> None:
    before = {"a": 1, "b": {"c": [1], "d": None}, "e": "${seed}"}
    assert _changed(before, before) is None
    assert _changed({**before, "b": {"c": [2], "d": None}}, before) == {"b": {"c": [2]}}
    assert _changed({**before, "a": 0}, before) == {"a": 0}
    assert _changed({"a": False}, {"a": True}) == {"a": False}


def test_a_file_says_which_search_wrote_it(tuned: Path) -> None:
    assert _search_of(tuned) == "mine-0123456789ab"


def test_a_name_that_another_search_has_taken_is_refused(tuned: Path) -> None:
    outputs = tuned.parents[1]
    same: Any = SimpleNamespace(name="mine", id="mine-0123456789ab")
    other: Any = SimpleNamespace(name="mine", id="mine-ba9876543210")
    new: Any = SimpleNamespace(name="new", id="new-ba9876543210")
    assert refuse_taken_name(same, outputs) == tuned
    with pytest.raises(ConfigError, match="holds what search mine-0123456789ab found; choose another name"):
        refuse_taken_name(other, outputs)
    assert refuse_taken_name(new, outputs) == tuned.with_name("new.yaml")
    assert _search_of(tuned.with_name("none.yaml")) is None
    tuned.write_text("a: 1\n")
    assert _search_of(tuned) == "unknown"
