"""Tasks of a sweep as jobs of submitit: started, watched until they end, and missed when they die."""

import logging
import subprocess
import time
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

from azeotrope.apps.planning import Task
from azeotrope.errors import RunError
from azeotrope.runs.command import Command
from azeotrope.runs.events import Outcome

if TYPE_CHECKING:
    from submitit import Job

    from azeotrope.apps.submitted_task import SubmittedTask

LOCAL_PERIOD_S = 0.2
QUEUE_PERIOD_S = 5.0
JOBS = "jobs"
ENDS = (Outcome.DONE, Outcome.SKIPPED, Outcome.FAILED)
UNKNOWN_TO_SLURM = "Invalid job id"
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
    while waiting or running:
        while waiting and len(running) < n_parallel:
            task, function = waiting.pop()
            try:
                running[executor.submit(function)] = task
            except OSError as error:
                _report_unstarted(command, task, f"cannot write to {executor.folder}: {error.strerror or error}")
        time.sleep(LOCAL_PERIOD_S)
        ended = [job for job in running if job.done()]
        report_deaths(command, {job: running.pop(job) for job in ended})
        _tell(len(ended), len(tasks) - len(waiting) - len(running), len(tasks))


def run_on_slurm(
    tasks: Sequence[tuple[Task, "SubmittedTask"]], command: Command, settings: dict[str, Any], max_requeues: int
) -> None:
    """Submit tasks as one array, wait until all of them have ended, and report those that died.

    Parameters
    ----------
    tasks
        What to run.
    command
        The command they work for; logs lie in its folder ``jobs``.
    settings
        Parameters of submitit's executor.
    max_requeues
        How often a task that ran out of time is started again.

    Raises
    ------
    RunError
        When Slurm is not there or refuses the array.
    """
    from submitit import AutoExecutor

    try:
        executor = AutoExecutor(command.path / JOBS, cluster="slurm", slurm_max_num_timeout=max_requeues)
        executor.update_parameters(name="azeotrope", **settings)
        jobs = executor.submit_array([function for _, function in tasks])
    except (RuntimeError, ValueError, OSError) as error:  # submitit's own errors are RuntimeErrors
        raise RunError(f"Slurm does not take the jobs: {error}") from error
    number = jobs[0].job_id.partition("_")[0]
    command.note_queue(number)
    logger.info("%d jobs are in the queue of Slurm as %s; azeotrope status tells how they are", len(jobs), number)
    running = {job: task for job, (task, _) in zip(jobs, tasks, strict=True)}
    try:
        _watch(running, number, command)
    except KeyboardInterrupt:
        logger.warning("%d jobs go on in Slurm; scancel %s ends them", len(running), number)
        raise


def _watch(running: dict["Job[Any]", Task], number: str, command: Command) -> None:
    """Wait until all jobs of an array have left the queue, and report those that died."""
    n_jobs, gone = len(running), set[Any]()
    while running:
        time.sleep(QUEUE_PERIOD_S)
        queued = jobs_in_queue(number)
        if queued is None:
            continue
        # A job must be gone twice: its last files may arrive a moment later over the network.
        ended = [job for job in gone if job.job_id not in queued]
        report_deaths(command, {job: running.pop(job) for job in ended})
        _tell(len(ended), n_jobs - len(running), n_jobs)
        gone = {job for job in running if job.job_id not in queued}


def _tell(n_new: int, n_ended: int, n_jobs: int) -> None:
    """Say how far the sweep is, when that has changed."""
    if n_new:
        logger.info("%d of %d jobs have ended", n_ended, n_jobs)


def _report_unstarted(command: Command, task: Task, cause: str) -> None:
    """Report the planned runs of a task that could not be started, since the disk is full."""
    message = f"{cause}; free some space or move the outputs with AZEOTROPE_OUTPUTS, then run the same command again"
    for planned in task.jobs:
        logger.error("failed: %s: %s", planned.job, message)
        command.report(Outcome.FAILED, planned.job, None, message)


def jobs_in_queue(array: str) -> set[str] | None:
    """Return the ids of the pending and running jobs of an array; None when Slurm does not answer."""
    query = ["squeue", "--noheader", "--array", "--format=%i", f"--jobs={array}"]
    try:
        answer = subprocess.run(query, capture_output=True, text=True, check=False, timeout=60)  # noqa: S603 - no words of a user
    except (OSError, subprocess.TimeoutExpired) as error:
        logger.debug("squeue: %s", error)
        return None
    if answer.returncode == 0:
        return set(answer.stdout.split())
    return set() if UNKNOWN_TO_SLURM in answer.stderr else None


def report_deaths(command: Command, ended: Mapping["Job[Any]", Task]) -> None:
    """Report the planned runs of tasks whose process has ended without a word about them."""
    if not ended:
        return
    events = command.events()
    for job, task in ended.items():
        for planned in task.jobs:
            own = [event for event in events if event.job in (planned.job, planned.task)]
            if not any(event.outcome in ENDS for event in own):
                message = f"its process ended before the run did{_last_line(job.paths.stderr)}; log: {job.paths.stderr}"
                logger.error("failed: %s: %s", planned.job, message)
                command.report(Outcome.FAILED, planned.job, own[-1].run_id if own else None, message)


def _last_line(log: Path) -> str:
    """Return the last line of a log that says something, behind a colon."""
    try:
        lines = [line.strip() for line in log.read_text(errors="replace").splitlines() if line.strip()]
    except OSError:
        return ""
    return f": {lines[-1]}" if lines else ""
