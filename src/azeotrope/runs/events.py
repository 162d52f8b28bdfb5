"""What became of each job of a command, one small file per report, so that jobs never wait for each other."""

import logging
import uuid
from collections.abc import Sequence
from dataclasses import asdict, dataclass
from enum import StrEnum
from pathlib import Path

from azeotrope.errors import RunError
from azeotrope.runs.files import read_json_object, write_json

logger = logging.getLogger(__name__)


class Outcome(StrEnum):
    """What became of a job; `SKIPPED` means that its run was done before, `STARTED` that it runs or was killed."""

    STARTED = "started"
    DONE = "done"
    SKIPPED = "skipped"
    FAILED = "failed"


@dataclass(frozen=True)
class RunEvent:
    """One job's report.

    Attributes
    ----------
    outcome
        What became of the job.
    job
        What the job was, for people, such as its overrides.
    run_id
        Id of its run; None when it failed before it had one.
    message
        The error of a failed job, the folder of a search that is done, else empty.
    time
        UTC time in ISO 8601.
    """

    outcome: Outcome
    job: str
    run_id: str | None
    message: str
    time: str


def write_event(folder: Path, event: RunEvent) -> None:
    """Write a report to a file of its own. Raises `RunError` when the folder cannot be written."""
    write_json(folder / f"{uuid.uuid4().hex}.json", asdict(event))


def read_events(folder: Path) -> list[RunEvent]:
    """Return all reports in order of time; a damaged one is named in the log and left out."""
    events = []
    for path in folder.glob("*.json"):
        try:
            events.append(_read_event(path))
        except RunError as error:
            logger.warning("a report is left out: %s", error)
    return sorted(events, key=lambda event: event.time)


def final_events(events: Sequence[RunEvent]) -> list[RunEvent]:
    """Return the last report of the end of each run, or of each job that never had a run, in order of time.

    Of a job that failed and was started again only the end counts; a run that is ``done`` stays so when a later job of
    the same command skips it.
    """
    last: dict[str, RunEvent] = {}
    for event in events:
        if event.outcome is Outcome.STARTED:
            continue
        if event.run_id is not None:
            last.pop(event.job, None)
        key = event.run_id or event.job
        if not (event.outcome is Outcome.SKIPPED and key in last and last[key].outcome is Outcome.DONE):
            last[key] = event
    return sorted(last.values(), key=lambda event: event.time)


def _read_event(path: Path) -> RunEvent:
    """Return one report."""
    content = read_json_object(path)
    try:
        return RunEvent(**{**content, "outcome": Outcome(content["outcome"])})
    except (KeyError, TypeError, ValueError) as error:
        raise RunError(f"{path} is damaged: {error}") from error
