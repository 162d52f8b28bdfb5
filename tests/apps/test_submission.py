from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from azeotrope.apps.planning import Task
from azeotrope.apps.submission import jobs_in_queue, report_deaths
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


def fake_squeue(folder: Path, monkeypatch: pytest.MonkeyPatch, script: str) -> None:
    program = folder / "squeue"
    program.write_text(f"#!/bin/sh\n{script}\n")
    program.chmod(0o755)
    monkeypatch.setenv("PATH", str(folder), prepend=":")


def test_the_queue_is_asked_for_pending_and_running_jobs(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    fake_squeue(tmp_path, monkeypatch, "echo 7_0; echo 7_3")
    assert jobs_in_queue("7") == {"7_0", "7_3"}
    fake_squeue(tmp_path, monkeypatch, "true")
    assert jobs_in_queue("7") == set()


def test_a_queue_that_has_forgotten_a_job_has_it_no_more(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    fake_squeue(tmp_path, monkeypatch, "echo 'slurm_load_jobs error: Invalid job id specified' >&2; exit 1")
    assert jobs_in_queue("7") == set()


def test_a_queue_that_does_not_answer_says_nothing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    fake_squeue(tmp_path, monkeypatch, "echo 'Unable to contact slurm controller' >&2; exit 1")
    assert jobs_in_queue("7") is None
    monkeypatch.setenv("PATH", str(tmp_path / "nothing"))
    assert jobs_in_queue("7") is None


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
    log.write_text("Traceback\n  Killed  \n\n")
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
