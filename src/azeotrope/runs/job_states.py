"""The state of each job that a command planned, from files alone."""

import logging
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from azeotrope.errors import RunError
from azeotrope.runs.command import Command, is_retry, list_commands
from azeotrope.runs.events import Outcome, RunEvent
from azeotrope.runs.inspection import KILLED
from azeotrope.runs.layout import RUNS
from azeotrope.runs.plan import PlannedJob
from azeotrope.runs.record import RunRecord
from azeotrope.runs.status import State

logger = logging.getLogger(__name__)

NEVER_STARTED = "never started"
NOT_YET = "not started yet"
QUEUED = "not started; it may still wait in Slurm as {}"


@dataclass(frozen=True)
class JobState:
    """What became of a planned job.

    Attributes
    ----------
    job
        Its overrides.
    state
        ``missing`` when it never started, else the state of its run; ``failed`` when it failed before it had one.
    run_id
        Its run, or None.
    note
        Last line of the traceback of a failed job, or what else explains the state.
    """

    job: str
    state: State
    run_id: str | None
    note: str


def job_states(outputs: Path, command: Command) -> list[JobState]:
    """Return the state of each planned job of a command, in the order of the plan.

    A job that a later command started, such as a retry, has the state that this left. The run folder decides: a run
    that was removed is missing again. A command without a plan has no jobs.

    Raises
    ------
    RunError
        When the plan cannot be read.
    """
    planned = command.planned()
    if not planned:
        return []
    later = [each for each in list_commands(outputs) if each.id >= command.id]
    last = _last_events([event for each in later for event in each.events()])
    is_alive = any(each.is_alive() for each in later)
    nothing_yet = NOT_YET if is_alive else QUEUED.format(command.queue) if command.queue else NEVER_STARTED
    unknown = (State.RUNNING, "") if is_alive else (State.INTERRUPTED, KILLED)
    return [_state(outputs, job, last.get(job.job) or last.get(job.task), nothing_yet, unknown) for job in planned]


def planned_command(outputs: Path, command_id: str | None) -> Command | None:
    """Return the command with an id, or the last one that had a plan and is no retry, None where there is none.

    Raises
    ------
    RunError
        When no command has this id, or it planned nothing.
    """
    commands = list_commands(outputs)
    if command_id is None:
        return next((each for each in reversed(commands) if not is_retry(each) and _has_plan(each)), None)
    commands = [command for command in commands if _has_plan(command)]
    found = [command for command in commands if command.id.startswith(command_id)]
    if len(found) != 1:
        last = f"; the last one is {commands[-1].id}" if commands else ""
        raise RunError(f"{len(found)} commands in {outputs} have an id that begins with {command_id!r}{last}")
    return found[0]


def _has_plan(command: Command) -> bool:
    """Whether a command planned anything; one whose plan is damaged is named in the log."""
    try:
        return bool(command.planned())
    except RunError as error:
        logger.warning("command %s is left out: %s", command.id, error)
        return False


def _last_events(events: Sequence[RunEvent]) -> dict[str, RunEvent]:
    """Return the latest report of each job."""
    return {event.job: event for event in sorted(events, key=lambda event: event.time)}


def _state(
    outputs: Path, planned: PlannedJob, event: RunEvent | None, nothing_yet: str, unknown: tuple[State, str]
) -> JobState:
    """Return the state of a job by its last report; `unknown` is that of a search, which has no run of its own."""
    if event is None:
        return JobState(planned.job, State.MISSING, None, nothing_yet)
    if event.run_id is None and event.outcome is Outcome.STARTED:
        return JobState(planned.job, unknown[0], None, unknown[1])
    if event.run_id is None:
        return JobState(planned.job, State.FAILED, None, event.message)
    found = RunRecord(outputs / RUNS / event.run_id).inspection
    return JobState(planned.job, found.state, event.run_id, found.note)
