"""One command of a user, such as a sweep, to which its jobs report from whatever process they run in."""

import logging
import os
import uuid
from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path

from azeotrope.errors import RunError
from azeotrope.runs.events import Outcome, RunEvent, final_events, read_events, write_event
from azeotrope.runs.files import read_json_object, write_json
from azeotrope.runs.lock import RunLock
from azeotrope.runs.plan import PlannedJob, read_plan, write_plan
from azeotrope.runs.redaction import redact_uri
from azeotrope.runs.status import utc_now

COMMANDS = "commands"
COMMAND = "command.json"
EVENTS = "events"
QUEUE = "queue.json"
COMMAND_VARIABLE = "AZEOTROPE_COMMAND"

logger = logging.getLogger(__name__)

_unwritten: defaultdict[Path, list[RunEvent]] = defaultdict(list)  # failures that this process could not record


@dataclass(frozen=True)
class CommandDescription:
    """Name, command line, working directory and UTC start time of a command, and the one that it tries again."""

    name: str
    argv: tuple[str, ...]
    folder: str
    started: str
    retry_of: str | None


@dataclass(frozen=True)
class Command:
    """One invocation, at ``<outputs>/commands/<id>``.

    Attributes
    ----------
    path
        Its folder.
    """

    path: Path

    @classmethod
    def begin(cls, outputs: Path, name: str, argv: Sequence[str], retry_of: str | None = None) -> "Command":
        """Return a new command, recorded on disk; its id begins with the time and is unique by a random part.

        Parameters
        ----------
        outputs
            Folder that holds ``commands``.
        name
            What people call it, such as the name of an experiment file.
        argv
            The command line; credentials in its URIs are not recorded.
        retry_of
            Id of the command that it tries again, or None.

        Raises
        ------
        RunError
            When the outputs cannot be written.
        """
        command_id = f"{datetime.now(UTC):%Y%m%dT%H%M%S%f}-{uuid.uuid4().hex[:8]}"
        command = cls(outputs.resolve() / COMMANDS / command_id)
        try:
            (command.path / EVENTS).mkdir(parents=True)
        except OSError as error:
            raise RunError(f"cannot create {command.path}: {error.strerror or error}") from error
        words = [redact_uri(word) for word in argv]
        content = {
            "id": command_id,
            "name": redact_uri(name),
            "argv": words,
            "folder": str(Path.cwd()),
            "started": utc_now(),
            "retry_of": retry_of,
        }
        write_json(command.path / COMMAND, content)
        return command

    @classmethod
    def of_environment(cls, environment: Mapping[str, str] = os.environ) -> "Command | None":
        """Return the command that this process works for, as `variable` told it, or None."""
        text = environment.get(COMMAND_VARIABLE, "")
        return cls(Path(text)) if text and (Path(text) / COMMAND).is_file() else None

    @property
    def variable(self) -> dict[str, str]:
        """The environment variable by which jobs in this and other processes find the command."""
        return {COMMAND_VARIABLE: str(self.path)}

    @property
    def id(self) -> str:
        """Id of the command, which is the name of its folder."""
        return self.path.name

    def description(self) -> CommandDescription:
        """Return what was recorded at the start. Raises `RunError` when it cannot be read."""
        content = read_json_object(self.path / COMMAND)
        try:
            return CommandDescription(
                content["name"],
                tuple(content["argv"]),
                content.get("folder", "."),
                content["started"],
                content.get("retry_of"),
            )
        except (KeyError, TypeError) as error:
            raise RunError(f"{self.path / COMMAND} is damaged: {error!r}") from error

    @contextmanager
    def alive(self) -> Iterator[None]:
        """Tell other processes during the block that the command is still starting jobs or waiting for them."""
        with RunLock(self.path).held():
            yield

    def is_alive(self) -> bool:
        """Return whether the process of the command still starts jobs or waits for them."""
        return RunLock(self.path).is_held()

    def plan(self, jobs: Sequence[PlannedJob], number: int = 0) -> None:
        """Record what is going to be run, see `write_plan`. Raises `RunError` when the outputs cannot be written."""
        write_plan(self.path, number, jobs)

    def planned(self) -> list[PlannedJob]:
        """Return what was going to be run. Raises `RunError` when the plan is damaged."""
        return read_plan(self.path)

    def note_queue(self, array: str) -> None:
        """Record under which number a scheduler keeps the jobs. Raises `RunError` when that cannot be written."""
        write_json(self.path / QUEUE, {"array": array})

    @property
    def queue(self) -> str | None:
        """The number under which a scheduler keeps the jobs, or None."""
        return str(read_json_object(self.path / QUEUE)["array"]) if (self.path / QUEUE).exists() else None

    def report(self, outcome: Outcome, job: str, run_id: str | None = None, message: str = "") -> None:
        """Record what became of a job.

        A failure that cannot be recorded, since the disk is full, is remembered by this process and told by `events`.

        Raises
        ------
        RunError
            When the outputs cannot be written and the job did not fail.
        """
        event = RunEvent(outcome, job, run_id, message, utc_now())
        try:
            write_event(self.path / EVENTS, event)
        except RunError as error:
            if outcome is not Outcome.FAILED:
                raise
            logger.debug("%s", error)
            _unwritten[self.path].append(event)

    def events(self) -> list[RunEvent]:
        """Return all reports so far in order of time; a damaged one is named in the log and left out."""
        return sorted(read_events(self.path / EVENTS) + _unwritten[self.path], key=lambda event: event.time)

    def outcomes(self) -> list[RunEvent]:
        """Return the final report of each run, see `final_events`."""
        return final_events(self.events())


def find_command(outputs: Path, command_id: str | None) -> Command | None:
    """Return the command with an id, or None when its folder is not here."""
    command = Command(outputs / COMMANDS / command_id) if command_id else None
    return command if command and (command.path / COMMAND).is_file() else None


def first_command(outputs: Path, command_id: str | None) -> Command | None:
    """Return the command with an id, or the one that it tried again, as far as their folders are here."""
    command = find_command(outputs, command_id)
    while command is not None and (earlier := find_command(outputs, _retried(command))) is not None:
        command = earlier
    return command


def list_commands(outputs: Path) -> list[Command]:
    """Return the commands recorded below `outputs`, oldest first."""
    return [Command(path.parent) for path in sorted((outputs / COMMANDS).glob(f"*/{COMMAND}"))]


def retries_of(outputs: Path, command: Command) -> list[Command]:
    """Return the commands that tried a command again, oldest first; one whose record is damaged is left out."""
    return [each for each in list_commands(outputs) if _retried(each) == command.id]


def _retried(command: Command) -> str | None:
    try:
        return command.description().retry_of
    except RunError:
        return None


def is_retry(command: Command) -> bool:
    """Whether a command only tries again what another one planned."""
    return _retried(command) is not None
