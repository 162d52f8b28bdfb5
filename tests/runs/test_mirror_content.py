from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest

from azeotrope.errors import RunError
from azeotrope.runs.folder import RunFolder
from azeotrope.runs.identity import AuditLabels, RunLabels
from azeotrope.runs.mirror_content import mirror_content, readable_name
from azeotrope.runs.mirror_values import milliseconds

Make = Callable[..., RunFolder]


def test_a_done_run_has_everything_but_its_checkpoint(tmp_path: Path, done: Make) -> None:
    run = done(tmp_path, config={"labels": {"a/b": "x", "state": "no"}, "model": {"depth": 4}})
    content = mirror_content(run.record)
    assert content.key == ("azeotrope.run_id", run.run_id)
    assert content.name == "dmpnn · mixture · fold 0 · mon"
    assert content.data == ("mon", "data")
    assert content.params == {"model.depth": "4"}
    assert content.metrics == {"rmse": 0.5, "excess_rmse": 0.25}
    assert content.status == "FINISHED"
    assert content.start_ms <= content.end_ms == milliseconds(content.stamp)
    assert {path.name for path in content.artifacts} == {
        "config.yaml",
        "curves.json",
        "leakage.json",
        "mixing_curve.png",
        "predictions.parquet",
        "metrics.json",
        "reasons.json",
        "split.npz",
        "versions.json",
    }
    assert content.tags == {
        "a_b": "x",
        "state": "no",
        "kind": "fold",
        "dataset": "mon",
        "split": "mixture",
        "model": "dmpnn",
        "fold": "0",
        "azeotrope.run_id": run.run_id,
        "azeotrope.experiment_id": run.record.identity.experiment_id,
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


def test_names_say_what_differs_and_fit_into_a_column() -> None:
    labels = RunLabels("mon", "mixture", "dmpnn")
    assert readable_name(labels) == "dmpnn · mixture · mon"
    assert readable_name(labels, 3) == "dmpnn · mixture · fold 3 · mon"
    assert readable_name(AuditLabels("keller", "geometry", "morgan")) == "geometry · morgan · keller"
    long = [readable_name(replace(labels, split="x" * 500), fold) for fold in (0, 1)]
    assert {len(name) for name in long} == {250}
    assert long[0] != long[1]
