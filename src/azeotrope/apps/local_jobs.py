"""Tasks of a sweep as processes on this machine, so many at a time."""

import logging
import os
import signal
import time
from collections.abc import Iterable, Sequence
from contextlib import suppress
from typing import TYPE_CHECKING, Any

from azeotrope.apps.job_ends import JOBS, report_deaths, tell_progress
from azeotrope.apps.planning import Task
from azeotrope.models.stopping import Stopped
from azeotrope.runs.command import Command
from azeotrope.runs.events import Outcome

if TYPE_CHECKING:
    from submitit import Job, LocalExecutor

    from azeotrope.apps.submitted_task import SubmittedTask

PERIOD_S = 0.2
NO_TIME_LIMIT_MIN = 60 * 24 * 365

logger = logging.getLogger(__name__)


def run_locally(tasks: Sequence[tuple[Task, "SubmittedTask"]], command: Command, n_parallel: int) -> None:
    """Run tasks as processes on this machine, so many at a time, and report those that die.

    Parameters
    ----------
    tasks
        What to run.
    command
        The command they work for; logs lie in its folder ``jobs``.
    n_parallel
        Largest number of processes at a time.
    """
    from submitit import LocalExecutor

    executor = LocalExecutor(command.path / JOBS)
    executor.update_parameters(timeout_min=NO_TIME_LIMIT_MIN)
    logger.info("%d jobs, %d at a time; azeotrope status tells how they are", len(tasks), n_parallel)
    waiting = list(reversed(tasks))
    running: dict[Job[Any], Task] = {}
    try:
        _feed(executor, waiting, running, command, n_parallel)
    except Stopped:
        logger.warning("%d jobs are told to save and end, %d never start", len(running), len(waiting))
        _end(running)
        raise


def _end(running: Iterable["Job[Any]"]) -> None:
    """Tell local jobs to save and end, and wait until they have."""
    for job in running:
        with suppress(ProcessLookupError):
            os.kill(int(job.job_id), signal.SIGTERM)
    while not all(job.done() for job in running):
        time.sleep(PERIOD_S)


def _feed(
    executor: "LocalExecutor",
    waiting: list[tuple[Task, "SubmittedTask"]],
    running: dict["Job[Any]", Task],
    command: Command,
    n_parallel: int,
) -> None:
    """Keep so many jobs running until none is left, and report those that died."""
    n_jobs = len(waiting)
    while waiting or running:
        while waiting and len(running) < n_parallel:
            task, function = waiting.pop()
            try:
                running[executor.submit(function)] = task
            except OSError as error:
                _report_unstarted(command, task, f"cannot write to {executor.folder}: {error.strerror or error}")
        time.sleep(PERIOD_S)
        ended = [job for job in running if job.done()]
        report_deaths(command, {job: running.pop(job) for job in ended})
        tell_progress(len(ended), n_jobs - len(waiting) - len(running), n_jobs)


def _report_unstarted(command: Command, task: Task, cause: str) -> None:
    """Report the planned runs of a task that could not be started, since the disk is full."""
    message = f"{cause}; free some space or move the outputs with AZEOTROPE_OUTPUTS, then run the same command again"
    for planned in task.jobs:
        logger.error("failed: %s: %s", planned.job, message)
        command.report(Outcome.FAILED, planned.job, None, message)
