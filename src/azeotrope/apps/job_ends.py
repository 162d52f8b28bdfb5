"""What is said of jobs that have ended in processes of their own: how many, and which died without a word."""

import logging
from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any

from azeotrope.apps.planning import Task
from azeotrope.runs.command import Command
from azeotrope.runs.events import Outcome

if TYPE_CHECKING:
    from submitit import Job

JOBS = "jobs"  # folder of a command in which submitit keeps its files
ENDS = (Outcome.DONE, Outcome.SKIPPED, Outcome.FAILED)
SRUN = "srun: "  # says that a process has ended, which is known

logger = logging.getLogger(__name__)


def tell_progress(n_new: int, n_ended: int, n_jobs: int) -> None:
    """Say how far the sweep is, when that has changed."""
    if n_new:
        logger.info("%d of %d jobs have ended", n_ended, n_jobs)


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
        lines = [line.strip() for line in log.read_text(errors="replace").splitlines()]
    except OSError:
        return ""
    said = [line for line in lines if line and not line.startswith(SRUN)]
    return f": {said[-1]}" if said else ""
