import logging
from collections.abc import Callable
from pathlib import Path

import pytest

from azeotrope.errors import RunError
from azeotrope.runs.files import write_json
from azeotrope.runs.folder import RunFolder
from azeotrope.runs.identity import RunIdentity, RunLabels
from azeotrope.runs.index import RunState, by_experiment, find_run, folds_beside, list_runs, status_summary
from azeotrope.runs.status import State

Make = Callable[..., RunFolder]


def test_no_outputs_hold_no_runs(tmp_path: Path) -> None:
    assert list_runs(tmp_path / "nowhere") == []
    assert status_summary(tmp_path) == []


def test_runs_are_found_from_files_alone_and_damaged_ones_are_named(
    tmp_path: Path, done: Make, failed: Make, caplog: pytest.LogCaptureFixture
) -> None:
    good, bad = done(tmp_path, 0), failed(tmp_path, 1)
    damaged = done(tmp_path, 2)
    (damaged.path / "identity.json").write_text("{")
    (tmp_path / "runs" / "not a run").mkdir()
    (tmp_path / "runs" / "note.txt").write_text("")
    assert sorted(record.run_id for record in list_runs(tmp_path)) == sorted([good.run_id, bad.run_id])
    assert [record.levelno for record in caplog.records] == [logging.WARNING]
    assert f"{damaged.path} is left out" in caplog.text


def test_the_summary_tells_every_state(tmp_path: Path, done: Make, failed: Make) -> None:
    whole, wrong, waiting, dead = done(tmp_path, 0), failed(tmp_path, 1), failed(tmp_path, 2), failed(tmp_path, 3)
    with dead.lock.held():
        dead.start()
    with waiting.lock.held():
        waiting.start()
        found = {line.run_id: line for line in status_summary(tmp_path)}
    assert found[whole.run_id] == RunState(whole.run_id, State.DONE, "")
    assert found[wrong.run_id] == RunState(wrong.run_id, State.FAILED, "ValueError: no such solvent")
    assert found[waiting.run_id] == RunState(waiting.run_id, State.RUNNING, "")
    assert found[dead.run_id].state is State.INTERRUPTED
    assert list(found) == sorted(found)


def test_the_folds_beside_a_run_are_those_of_its_experiment(
    tmp_path: Path, done: Make, failed: Make, identity: Callable[..., RunIdentity]
) -> None:
    folds = [done(tmp_path, fold) for fold in (10, 0)] + [failed(tmp_path, 9)]
    RunFolder.open(tmp_path, identity(0, config_hash="other"), {})
    RunFolder.open(tmp_path, identity(1, labels=RunLabels("mon", "mixture", "dmpnn-f1")), {})
    (done(tmp_path, 3).path / "identity.json").write_text("{")
    for folder in folds:
        assert [each.identity.fold for each in folds_beside(folder.record)] == [0, 9, 10]
    experiments = by_experiment(list_runs(tmp_path))
    assert sorted(len(each) for each in experiments.values()) == [1, 4]
    assert by_experiment([]) == {}


def test_a_run_is_found_by_each_of_its_names(tmp_path: Path, done: Make, monkeypatch: pytest.MonkeyPatch) -> None:
    first, second = done(tmp_path, 0), done(tmp_path, 1)
    write_json(second.path / "mlflow.json", {"http://host": "0123456789abcdef"})
    monkeypatch.chdir(tmp_path)
    names = [
        second.run_id,
        second.run_id[:20],
        second.run_id[-12:],
        second.run_id[-6:],
        str(second.path),
        f"runs/{second.run_id}/",
        "0123456789abcdef",
    ]
    assert {find_run(tmp_path, name).path for name in names} == {second.path}
    assert find_run(tmp_path, first.run_id).path == first.path


def test_a_full_id_wins_over_longer_ones(tmp_path: Path, done: Make) -> None:
    short = done(tmp_path, 1)
    longer = short.path.with_name(f"{short.run_id}0")
    longer.mkdir()
    (longer / "identity.json").write_bytes((short.path / "identity.json").read_bytes())
    assert find_run(tmp_path, short.run_id).path == short.path


@pytest.mark.parametrize("text", ["mon-", "mon"])
def test_a_text_that_fits_several_runs_names_them(tmp_path: Path, done: Make, text: str) -> None:
    runs = [done(tmp_path, fold) for fold in range(2)]
    with pytest.raises(RunError, match="fits 2 runs") as error:
        find_run(tmp_path, text)
    assert all(run.run_id in str(error.value) for run in runs)


def test_a_text_that_fits_no_run_gets_the_nearest(tmp_path: Path, done: Make) -> None:
    run = done(tmp_path)
    with pytest.raises(RunError, match=f"did you mean {run.run_id}"):
        find_run(tmp_path, run.run_id.replace("dmpnn", "dmppn"))
    with pytest.raises(RunError, match=r"no run 'zzz' among the 1 in .*runs"):
        find_run(tmp_path, "zzz")


def test_a_damaged_note_of_mlflow_ids_hides_no_run(tmp_path: Path, done: Make) -> None:
    run = done(tmp_path)
    (run.path / "mlflow.json").write_text("{")
    assert find_run(tmp_path, run.run_id).mlflow_runs == {}


@pytest.mark.parametrize("text", ["", " "])
def test_no_text_names_no_run(tmp_path: Path, done: Make, text: str) -> None:
    done(tmp_path)
    with pytest.raises(RunError, match="no run is named"):
        find_run(tmp_path, text)
