"""What MLflow does to a sweep when it is locked, dead or gone: nothing; and what `azeotrope sync` makes of it then."""

import base64
import sqlite3
import subprocess
import time
from collections.abc import Callable, Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest

from azeotrope.runs.command import list_commands
from azeotrope.runs.index import list_runs
from azeotrope.runs.status import State

pytestmark = pytest.mark.slow

Train = Callable[..., "subprocess.CompletedProcess[str]"]
Serve = Callable[..., Any]
SWEEP = ("-m", "model=ideal,rdkit_ridge", "split=mixture", "split.folds=[0,1,2,3]")
JOBS, EXPERIMENTS = 8, 2
PATIENCE_S = 120
LOCKED_S = 20
DEAD_PORT = 9  # of the discard protocol, which nobody speaks any more
WARNING = "`azeotrope sync` catches up"


@pytest.fixture
def background() -> Iterator[Callable[..., "Future[Any]"]]:
    """Call a function in a thread."""
    with ThreadPoolExecutor(1) as pool:
        yield pool.submit


def wait_for_a_mirrored_run(outputs: Path) -> None:
    deadline = time.monotonic() + PATIENCE_S
    while not any(outputs.glob("runs/*/mlflow.json")):
        assert time.monotonic() < deadline, "no run was mirrored"
        time.sleep(0.02)


def assert_that_only_the_mirror_suffered(result: "subprocess.CompletedProcess[str]", outputs: Path) -> None:
    assert result.returncode == 0, result.stderr
    assert f"Runs: {JOBS} done" in result.stderr
    assert result.stderr.count(WARNING) == 1
    assert "Traceback" not in result.stderr
    assert [run.inspection.state for run in list_runs(outputs)] == [State.DONE] * JOBS
    assert 1 <= len(list(outputs.glob("runs/*/mlflow.json"))) < JOBS


def key_of(run: dict[str, Any]) -> str:
    """Id of a run or of an experiment, or the name of a command."""
    tags = tags_of(run)
    return tags.get("azeotrope.run_id") or tags.get("azeotrope.experiment") or str(run["info"]["run_name"])


def tags_of(run: dict[str, Any]) -> dict[str, str]:
    return {tag["key"]: tag["value"] for tag in run["data"].get("tags", [])}


def shown(server: Any) -> dict[str, Any]:
    """Everything a person sees in the UI, by `key_of` the run, parents by theirs; no ids of MLflow's own."""
    runs = server.runs()
    keys = {run["info"]["run_id"]: key_of(run) for run in runs}
    table = {}
    for run in runs:
        tags = tags_of(run)
        if "mlflow.parentRunId" in tags:
            tags["mlflow.parentRunId"] = keys[tags["mlflow.parentRunId"]]
        files = server.ask(f"artifacts/list?run_id={run['info']['run_id']}").get("files", [])
        table[key_of(run)] = {
            **{name: run["info"].get(name) for name in ("run_name", "status", "start_time", "end_time")},
            "tags": tags,
            "params": {param["key"]: param["value"] for param in run["data"].get("params", [])},
            "metrics": {metric["key"]: metric["value"] for metric in run["data"].get("metrics", [])},
            "artifacts": {file["path"]: file["file_size"] for file in files},
        }
    assert len(table) == len(runs)
    return table


def ids(server: Any) -> dict[str, str]:
    return {key_of(run): run["info"]["run_id"] for run in server.runs()}


def test_a_lock_of_twenty_seconds_is_caught_up_and_a_removed_database_comes_back_the_same(
    azeotrope: Train, train: Train, outputs: Path, serve: Serve, background: Callable[..., "Future[Any]"]
) -> None:
    sweep = background(train, *SWEEP, tracking="mlflow")
    wait_for_a_mirrored_run(outputs)
    with closing(sqlite3.connect(outputs / "mlflow.db", timeout=10, isolation_level=None)) as holder:
        holder.execute("BEGIN EXCLUSIVE")
        time.sleep(LOCKED_S)
        holder.execute("ROLLBACK")
    assert_that_only_the_mirror_suffered(sweep.result(), outputs)
    first = azeotrope("sync")
    assert first.returncode == 0, first.stderr
    server = serve(outputs / "mlflow.db")
    before = shown(server)
    server.kill()
    (outputs / "mlflow.db").unlink()
    again = azeotrope("sync")
    assert again.returncode == 0, again.stderr
    after = shown(serve(outputs / "mlflow.db"))
    assert after == before
    commands = {command.description().name for command in list_commands(outputs)}
    experiments = {run.identity.experiment_id for run in list_runs(outputs)}
    assert set(after) == {run.run_id for run in list_runs(outputs)} | experiments | commands
    assert {after[each]["tags"]["mlflow.parentRunId"] for each in experiments} == commands
    for run in list_runs(outputs):
        row = after[run.run_id]
        assert row["status"] == "FINISHED"
        assert row["tags"]["mlflow.parentRunId"] == run.identity.experiment_id
        assert after[run.identity.experiment_id]["metrics"]["folds"] == JOBS / len(experiments)
        assert row["metrics"] == {name: value for name, value in run.metrics.items() if value is not None}


def test_a_server_killed_in_mid_sweep_is_caught_up_once_it_is_back(
    azeotrope: Train,
    train: Train,
    outputs: Path,
    tmp_path: Path,
    serve: Serve,
    background: Callable[..., "Future[Any]"],
) -> None:
    server = serve(tmp_path / "server.db")
    sweep = background(train, *SWEEP, f"tracking.tracking_uri={server.address}", tracking="mlflow")
    wait_for_a_mirrored_run(outputs)
    server.kill()
    assert_that_only_the_mirror_suffered(sweep.result(), outputs)
    assert not (outputs / "mlflow.db").exists()
    server = serve(tmp_path / "server.db", server.port)
    assert len(ids(server)) < JOBS + EXPERIMENTS + 1
    first = azeotrope("sync", "--tracking-uri", server.address)
    assert first.returncode == 0, first.stderr
    known, table = ids(server), shown(server)
    assert len(known) == JOBS + EXPERIMENTS + 1
    assert all(row["status"] == "FINISHED" for row in table.values())
    second = azeotrope("sync", "--tracking-uri", server.address)
    assert second.returncode == 0, second.stderr
    assert (ids(server), shown(server)) == (known, table)


def test_the_credentials_of_a_server_are_written_nowhere(
    azeotrope: Train, train: Train, outputs: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    uri = f"http://reader:s3cret@127.0.0.1:{DEAD_PORT}"
    sweep = ("-m", "model=ideal", "split=random")
    where = (f"tracking.tracking_uri={uri}", "hydra/launcher=local")
    typed = train(*sweep, "split.fold=0", *where, tracking="mlflow")
    monkeypatch.setenv("MLFLOW_TRACKING_URI", uri)
    given = train(*sweep, "split.fold=1", tracking="mlflow")
    synced = azeotrope("sync")
    assert [result.returncode for result in (typed, given, synced)] == [0, 0, 1]
    assert f"***@127.0.0.1:{DEAD_PORT}" in given.stderr
    assert "not mirrored" in synced.stderr
    assert not (outputs / "mlflow.db").exists()
    texts = [text.encode() for result in (typed, given, synced) for text in (result.stdout, result.stderr)]
    files = [path for path in outputs.rglob("*") if path.is_file()]
    assert any(path.parent.name == "jobs" for path in files)
    for content in (*texts, *(path.read_bytes() for path in files)):
        assert b"s3cret" not in content
        assert base64.b64encode(b"reader:s3cret") not in content


def test_states_and_tables_are_read_from_a_disk_that_is_read_only(
    azeotrope: Train, train: Train, outputs: Path
) -> None:
    overrides = ("model=ideal", "split=random", "split.fold=0")
    assert train(*overrides).returncode == 0
    if subprocess.run(["mount", "--bind", str(outputs), str(outputs)], capture_output=True, check=False).returncode:
        pytest.skip("no right to mount")
    try:
        subprocess.run(["mount", "-o", "remount,ro,bind", str(outputs)], check=True)
        for words in (("status",), ("table",), ("table", "--csv")):
            answer = azeotrope(*words)
            assert answer.returncode == 0, answer.stderr
            assert "ideal" in answer.stdout
        for refused in (azeotrope("sync"), train(*overrides)):
            assert refused.returncode in (1, 2)
            assert "Read-only file system" in refused.stderr
            assert "Traceback" not in refused.stderr
    finally:
        subprocess.run(["umount", "--lazy", str(outputs)], check=True)
