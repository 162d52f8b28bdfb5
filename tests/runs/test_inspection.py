from collections.abc import Callable
from pathlib import Path

import pytest

from azeotrope.runs.files import read_json_object, write_json
from azeotrope.runs.folder import RunFolder
from azeotrope.runs.inspection import Inspection, inspect_run
from azeotrope.runs.status import State

Make = Callable[..., RunFolder]
FILES = (
    "config.yaml",
    "curves.json",
    "identity.json",
    "leakage.json",
    "metrics.json",
    "mixing_curve.png",
    "model.ckpt",
    "predictions.parquet",
    "reasons.json",
    "split.npz",
    "versions.json",
)


def test_a_folder_without_a_status_is_missing(tmp_path: Path) -> None:
    assert inspect_run(tmp_path) == Inspection(State.MISSING)
    assert inspect_run(tmp_path / "nowhere") == Inspection(State.MISSING)


def test_a_whole_run_is_done(tmp_path: Path, done: Make) -> None:
    assert inspect_run(done(tmp_path).path) == Inspection(State.DONE)


@pytest.mark.parametrize("name", FILES)
def test_a_done_run_whose_file_is_cut_or_gone_is_not_done(tmp_path: Path, done: Make, name: str) -> None:
    path = done(tmp_path).path
    (path / name).write_bytes((path / name).read_bytes()[:-1])
    cut = inspect_run(path)
    assert cut.state is State.INTERRUPTED
    assert f"{name} is damaged" in cut.note
    (path / name).unlink()
    gone = inspect_run(path)
    assert gone.state is State.INTERRUPTED
    assert f"{name} is gone" in gone.note


@pytest.mark.parametrize("content", ["", '{"state": "done"', '{"state": "done"}'])
def test_an_unreadable_status_is_not_done(tmp_path: Path, done: Make, content: str) -> None:
    path = done(tmp_path).path
    (path / "status.json").write_text(content)
    found = inspect_run(path)
    assert found.state is State.INTERRUPTED
    assert "status.json is damaged" in found.note


def test_a_status_that_lists_no_files_is_not_done(tmp_path: Path, done: Make) -> None:
    path = done(tmp_path).path
    write_json(path / "status.json", {**read_json_object(path / "status.json"), "files": {}})
    assert "does not list config.yaml" in inspect_run(path).note


def test_a_failed_run_says_why(tmp_path: Path, failed: Make) -> None:
    assert inspect_run(failed(tmp_path).path) == Inspection(State.FAILED, "ValueError: no such solvent")


def test_a_run_is_running_while_its_lock_is_held(tmp_path: Path, failed: Make) -> None:
    folder = failed(tmp_path)
    with folder.lock.held():
        folder.start()
        assert inspect_run(folder.path) == Inspection(State.RUNNING)
    assert inspect_run(folder.path).state is State.INTERRUPTED


@pytest.mark.parametrize("name", sorted({*FILES} - {"model.ckpt"}))
def test_a_done_run_whose_file_changed_at_the_same_size_is_not_done(tmp_path: Path, done: Make, name: str) -> None:
    path = done(tmp_path).path
    content = bytearray((path / name).read_bytes())
    content[len(content) // 2] ^= 1
    (path / name).write_bytes(content)
    found = inspect_run(path)
    assert found.state is State.INTERRUPTED
    assert f"{name} is damaged" in found.note


def test_a_run_that_was_written_without_hashes_is_trusted_by_its_sizes(tmp_path: Path, done: Make) -> None:
    path = done(tmp_path).path
    status = read_json_object(path / "status.json")
    del status["hashes"]
    write_json(path / "status.json", status)
    assert inspect_run(path).state is State.DONE
