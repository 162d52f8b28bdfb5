import json
import re
import shutil
import socket
import sqlite3
import subprocess
import time
from collections.abc import Callable
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest

from azeotrope.runs import mirror_database, mirror_health
from azeotrope.runs.command import Command
from azeotrope.runs.events import Outcome
from azeotrope.runs.files import write_json
from azeotrope.runs.folder import RunFolder
from azeotrope.runs.mirror_database import database_uri
from azeotrope.runs.mirror_health import health_of
from azeotrope.runs.sync import sync
from azeotrope.runs.tracking import Tracking

Make = Callable[..., RunFolder]
Spawn = Callable[..., subprocess.Popen[str]]

SYNC = """
import sys
from pathlib import Path
from azeotrope.runs.mirror_health import health_of
from azeotrope.runs.sync import sync
from azeotrope.runs.tracking import Tracking
tracking = Tracking(Path(sys.argv[1]), sys.argv[2], artifact_location=sys.argv[3])
print(tracking.prepare(), flush=True)
sys.stdin.readline()
report = sync(tracking)
print(len(report.mirrored), len(report.missing))
"""
STRANGE = {"labels": {"split.folds=[0,1]": "a/b"}, "long": "x" * 7000, "a/b": {"c=[d": 1}, "data=c,v": None}


def open_port() -> socket.socket:
    """A port that accepts connections and never answers."""
    server = socket.socket()
    server.bind(("127.0.0.1", 0))
    server.listen()
    return server


class Store:
    """What an MLflow store holds, asked through MLflow's own client."""

    def __init__(self, uri: str, name: str = "azeotrope") -> None:
        from mlflow import MlflowClient

        self.client = MlflowClient(uri)
        experiment = self.client.get_experiment_by_name(name)
        self.runs = self.client.search_runs([experiment.experiment_id], max_results=100)
        self.artifact_location = experiment.artifact_location

    def run(self, name: str) -> Any:
        """The only run of a name or of a run id."""
        (run,) = [run for run in self.runs if name in (run.info.run_name, run.data.tags.get("azeotrope.run_id"))]
        return run

    def children(self, parent: Any) -> list[Any]:
        """The runs directly below a run, by name."""
        own = [run for run in self.runs if run.data.tags.get("mlflow.parentRunId") == parent.info.run_id]
        return sorted(own, key=lambda run: run.info.run_name)

    def content(self) -> dict[str, Any]:
        """Everything that does not depend on MLflow's own ids, by run name."""
        parents = {run.info.run_id: run.info.run_name for run in self.runs}
        return {
            run.info.run_name: {
                "metrics": run.data.metrics,
                "params": run.data.params,
                "tags": {
                    key: parents[value] if key == "mlflow.parentRunId" else value
                    for key, value in run.data.tags.items()
                },
                "status": run.info.status,
                "times": (run.info.start_time, run.info.end_time),
                "artifacts": sorted(file.path for file in self.client.list_artifacts(run.info.run_id)),
            }
            for run in self.runs
        }


@pytest.fixture(name="outputs", scope="module")
def fixture_outputs(tmp_path_factory: pytest.TempPathFactory, done: Make, failed: Make) -> Path:
    """A first command with a done and a failed run, a second one that skipped the done run; all mirrored."""
    outputs = tmp_path_factory.mktemp("out puts=[1,2]")
    tracking = Tracking(outputs)
    assert tracking.prepare()
    first = Command.begin(outputs, "table3", ["train.py", "-m", "experiments=table3"])
    assert tracking.start_command(first)
    good = done(outputs, 0, config=STRANGE, command_id=first.id)
    assert tracking.log_run(good.record)
    first.report(Outcome.DONE, "fold=0", good.run_id)
    bad = failed(outputs, 1, command_id=first.id)
    assert tracking.log_run(bad.record)
    first.report(Outcome.FAILED, "fold=1", bad.run_id, "ValueError: no such solvent")
    assert tracking.finish_command(first)
    second = Command.begin(outputs, "again", ["train.py"])
    assert tracking.start_command(second)
    assert tracking.mark_skipped(good.record, second.id)
    second.report(Outcome.SKIPPED, "fold=0", good.run_id)
    assert tracking.finish_command(second)
    return outputs


@pytest.fixture(autouse=True)
def _forget_failures() -> None:
    """Let no test wait for the failure of another one."""
    health_of.cache_clear()


@pytest.fixture(name="own")
def fixture_own(outputs: Path, tmp_path: Path) -> Tracking:
    """Tracking of a test's own outputs in an experiment of its own."""
    return Tracking(tmp_path, database_uri(outputs / "mlflow.db"), tmp_path.name, (tmp_path / "artifacts").as_uri())


def test_the_store_is_the_one_asked_for_then_that_of_the_environment_then_a_file_in_the_outputs(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    own = database_uri(tmp_path / "mlflow.db")
    monkeypatch.delenv("MLFLOW_TRACKING_URI", raising=False)
    assert Tracking(tmp_path).place == own
    monkeypatch.setenv("MLFLOW_TRACKING_URI", " ")
    assert Tracking(tmp_path).place == own
    monkeypatch.setenv("MLFLOW_TRACKING_URI", "http://me:secret@host:5000")
    assert Tracking(tmp_path).place == "http://***@host:5000"
    assert Tracking(tmp_path, "http://other:5000").place == "http://other:5000"


def test_artifacts_lie_in_the_outputs_only_with_the_database_there(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    elsewhere = tmp_path / "elsewhere"
    elsewhere.mkdir()
    monkeypatch.chdir(elsewhere)
    monkeypatch.setenv("MLFLOW_TRACKING_URI", database_uri(elsewhere / "a.db"))
    assert Tracking(tmp_path / "outputs").prepare()
    location = Store(database_uri(elsewhere / "a.db")).artifact_location
    assert str(tmp_path / "outputs") not in location


def own_store(own: Tracking) -> Store:
    return Store(own.place, own.outputs.name)


def test_below_a_command_stand_its_experiments_and_below_these_the_folds(outputs: Path) -> None:
    store = Store(database_uri(outputs / "mlflow.db"))
    assert len(store.runs) == 5
    first, second = store.run("table3"), store.run("again")
    good, bad = (
        store.run(next((outputs / "runs").glob("*-f0-*")).name),
        store.run(next((outputs / "runs").glob("*-f1-*")).name),
    )
    (experiment,) = store.children(first)
    assert store.children(second) == []
    assert [run.info.run_id for run in store.children(experiment)] == [good.info.run_id, bad.info.run_id]
    assert [run.info.run_name for run in (experiment, good, bad)] == [
        "dmpnn · mixture · mon",
        "dmpnn · mixture · fold 0 · mon",
        "dmpnn · mixture · fold 1 · mon",
    ]
    assert [run.data.tags["kind"] for run in (first, experiment, good)] == ["command", "experiment", "fold"]
    assert experiment.info.status == "FAILED"
    assert experiment.data.metrics == {"rmse": 0.5, "excess_rmse": 0.25, "folds": 1.0}
    assert (first.info.status, second.info.status) == ("FAILED", "FINISHED")
    assert (good.info.status, bad.info.status) == ("FINISHED", "FAILED")
    assert good.data.metrics == {"rmse": 0.5, "excess_rmse": 0.25}
    assert bad.data.metrics == {}
    assert bad.data.tags["mlflow.note.content"].endswith("ValueError: no such solvent\n")
    counts = [first.data.tags[f"azeotrope.runs_{outcome}"] for outcome in ("done", "skipped", "failed")]
    assert counts == ["1", "0", "1"]
    assert second.data.tags["azeotrope.runs_skipped"] == "1"
    assert good.data.tags["azeotrope.skipped_by"] == second.data.tags["azeotrope.command_id"]
    assert first.data.tags["azeotrope.argv"] == "train.py -m experiments=table3"


def test_a_page_says_how_to_compare_models_and_how_to_make_the_report(outputs: Path) -> None:
    store = Store(database_uri(outputs / "mlflow.db"))
    note = store.run("table3").data.tags["mlflow.note.content"]
    assert "`train.py -m experiments=table3`" in note
    assert "azeotrope report" in note
    key = re.search(r"viewStateShareKey=(\w+)", note).group(1)
    experiment = store.client.get_experiment(store.run("table3").info.experiment_id)
    view = json.loads(experiment.tags[f"mlflow.sharedViewState.{key}"])
    found = store.client.search_runs([experiment.experiment_id], view["searchFilter"])
    assert [run.info.run_name for run in found] == ["dmpnn · mixture · mon"]
    assert "metrics.`excess_rmse`" in view["selectedColumns"]


def test_what_people_wrote_about_an_experiment_stays(own: Tracking) -> None:
    assert own.prepare()
    client = own_store(own).client
    experiment = client.get_experiment_by_name(own.outputs.name).experiment_id
    client.set_experiment_tag(experiment, "mlflow.note.content", "our own words")
    assert Tracking(own.outputs, own._uri, own.outputs.name).prepare()
    assert client.get_experiment(experiment).tags["mlflow.note.content"] == "our own words"


def test_a_run_shows_its_data_set_and_hash(outputs: Path) -> None:
    run = Store(database_uri(outputs / "mlflow.db")).run("dmpnn · mixture · fold 0 · mon")
    ((dataset,),) = [[each.dataset for each in run.inputs.dataset_inputs]]
    assert (dataset.name, dataset.digest) == ("mon", "data")


def test_strange_names_and_long_values_are_shortened_there_and_whole_in_the_folder(outputs: Path) -> None:
    record = Tracking(outputs)
    folder = next((outputs / "runs").glob("*-f0-*"))
    run = Store(database_uri(outputs / "mlflow.db")).run(folder.name)
    assert len(run.data.params["long"]) == 500
    assert run.data.params["a_b.c__d"] == "1"
    assert run.data.tags["split.folds__0_1_"] == "a/b"
    assert RunFolder(folder).record.config == STRANGE
    assert RunFolder(folder).record.mlflow_runs == {record.place: run.info.run_id}


def test_artifacts_lie_in_the_outputs_without_the_checkpoint(outputs: Path) -> None:
    store = Store(database_uri(outputs / "mlflow.db"))
    assert store.artifact_location == (outputs / "mlartifacts").as_uri()
    names = {path.name for path in (outputs / "mlartifacts").rglob("*") if path.is_file()}
    assert {"config.yaml", "predictions.parquet", "split.npz", "leakage.json", "mixing_curve.png"} <= names
    assert "model.ckpt" not in names


def test_sync_leaves_no_trace_where_nothing_is_missing(outputs: Path) -> None:
    uri = database_uri(outputs / "mlflow.db")
    before = Store(uri).content()
    report = sync(Tracking(outputs))
    assert (len(report.mirrored), report.missing) == (4, ())  # two commands and two folds
    assert Store(uri).content() == before


@pytest.mark.slow
def test_two_processes_at_once_fill_an_empty_store_with_the_same_content_once(
    outputs: Path, tmp_path: Path, spawn: Spawn
) -> None:
    empty = database_uri(tmp_path / "mlflow.db")
    processes = [spawn(SYNC, outputs, empty, (tmp_path / "artifacts").as_uri()) for _ in range(2)]
    assert [process.stdout.readline() for process in processes if process.stdout] == ["True\n"] * 2
    for process in processes:
        assert process.stdin is not None
        process.stdin.write("\n")
        process.stdin.flush()
    assert [process.communicate() for process in processes] == [("4 0\n", "")] * 2
    assert Store(empty).content() == Store(database_uri(outputs / "mlflow.db")).content()
    assert len(Store(empty).runs) == 5


def test_a_deleted_run_comes_back_and_an_unfinished_one_is_completed(own: Tracking, done: Make) -> None:
    run = done(own.outputs)
    assert own.log_run(run.record)
    store = own_store(own)
    before = store.content()
    store.client.delete_run(store.run(run.run_id).info.run_id)
    assert own.log_run(run.record)
    store = own_store(own)
    assert store.content() == before
    store.client.delete_tag(store.run(run.run_id).info.run_id, "azeotrope.mirrored")
    store.client.update_run(store.run(run.run_id).info.run_id, "RUNNING")
    assert own.log_run(run.record)
    assert own_store(own).content() == before


def test_a_run_mirrored_while_its_command_was_not_gets_its_parent_later(own: Tracking, done: Make) -> None:
    command = Command.begin(own.outputs, "train", [])
    text = (command.path / "command.json").read_text()
    (command.path / "command.json").unlink()
    run = done(own.outputs, command_id=command.id)
    assert own.log_run(run.record)
    assert "mlflow.parentRunId" not in own_store(own).run("dmpnn · mixture · mon").data.tags
    (command.path / "command.json").write_text(text)
    assert sync(own).missing == ()
    store = own_store(own)
    assert [child.info.run_name for child in store.children(store.run("train"))] == ["dmpnn · mixture · mon"]


def test_a_run_that_an_older_version_put_below_its_command_moves_below_its_experiment(
    own: Tracking, done: Make
) -> None:
    command = Command.begin(own.outputs, "train", [])
    run = done(own.outputs, command_id=command.id)
    assert own.log_run(run.record)
    store = own_store(own)
    before = store.content()
    parent, fold = store.run("train"), store.run(run.run_id)
    store.client.set_tag(fold.info.run_id, "mlflow.parentRunId", parent.info.run_id)
    store.client.delete_run(store.run("dmpnn · mixture · mon").info.run_id)
    assert own.log_run(run.record)
    assert own_store(own).content() == before


def test_a_failed_run_that_is_done_later_stays_one_run(own: Tracking, done: Make, failed: Make) -> None:
    commands = [Command.begin(own.outputs, name, []) for name in ("first", "second")]
    run = failed(own.outputs, command_id=commands[0].id)
    assert own.log_run(run.record)
    mlflow_id = run.record.mlflow_runs[own.place]
    assert own.log_run(done(own.outputs, command_id=commands[1].id).record)
    store = own_store(own)
    mirrored = store.run(run.run_id)
    assert mirrored.info.run_id == mlflow_id
    assert mirrored.info.status == "FINISHED"
    assert mirrored.data.metrics["rmse"] == 0.5
    (experiment,) = store.children(store.run("second"))
    assert [child.info.run_id for child in store.children(experiment)] == [mlflow_id]
    assert (experiment.info.status, experiment.data.metrics["folds"]) == ("FINISHED", 1.0)
    assert (mirrored.data.tags["azeotrope.error"], mirrored.data.tags["mlflow.note.content"]) == ("", "")
    names = {"first", "second", "dmpnn · mixture · mon", "dmpnn · mixture · fold 0 · mon"}
    assert {entry.info.run_name for entry in store.runs} == names


def test_an_experiment_stays_with_the_command_that_began_it_and_a_retry_is_no_new_one(
    own: Tracking, done: Make
) -> None:
    first = Command.begin(own.outputs, "first", [])
    again = Command.begin(own.outputs, "again", [], retry_of=first.id)
    later = Command.begin(own.outputs, "later", [])
    for fold, command in enumerate((later, again)):
        assert own.start_command(command)
        assert own.log_run(done(own.outputs, fold, command_id=command.id).record)
    store = own_store(own)
    assert [len(store.children(store.run(name))) for name in ("first", "again", "later")] == [1, 0, 0]
    (experiment,) = store.children(store.run("first"))
    assert len(store.children(experiment)) == 2
    assert sync(own).missing == ()
    before = own_store(own).content()
    assert sync(own).missing == ()
    assert own_store(own).content() == before


def test_an_experiment_has_the_mean_and_the_sample_standard_deviation_of_its_done_folds(
    own: Tracking, done: Make, failed: Make
) -> None:
    for fold, rmse in enumerate((1.0, 3.0)):
        run = done(own.outputs, fold)
        write_json(run.path / "metrics.json", {"rmse": rmse, "tau": None if fold else 0.5})
        assert own.log_run(run.record)
    assert own.log_run(failed(own.outputs, 2).record)
    experiment = own_store(own).run("dmpnn · mixture · mon")
    assert experiment.data.metrics == {"rmse": 2.0, "sd/rmse": pytest.approx(2.0**0.5), "tau": 0.5, "folds": 2.0}
    assert experiment.info.status == "FAILED"


def test_a_run_that_mlflow_lacks_is_mirrored_when_it_is_skipped(own: Tracking, done: Make) -> None:
    commands = [Command.begin(own.outputs, "train", []) for _ in range(2)]
    run = done(own.outputs)
    for command in (*commands, commands[0]):
        assert own.mark_skipped(run.record, command.id)
    skipped_by = own_store(own).run(run.run_id).data.tags["azeotrope.skipped_by"]
    assert skipped_by.split() == sorted(command.id for command in commands)


def test_a_dead_server_costs_moments_and_one_warning(
    tmp_path: Path, done: Make, caplog: pytest.LogCaptureFixture
) -> None:
    with open_port() as server:
        port = server.getsockname()[1]
    tracking = Tracking(tmp_path, f"http://me:secret@127.0.0.1:{port}")
    run = done(tmp_path)
    command = Command.begin(tmp_path, "train", [])
    started = time.monotonic()
    assert not tracking.prepare()
    assert not tracking.start_command(command)
    assert not tracking.log_run(run.record)
    assert not tracking.mark_skipped(run.record, command.id)
    assert not tracking.finish_command(command)
    assert sync(tracking).missing == (run.run_id, command.id)
    assert time.monotonic() - started < 10
    assert len(caplog.records) == 1
    assert "azeotrope sync" in caplog.text
    assert "secret" not in caplog.text
    assert run.is_done()
    assert not any(b"secret" in path.read_bytes() for path in tmp_path.rglob("*") if path.is_file())


def test_a_server_that_never_answers_is_asked_once(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setenv("MLFLOW_HTTP_REQUEST_TIMEOUT", "1")
    monkeypatch.setenv("MLFLOW_HTTP_REQUEST_MAX_RETRIES", "0")
    with open_port() as server:
        tracking = Tracking(tmp_path, f"http://127.0.0.1:{server.getsockname()[1]}")
        started = time.monotonic()
        assert not tracking.prepare()
        assert 0.9 < time.monotonic() - started < 20
        again = time.monotonic()
        assert not tracking.prepare()
        assert time.monotonic() - again < 0.5
    assert len(caplog.records) == 1


def test_a_locked_database_costs_moments_and_is_caught_up(
    own: Tracking,
    done: Make,
    monkeypatch: pytest.MonkeyPatch,
    caplog: pytest.LogCaptureFixture,
    capfd: pytest.CaptureFixture[str],
) -> None:
    assert own.prepare()
    runs = [done(own.outputs, fold) for fold in range(2)]
    monkeypatch.setattr(mirror_database, "PATIENCE_S", 0.01)
    monkeypatch.setattr(mirror_health, "PAUSE_FACTOR", 0)
    with closing(sqlite3.connect(own.place.removeprefix("sqlite:///"), isolation_level=None)) as holder:
        holder.execute("BEGIN EXCLUSIVE")
        assert [own.log_run(run.record) for run in runs] == [False, False]
        holder.execute("ROLLBACK")
    assert len(caplog.records) == 1
    assert "database is locked" in caplog.text
    assert len(sync(own).mirrored) == 2
    assert capfd.readouterr().out == ""


def test_what_mlflow_cannot_use_is_told_and_never_raised(
    tmp_path: Path, done: Make, caplog: pytest.LogCaptureFixture
) -> None:
    (tmp_path / "mlflow.db").write_text("this is no database, and it is long enough to be seen as none" * 20)
    assert not Tracking(tmp_path).log_run(done(tmp_path).record)
    assert "not a database" in caplog.text


def test_a_run_without_a_whole_folder_is_not_mirrored(
    tmp_path: Path, done: Make, caplog: pytest.LogCaptureFixture
) -> None:
    run = done(tmp_path)
    (run.path / "config.yaml").unlink()
    assert not Tracking(tmp_path).log_run(run.record)
    assert "config.yaml" in caplog.text
    assert not (tmp_path / "mlflow.db").exists()


def test_a_read_only_disk_is_told_and_never_raised(
    small_disk: Path, done: Make, caplog: pytest.LogCaptureFixture
) -> None:
    run = done(small_disk)
    subprocess.run(["mount", "-o", "remount,ro", str(small_disk)], check=True)
    assert run.is_done()
    assert not Tracking(small_disk).log_run(run.record)
    assert "Read-only file system" in caplog.text


def test_moved_outputs_are_told_to_make_a_new_mirror(
    outputs: Path, tmp_path: Path, done: Make, caplog: pytest.LogCaptureFixture
) -> None:
    shutil.copy(outputs / "mlflow.db", tmp_path)
    assert not Tracking(tmp_path).log_run(done(tmp_path).record)
    assert "remove mlflow.db" in caplog.text


def test_a_deleted_experiment_is_told(own: Tracking, done: Make, caplog: pytest.LogCaptureFixture) -> None:
    assert own.prepare()
    client = own_store(own).client
    client.delete_experiment(client.get_experiment_by_name(own.outputs.name).experiment_id)
    again = Tracking(own.outputs, own._uri, own.outputs.name)
    assert not again.log_run(done(own.outputs).record)
    assert "was deleted in MLflow" in caplog.text


def test_the_mirror_speaks_only_through_the_log(outputs: Path, capfd: pytest.CaptureFixture[str]) -> None:
    assert Tracking(outputs).prepare()
    assert sync(Tracking(outputs)).missing == ()
    assert capfd.readouterr() == ("", "")
