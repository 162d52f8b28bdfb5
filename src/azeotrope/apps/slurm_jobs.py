"""Tasks of a sweep as one job array of Slurm."""

import logging
import subprocess
import time
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from azeotrope.apps.job_ends import JOBS, report_deaths, tell_progress
from azeotrope.apps.planning import Task
from azeotrope.errors import RunError
from azeotrope.runs.command import Command

if TYPE_CHECKING:
    from submitit import Job

    from azeotrope.apps.submitted_task import SubmittedTask

PERIOD_S = 5.0
UNKNOWN_TO_SLURM = "Invalid job id"

logger = logging.getLogger(__name__)


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
        time.sleep(PERIOD_S)
        queued = jobs_in_queue(number)
        if queued is None:
            continue
        # A job must be gone twice: its last files may arrive a moment later over the network.
        ended = [job for job in gone if job.job_id not in queued]
        report_deaths(command, {job: running.pop(job) for job in ended})
        tell_progress(len(ended), n_jobs - len(running), n_jobs)
        gone = {job for job in running if job.job_id not in queued}


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
