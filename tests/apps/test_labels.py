import pytest
from omegaconf import OmegaConf

from azeotrope.apps.labels import choice_label
from azeotrope.places import conf_folder
from azeotrope.reports.records import LABELS, needs_measured_pure


def tree(group: str, name: str) -> dict[str, object]:
    return OmegaConf.to_container(OmegaConf.load(conf_folder() / group / f"{name}.yaml"))  # type: ignore[return-value]


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


def test_options_that_the_default_leaves_open_are_named() -> None:
    changed = {**tree("featurizer", "molt5"), "options": {"hidden_act": "relu"}}
    assert choice_label("featurizer", changed) == "molt5 (options.hidden_act=relu)"
    joined = tree("featurizer", "rdkit+morgan")
    joined["blocks"]["morgan"]["n_bits"] = 64  # type: ignore[index]
    assert choice_label("featurizer", joined) == "rdkit+morgan (blocks.morgan.n_bits=64)"


def test_whether_weights_may_be_fetched_is_no_option() -> None:
    assert choice_label("featurizer", {**tree("featurizer", "molt5"), "offline": True}) == "molt5"


def test_parts_and_what_all_models_share_are_no_options_of_a_predictor() -> None:
    resolved = {**tree("predictor", "mlp"), "featurizer": {"hidden_width": 7}, "seed": 3, "n_layers": 2}
    assert choice_label("predictor", resolved) == "mlp (n_layers=2)"


def test_the_mark_of_measured_pure_values_follows_the_label() -> None:
    measured = choice_label("decomposition", {**tree("decomposition", "excess"), "pure": "measured"})
    own = choice_label("decomposition", tree("decomposition", "excess"))
    labels = dict.fromkeys(LABELS, "none")
    assert needs_measured_pure(labels | {"decomposition": measured})
    assert not needs_measured_pure(labels | {"decomposition": own})


def test_a_part_that_is_missing_is_none() -> None:
    assert choice_label("aggregator", {"name": "none"}) == "none"
