import pytest
from omegaconf import OmegaConf

from azeotrope.apps.compose import plain
from azeotrope.apps.labels import choice_label
from azeotrope.places import conf_folder


def tree(group: str, name: str) -> dict[str, object]:
    return plain(OmegaConf.load(conf_folder() / group / f"{name}.yaml"))


@pytest.mark.parametrize(
    ("group", "name"), [("split", "mixture"), ("featurizer", "dmpnn"), ("decomposition", "excess"), ("split", "random")]
)
def test_defaults_are_not_named(group: str, name: str) -> None:
    assert choice_label(group, tree(group, name)) == name


def test_every_changed_option_is_named_in_a_fixed_order() -> None:
    changed = {**tree("split", "molecule"), "validation": "molecules", "seed": 7}
    assert choice_label("split", changed) == "molecule (seed=7, validation=molecules)"
    assert choice_label("decomposition", {**tree("decomposition", "excess"), "pure": "measured"}) == (
        "excess (pure=measured)"
    )


def test_options_within_options_are_named() -> None:
    changed = tree("featurizer", "dmpnn")
    changed["readout"] = {**changed["readout"], "divided_by": 10.0}  # type: ignore[dict-item]
    assert choice_label("featurizer", changed) == "dmpnn (readout.divided_by=10.0)"


def test_folds_and_paths_are_no_options() -> None:
    given = {"name": "file", "path": "/somewhere/folds.csv", "folds": [1], "fold": 3}
    assert choice_label("split", given, {"content": "0123abcd"}) == "file (content=0123abcd)"


def test_a_part_that_is_missing_is_none() -> None:
    assert choice_label("aggregator", {"name": "none"}) == "none"
