import errno
import json
import os
import shutil
import signal
import subprocess
from collections.abc import Callable
from pathlib import Path

import numpy as np
import pandas as pd
import pytest

from azeotrope.errors import RunError
from azeotrope.runs import files
from azeotrope.runs.folder import RunFolder
from azeotrope.runs.identity import RunIdentity
from azeotrope.runs.inspection import inspect_run
from azeotrope.runs.layout import FOLD_RESULTS
from azeotrope.runs.lock import RunLock
from azeotrope.runs.results import RunResults
from azeotrope.runs.status import State

MakeFolder = Callable[..., RunFolder]
MakeIdentity = Callable[..., RunIdentity]
MakeResults = Callable[..., RunResults]
Spawn = Callable[..., subprocess.Popen[str]]

START = """
import json, sys
from pathlib import Path
from azeotrope.runs.folder import RunFolder
from azeotrope.runs.layout import FOLD_RESULTS
from azeotrope.runs.identity import RunIdentity
folder = RunFolder.open(Path(sys.argv[1]), RunIdentity.from_dict(json.loads(sys.argv[2])), {"model": {}})
with folder.lock.held():
    print("locked", folder.is_done(), flush=True)
    if not folder.is_done():
        folder.start("first")
        folder.resume_file.write_text("epoch 3")
        (folder.path / ".metrics.json.0123.tmp").write_text("half")
        (folder.path / "metrics.json").write_text("{}")
        print("started", flush=True)
        sys.stdin.readline()
"""


def json_text(identity: RunIdentity) -> str:
    return json.dumps(identity.to_dict())


def line(process: subprocess.Popen[str]) -> str:
    assert process.stdout is not None
    return process.stdout.readline().strip()


def test_a_run_from_start_to_end(tmp_path: Path, identity: MakeIdentity, results: MakeResults) -> None:
    config = {"labels": {"featurizer": "dmpnn"}, "model": {"depth": 4}}
    folder = RunFolder.open(tmp_path, identity(), config)
    assert folder.path == tmp_path / "runs" / identity().run_id
    assert folder.record.inspection.state is State.MISSING
    assert folder.record.identity == identity()
    assert folder.record.config == config
    with folder.lock.held():
        assert not folder.is_done()
        folder.start("command")
        folder.resume_file.write_text("progress")
        folder.log_file.write_text("epoch 1\n")
        folder.finish(results())
    assert folder.is_done()
    assert not folder.resume_file.exists()
    assert folder.log_file.exists()
    assert folder.record.metrics == {"rmse": 0.5, "excess_rmse": 0.25, "kendall_tau": None}
    assert list(folder.record.reasons) == ["kendall_tau"]
    status = folder.record.status
    assert (status.state, status.attempt, status.command_id, status.traceback) == (State.DONE, 1, "command", None)
    assert status.finished is not None
    assert status.started <= status.finished


def test_the_status_done_is_written_last(
    tmp_path: Path, identity: MakeIdentity, results: MakeResults, monkeypatch: pytest.MonkeyPatch
) -> None:
    folder = RunFolder.open(tmp_path, identity(), {})
    written: list[str] = []
    replace = Path.replace

    def recording(source: Path, target: Path) -> Path:
        written.append(Path(target).name)
        return replace(source, target)

    with folder.lock.held():
        folder.start()
        monkeypatch.setattr(Path, "replace", recording)
        folder.finish(results())
    assert written[-1] == "status.json"
    assert written.count("status.json") == 1
    assert set(FOLD_RESULTS) <= set(written[:-1])


def test_a_killed_run_continues(tmp_path: Path, identity: MakeIdentity, results: MakeResults, spawn: Spawn) -> None:
    process = spawn(START, tmp_path, json_text(identity()))
    assert (line(process), line(process)) == ("locked False", "started")
    folder = RunFolder.open(tmp_path, identity(), {"model": {}})
    assert folder.record.inspection.state is State.RUNNING
    process.send_signal(signal.SIGKILL)
    process.wait()
    assert folder.record.inspection.state is State.INTERRUPTED
    with folder.lock.held():
        folder.start("second")
        assert (folder.record.status.attempt, folder.record.status.command_id) == (2, "second")
        assert folder.resume_file.read_text() == "epoch 3"
        assert not list(folder.path.glob("*.tmp"))
        assert not (folder.path / "metrics.json").exists()
        folder.finish(results())
    assert folder.is_done()


def test_a_second_launch_waits_and_finds_the_run_done(
    tmp_path: Path, identity: MakeIdentity, results: MakeResults, spawn: Spawn
) -> None:
    folder = RunFolder.open(tmp_path, identity(), {"model": {}})
    with folder.lock.held():
        folder.start()
        second = spawn(START, tmp_path, json_text(identity()))
        assert second.stderr is not None
        assert "waiting for run" in second.stderr.readline()
        folder.finish(results())
    assert line(second) == "locked True"
    assert second.wait() == 0
    assert folder.record.status.attempt == 1


def test_a_failed_run_tells_and_starts_again(tmp_path: Path, failed: MakeFolder, results: MakeResults) -> None:
    folder = failed(tmp_path)
    folder.resume_file.write_text("progress")
    assert folder.record.status.traceback is not None
    assert folder.record.status.error == "ValueError: no such solvent"
    assert not folder.is_done()
    with folder.lock.held():
        folder.start()
        assert folder.resume_file.exists()
        folder.finish(results())
    assert folder.is_done()
    assert (folder.record.status.attempt, folder.record.status.traceback) == (2, None)


def test_a_done_run_never_starts(tmp_path: Path, done: MakeFolder) -> None:
    folder = done(tmp_path)
    with folder.lock.held(), pytest.raises(RunError, match="done already; remove"):
        folder.start()
    assert folder.is_done()


def test_nothing_changes_without_the_lock(tmp_path: Path, identity: MakeIdentity, results: MakeResults) -> None:
    folder = RunFolder.open(tmp_path, identity(), {})
    for change in (folder.start, lambda: folder.finish(results()), lambda: folder.fail("")):
        with pytest.raises(RunError, match="not locked by this process"):
            change()
    assert folder.record.inspection.state is State.MISSING


@pytest.mark.parametrize("name", ["identity.json", "config.yaml"])
@pytest.mark.parametrize("content", [None, "", "{"])
def test_identity_and_configuration_are_written_again_where_they_cannot_be_read(
    tmp_path: Path, identity: MakeIdentity, name: str, content: str | None
) -> None:
    path = RunFolder.open(tmp_path, identity(), {"model": {"depth": 4}}).path
    (path / name).unlink() if content is None else (path / name).write_text(content)
    record = RunFolder.open(tmp_path, identity(), {"model": {"depth": 4}}).record
    assert record.identity == identity()
    assert record.config == {"model": {"depth": 4}}


def test_a_damaged_run_says_so_and_starts_again(
    tmp_path: Path, done: MakeFolder, results: MakeResults, caplog: pytest.LogCaptureFixture
) -> None:
    folder = done(tmp_path)
    (folder.path / "metrics.json").unlink()
    assert not folder.is_done()
    assert "metrics.json is gone" in caplog.text
    with folder.lock.held():
        folder.start()
        folder.finish(results())
    assert folder.is_done()


def test_a_folder_is_described_only_under_its_lock(
    tmp_path: Path, identity: MakeIdentity, monkeypatch: pytest.MonkeyPatch
) -> None:
    write_bytes = files.write_bytes
    taken = []

    def watched(path: Path, content: bytes) -> None:
        taken.append(RunLock(path.parent).acquire(blocking=False))
        write_bytes(path, content)

    monkeypatch.setattr(files, "write_bytes", watched)
    RunFolder.open(tmp_path, identity(), {})
    assert taken == [False, False]  # else a run that starts there would take a half-written file for a dead one's


def test_a_folder_of_another_run_is_refused(tmp_path: Path, identity: MakeIdentity) -> None:
    path = RunFolder.open(tmp_path, identity(0), {}).path
    path.rename(path.with_name(identity(1).run_id))
    with pytest.raises(RunError, match=f"holds run {identity(0).run_id}"):
        RunFolder.open(tmp_path, identity(1), {})


def test_moved_outputs_stay_done(tmp_path: Path, done: MakeFolder) -> None:
    folder = done(tmp_path / "old")
    shutil.move(tmp_path / "old", tmp_path / "new place")
    assert inspect_run(tmp_path / "new place" / "runs" / folder.run_id).state is State.DONE


def test_the_place_does_not_depend_on_the_working_directory(
    tmp_path: Path, identity: MakeIdentity, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    folder = RunFolder.open(Path("outputs"), identity(), {})
    monkeypatch.chdir("/")
    assert folder.record.identity == identity()


def test_a_file_in_the_way_is_named(tmp_path: Path, identity: MakeIdentity) -> None:
    (tmp_path / "runs").write_text("")
    with pytest.raises(RunError, match=r"cannot create .*runs"):
        RunFolder.open(tmp_path, identity(), {})


def test_results_that_break_their_contract_leave_the_run_unfinished(
    tmp_path: Path, identity: MakeIdentity, results: MakeResults
) -> None:
    folder = RunFolder.open(tmp_path, identity(), {})
    with folder.lock.held():
        folder.start()
        with pytest.raises(RunError, match="finite"):
            folder.finish(results(metrics={"rmse": float("nan")}))
        folder.fail("ValueError: x")
    assert folder.record.inspection.state is State.FAILED


def test_a_disk_that_fills_up_stops_the_run_with_nothing_to_trust(
    small_disk: Path, identity: MakeIdentity, results: MakeResults
) -> None:
    folder = RunFolder.open(small_disk, identity(), {})
    noise = pd.DataFrame({"truth": np.random.default_rng(0).normal(size=40_000)})
    with folder.lock.held():
        folder.start()
        with pytest.raises(RunError, match=r"predictions\.parquet: No space left"):
            folder.finish(results(predictions=noise))
        folder.fail("RunError: No space left")
    assert folder.record.inspection.state is State.FAILED
    assert not list(folder.path.glob("*.tmp"))
    with folder.lock.held():
        folder.start()
        folder.finish(results())
    assert folder.is_done()


def test_a_disk_too_full_for_the_status_is_told_in_the_log(
    tmp_path: Path, identity: MakeIdentity, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    folder = RunFolder.open(tmp_path, identity(), {})

    def full(descriptor: int) -> None:
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))

    with folder.lock.held():
        folder.start()
        monkeypatch.setattr(os, "fsync", full)
        folder.fail("ValueError: x")
    assert "No space left on device" in caplog.text
    assert folder.record.inspection.state is State.INTERRUPTED


@pytest.mark.parametrize(
    ("rmse", "note"),
    [
        (0.1234567, "after 25% of its training, validation RMSE 0.1235 in the unit of the data"),
        (None, "after 25% of its training"),
    ],
)
def test_a_paused_run_keeps_its_progress_and_continues(
    tmp_path: Path, identity: MakeIdentity, results: MakeResults, rmse: float | None, note: str
) -> None:
    folder = RunFolder.open(tmp_path, identity(), {})
    with pytest.raises(RunError, match="not locked"):
        folder.pause(0.25, rmse)
    with folder.lock.held():
        folder.start()
        folder.resume_file.write_text("progress")
        folder.pause(0.25, rmse)
        assert (folder.record.inspection.state, folder.record.inspection.note) == (State.PAUSED, note)
        assert not folder.is_done()
        folder.start()
        assert folder.record.status.share is None
        assert folder.resume_file.exists()
        folder.finish(results())
    assert folder.is_done()
    assert folder.record.status.attempt == 2
