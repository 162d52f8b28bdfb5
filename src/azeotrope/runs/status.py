"""The state of a run, as `status.json` tells it."""

from collections.abc import Mapping
from dataclasses import asdict, dataclass, field, fields
from datetime import UTC, datetime
from enum import StrEnum
from pathlib import Path
from typing import Any

from azeotrope.errors import RunError
from azeotrope.runs.files import read_json_object, write_json


class State(StrEnum):
    """State of a run folder."""

    MISSING = "missing"
    RUNNING = "running"
    DONE = "done"
    FAILED = "failed"
    INTERRUPTED = "interrupted"
    PAUSED = "paused"


@dataclass(frozen=True)
class Status:
    """Content of ``status.json``.

    Attributes
    ----------
    state
        ``running``, ``done``, ``failed`` or ``paused``; ``missing`` and ``interrupted`` are never written, they are
        found out.
    started, finished
        UTC times in ISO 8601; the time of this attempt, and None while it runs.
    attempt
        1 for the first start, one more for each start after an interruption or failure.
    command_id
        The command that made this attempt, or None outside a command.
    traceback
        Text of the exception of a failed run.
    share, validation_rmse
        Of a paused run: the share of its training that is done, in (0, 1), and its smallest root mean squared error on
        the validation rows so far, in the unit of the data, None without such rows.
    files, hashes
        Size in bytes of each result file of a done run, and SHA-256 of all but the model, by name.
    """

    state: State
    started: str
    attempt: int = 1
    command_id: str | None = None
    finished: str | None = None
    traceback: str | None = None
    share: float | None = None
    validation_rmse: float | None = None
    files: Mapping[str, int] = field(default_factory=dict)
    hashes: Mapping[str, str] = field(default_factory=dict)

    @property
    def error(self) -> str | None:
        """Last line of the traceback that says something, or None."""
        lines = [line.strip() for line in (self.traceback or "").splitlines() if line.strip()]
        return lines[-1] if lines else None


def write_status(path: Path, status: Status) -> None:
    """Write ``status.json`` atomically. Raises `RunError` naming the file."""
    write_json(path, {**asdict(status), "error": status.error})


def read_status(path: Path) -> Status:
    """Read ``status.json``.

    Raises
    ------
    RunError
        When the file is missing, damaged, or lacks an entry.
    """
    # Runs of version 0.1 have no hashes and were never paused.
    content = {"hashes": {}, "share": None, "validation_rmse": None, **read_json_object(path)}
    try:
        values: dict[str, Any] = {entry.name: content[entry.name] for entry in fields(Status)}
        return Status(**{**values, "state": State(values["state"])})
    except (KeyError, ValueError) as error:
        raise RunError(f"{path} is damaged: {error}") from error


def utc_now() -> str:
    """Return the current UTC time in ISO 8601 with milliseconds."""
    return datetime.now(UTC).isoformat(timespec="milliseconds")
