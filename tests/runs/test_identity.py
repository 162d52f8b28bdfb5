import json
import re
from collections.abc import Callable
from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from azeotrope.errors import RunError
from azeotrope.runs.canonical import config_hash
from azeotrope.runs.code import code_hash
from azeotrope.runs.identity import RunIdentity, RunLabels, readable_label

Make = Callable[..., RunIdentity]


def test_the_run_id_is_frozen(identity: Make) -> None:
    assert identity(3).run_id == "mon-mixture-dmpnn-f3-1307781fdef8"
    assert identity(3).experiment_id == "075011c89573"


def test_every_scientific_part_changes_the_run_id(identity: Make) -> None:
    changes = [{"fold": 1}, {"config_hash": "x"}, {"data_hash": "x"}, {"split_hash": "x"}, {"code_hash": "x"}]
    ids = {identity().run_id, *(replace(identity(), **change).run_id for change in changes)}
    assert len(ids) == 6


def test_folds_share_their_experiment_and_nothing_else_does(identity: Make) -> None:
    assert identity(0).experiment_id == identity(4).experiment_id
    changes = [{"config_hash": "x"}, {"data_hash": "x"}, {"code_hash": "x"}]
    assert len({replace(identity(), **change).experiment_id for change in changes} | {identity().experiment_id}) == 4


def test_labels_do_not_enter_the_hash(identity: Make) -> None:
    renamed = identity(labels=RunLabels("MON", "mixture", "dmpnn"))
    assert renamed.run_id == identity().run_id


def test_an_identity_is_made_of_the_hashes() -> None:
    made = RunIdentity.of({"rate": 1}, RunLabels("mon", "mixture", "ideal"), fold=0, data_hash="d", split_hash="s")
    assert made.config_hash == config_hash({"rate": 1.0})
    assert made.code_hash == code_hash()
    assert (made.data_hash, made.split_hash) == ("d", "s")


def test_an_identity_survives_its_file(identity: Make) -> None:
    assert RunIdentity.from_dict(json.loads(json.dumps(identity(2).to_dict()))) == identity(2)


@pytest.mark.parametrize(
    "change",
    [{"fold": 1}, {"data_hash": "x"}, {"labels": {}}, {"labels": None}, {"run_id": "x"}, {"fold": [float("nan")]}],
)
def test_a_changed_identity_is_refused(identity: Make, change: dict[str, object]) -> None:
    with pytest.raises(RunError, match="damaged"):
        RunIdentity.from_dict({**identity().to_dict(), **change})


def test_an_identity_without_an_entry_is_refused(identity: Make) -> None:
    content = identity().to_dict()
    del content["split_hash"]
    with pytest.raises(RunError, match="split_hash"):
        RunIdentity.from_dict(content)


@pytest.mark.parametrize(
    ("text", "label"),
    [
        ("dmpnn", "dmpnn"),
        ("pure_to_mixture", "pure_to_mixture"),
        ("model=ideal,rdkit_xgb", "model_ideal_rdkit_xgb"),
        ("../../etc/passwd", "etc_passwd"),
        ("split.folds=[0,1]", "split.folds_0_1"),
        ("MolT5 base", "molt5_base"),
        ("", "unnamed"),
        ("..", "unnamed"),
        ("水", "unnamed"),
        ("x" * 100, "x" * 40),
    ],
)
def test_labels_become_parts_of_a_folder_name(text: str, label: str) -> None:
    assert readable_label(text) == label


@settings(deadline=None, max_examples=50)
@given(st.text(), st.text(), st.text())
def test_any_labels_give_a_valid_folder_name(dataset: str, split: str, model: str) -> None:
    identity = RunIdentity(RunLabels(dataset, split, model), 0, "config", "data", "split", "code")
    assert re.fullmatch(r"[a-z0-9_][a-z0-9_.]*(-[a-z0-9_][a-z0-9_.]*){2}-f0-[0-9a-f]{12}", identity.run_id)
    assert len(identity.run_id) < 150
