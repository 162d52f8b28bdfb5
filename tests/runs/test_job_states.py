import shutil
from collections.abc import Callable
from pathlib import Path

import pytest

from azeotrope.errors import RunError
from azeotrope.runs.command import Command
from azeotrope.runs.events import Outcome
from azeotrope.runs.folder import RunFolder
from azeotrope.runs.job_states import JobState, job_states, planned_command
from azeotrope.runs.plan import PlannedJob
from azeotrope.runs.status import State

Make = Callable[..., RunFolder]
JOBS = [PlannedJob(f"model=ideal split.fold={fold}", "model=ideal") for fold in range(4)]


@pytest.fixture
def command(tmp_path: Path) -> Command:
    command = Command.begin(tmp_path, "sweep", ["train.py", "-m"])
    command.plan(JOBS)
    return command


def states(outputs: Path, command: Command) -> list[State]:
    return [each.state for each in job_states(outputs, command)]


def test_a_command_without_a_plan_has_no_jobs(tmp_path: Path) -> None:
    assert job_states(tmp_path, Command.begin(tmp_path, "audit", [])) == []


def test_what_was_never_reported_is_missing(tmp_path: Path, command: Command) -> None:
    assert job_states(tmp_path, command)[0] == JobState(JOBS[0].job, State.MISSING, None, "never started")
    with command.alive():
        assert {each.note for each in job_states(tmp_path, command)} == {"not started yet"}
    command.note_queue("17")
    assert {each.note for each in job_states(tmp_path, command)} == {"not started; it may still wait in Slurm as 17"}


def test_the_run_folder_decides(tmp_path: Path, command: Command, done: Make, failed: Make) -> None:
    for fold, make in enumerate((done, failed)):
        command.report(Outcome.STARTED, JOBS[fold].job, make(tmp_path, fold).run_id)
    with done(tmp_path, 2).lock.held():
        pass
    killed = failed(tmp_path, 3)
    with killed.lock.held():
        killed.start()
        command.report(Outcome.STARTED, JOBS[3].job, killed.run_id)
        assert states(tmp_path, command) == [State.DONE, State.FAILED, State.MISSING, State.RUNNING]
    assert job_states(tmp_path, command)[1].note == "ValueError: no such solvent"
    assert job_states(tmp_path, command)[3].state is State.INTERRUPTED


def test_a_search_lives_with_its_command(tmp_path: Path, command: Command) -> None:
    command.report(Outcome.STARTED, JOBS[0].job)
    with command.alive():
        assert job_states(tmp_path, command)[0] == JobState(JOBS[0].job, State.RUNNING, None, "")
    assert job_states(tmp_path, command)[0].state is State.INTERRUPTED


def test_a_run_that_was_removed_is_missing_again(tmp_path: Path, command: Command, done: Make) -> None:
    run = done(tmp_path)
    command.report(Outcome.DONE, JOBS[0].job, run.run_id)
    assert states(tmp_path, command)[0] is State.DONE
    shutil.rmtree(run.path)
    assert states(tmp_path, command)[0] is State.MISSING


def test_a_task_that_failed_before_its_runs_had_names_fails_all_of_them(tmp_path: Path, command: Command) -> None:
    command.report(Outcome.FAILED, "model=ideal", None, "DataError: no such file")
    assert [(each.state, each.note) for each in job_states(tmp_path, command)] == [
        (State.FAILED, "DataError: no such file")
    ] * 4


def test_what_a_later_command_did_counts_and_what_an_earlier_one_did_not(
    tmp_path: Path, command: Command, done: Make
) -> None:
    command.report(Outcome.FAILED, JOBS[0].job, None, "ValueError: x")
    retry = Command.begin(tmp_path, "sweep", ["train.py", "-m"])
    retry.plan(JOBS)
    assert states(tmp_path, retry)[0] is State.MISSING
    retry.report(Outcome.DONE, JOBS[0].job, done(tmp_path).run_id)
    assert states(tmp_path, command)[0] is State.DONE


def test_the_last_command_with_a_plan_is_meant_or_the_one_that_is_named(tmp_path: Path) -> None:
    assert planned_command(tmp_path, None) is None
    planned = Command.begin(tmp_path, "sweep", [])
    planned.plan(JOBS)
    Command.begin(tmp_path, "help", [])
    Command.begin(tmp_path, "sweep", [], retry_of=planned.id).plan(JOBS[:1])
    assert planned_command(tmp_path, None) == planned, "a retry is a part of what it tries again"
    assert planned_command(tmp_path, planned.id) == planned
    assert planned_command(tmp_path, planned.id[:-3]) == planned
    with pytest.raises(RunError, match=r"0 commands in .* begins with 'x'; the last one is"):
        planned_command(tmp_path, "x")
    with pytest.raises(RunError, match="0 commands"):
        planned_command(tmp_path / "nowhere", "x")
