from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from azeotrope.apps.job_ends import report_deaths, tell_progress
from azeotrope.apps.planning import Task
from azeotrope.runs.command import Command
from azeotrope.runs.events import Outcome
from azeotrope.runs.plan import PlannedJob

TASK = Task(("model=ideal",), tuple(PlannedJob(f"model=ideal split.fold={fold}", "model=ideal") for fold in range(3)))


@pytest.fixture
def command(tmp_path: Path) -> Command:
    return Command.begin(tmp_path / "outputs", "sweep", [])


class Dead:
    """A job of submitit that has ended."""

    def __init__(self, log: Path) -> None:
        self.paths = SimpleNamespace(stderr=log)


def dead(log: Path) -> Any:
    return Dead(log)


def test_runs_that_ended_are_not_reported_again(tmp_path: Path, command: Command) -> None:
    for planned, outcome in zip(TASK.jobs, (Outcome.DONE, Outcome.SKIPPED, Outcome.FAILED), strict=True):
        command.report(outcome, planned.job, "run")
    before = command.events()
    report_deaths(command, {dead(tmp_path / "none.err"): TASK})
    report_deaths(command, {})
    assert command.events() == before


def test_runs_without_an_end_are_reported_with_the_last_words_of_their_process(
    tmp_path: Path, command: Command, caplog: pytest.LogCaptureFixture
) -> None:
    log = tmp_path / "task.err"
    log.write_text("Traceback\n  Killed  \n\nsrun: error: vm: task 0: Exited with exit code 1\n")
    command.report(Outcome.DONE, TASK.jobs[0].job, "run 0")
    command.report(Outcome.STARTED, TASK.jobs[1].job, "run 1")
    report_deaths(command, {dead(log): TASK})
    died = command.outcomes()[1:]
    assert {(event.job, event.run_id) for event in died} == {(TASK.jobs[1].job, "run 1"), (TASK.jobs[2].job, None)}
    assert all(event.message == f"its process ended before the run did: Killed; log: {log}" for event in died)
    assert caplog.text.count("Killed") == 2


def test_a_process_without_a_log_is_reported_too(tmp_path: Path, command: Command) -> None:
    report_deaths(command, {dead(tmp_path / "none.err"): TASK})
    assert {event.message for event in command.events()} == {
        f"its process ended before the run did; log: {tmp_path / 'none.err'}"
    }


def test_progress_is_told_when_there_is_any(caplog: pytest.LogCaptureFixture) -> None:
    with caplog.at_level("INFO"):
        tell_progress(0, 3, 8)
        assert caplog.text == ""
        tell_progress(2, 5, 8)
    assert "5 of 8 jobs have ended" in caplog.text
