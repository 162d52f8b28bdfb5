import re
from collections.abc import Callable
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from azeotrope.errors import RunError
from azeotrope.runs.folder import RunFolder
from azeotrope.runs.mirror_content import flatten, milliseconds, mirror_content, shorten, valid_key

Make = Callable[..., RunFolder]


def test_mappings_become_dotted_parameters() -> None:
    config = {"model": {"depth": 4, "act": "relu", "rate": 1e-3, "on": True, "none": None, "parts": [1, "a"], "no": {}}}
    assert flatten(config) == {
        "model.depth": "4",
        "model.act": "relu",
        "model.rate": "0.001",
        "model.on": "true",
        "model.none": "null",
        "model.parts": '[1, "a"]',
        "model.no": "{}",
    }


def test_an_empty_configuration_has_no_parameters() -> None:
    assert flatten({}) == {}


def test_keys_that_become_one_are_told_apart() -> None:
    params = flatten({"a=1": "x", "a[1": "y", "a": {"1": "z"}})
    assert sorted(params.values()) == ["x", "y", "z"]
    assert params["a_1"] == "x"
    assert params["a.1"] == "z"


def test_a_long_value_keeps_its_beginning_and_a_hash() -> None:
    one, other = flatten({"a": "x" * 7000, "b": "x" * 7001}).values()
    assert len(one) == len(other) == 500
    assert re.fullmatch(r"x{487}…[0-9a-f]{12}", one)
    assert one != other


def test_what_fits_is_not_shortened() -> None:
    assert shorten("x" * 500, 500) == "x" * 500
    assert shorten("", 5) == ""


@pytest.mark.parametrize(
    ("name", "key"),
    [
        ("excess_rmse", "excess_rmse"),
        ("a/b c=[1,2]", "a_b_c__1_2_"),
        ("", "_"),
        ("../x", "_._x"),
        (".", "_"),
        ("η", "_"),
    ],
)
def test_keys_are_valid(name: str, key: str) -> None:
    assert valid_key(name) == key


@settings(deadline=None, max_examples=50)
@given(st.text())
def test_any_text_gives_a_key_that_mlflow_accepts(name: str) -> None:
    assert re.fullmatch(r"[A-Za-z0-9_-][A-Za-z0-9_.-]{0,249}", valid_key(name))
    assert len(valid_key(name * 300)) <= 250


def test_times_are_milliseconds_since_1970() -> None:
    assert milliseconds("1970-01-01T00:00:01.500+00:00") == 1500


def test_a_done_run_has_everything_but_its_checkpoint(tmp_path: Path, done: Make) -> None:
    run = done(tmp_path, config={"labels": {"a/b": "x", "state": "no"}, "model": {"depth": 4}})
    content = mirror_content(run.record)
    assert content.name == run.run_id
    assert content.params == {"model.depth": "4"}
    assert content.metrics == {"rmse": 0.5, "excess_rmse": 0.25}
    assert content.status == "FINISHED"
    assert content.start_ms <= content.end_ms == milliseconds(content.stamp)
    assert {path.name for path in content.artifacts} == {
        "config.yaml",
        "leakage.json",
        "mixing_curve.png",
        "predictions.parquet",
        "metrics.json",
        "reasons.json",
        "split.npz",
        "versions.json",
    }
    assert content.tags == {
        "azeotrope.a_b": "x",
        "azeotrope.run_id": run.run_id,
        "azeotrope.experiment_id": run.record.identity.experiment_id,
        "azeotrope.dataset": "mon",
        "azeotrope.split": "mixture",
        "azeotrope.model": "dmpnn",
        "azeotrope.fold": "0",
        "azeotrope.state": "done",
        "azeotrope.attempt": "1",
        "azeotrope.error": "",
        "mlflow.note.content": "",
    }


def test_a_failed_run_tells_its_traceback(tmp_path: Path, failed: Make) -> None:
    content = mirror_content(failed(tmp_path).record)
    assert content.status == "FAILED"
    assert content.metrics == {}
    assert content.tags["azeotrope.error"] == "ValueError: no such solvent"
    assert content.tags["mlflow.note.content"].startswith("Traceback")


def test_a_run_that_has_not_ended_is_refused(tmp_path: Path, failed: Make) -> None:
    run = failed(tmp_path)
    with run.lock.held():
        run.start()
    with pytest.raises(RunError, match="state running; only done, failed and paused"):
        mirror_content(run.record)


@pytest.mark.parametrize(("rmse", "metrics"), [(0.5, {"validation_rmse": 0.5}), (None, {})])
def test_a_run_that_a_search_gave_up_is_killed_with_what_it_reached(
    tmp_path: Path, failed: Make, rmse: float | None, metrics: dict[str, float]
) -> None:
    run = failed(tmp_path)
    with run.lock.held():
        run.start()
        run.pause(0.25, rmse)
    content = mirror_content(run.record)
    assert (content.status, content.metrics, content.tags["azeotrope.state"]) == ("KILLED", metrics, "paused")
