"""Finding out the state of a run folder from its files alone, trusting nothing that is not whole."""

import hashlib
from dataclasses import dataclass
from pathlib import Path

from azeotrope.errors import RunError
from azeotrope.runs.files import read_json_object
from azeotrope.runs.layout import AUDIT_RESULTS, CONFIG, FOLD_RESULTS, IDENTITY, METRICS, MODEL, REASONS, STATUS
from azeotrope.runs.lock import RunLock
from azeotrope.runs.status import State, Status, read_status

KILLED = "its process ended before the run did"
KINDS = (FOLD_RESULTS, AUDIT_RESULTS)


@dataclass(frozen=True)
class Inspection:
    """State of a run, and a note on it: the error of a failed run, what is damaged, how far a paused one is."""

    state: State
    note: str = ""


def inspect_run(path: Path) -> Inspection:
    """Return the state of the run folder at `path`.

    A run is done only when its status, written last, says so and every file has the size and content it had then. A
    folder whose status cannot be read, or whose files are gone, cut or changed, is ``interrupted`` and the note says
    what is wrong.
    """
    if not (path / STATUS).exists():
        return Inspection(State.MISSING)
    try:
        status = read_status(path / STATUS)
    except RunError as error:
        return Inspection(State.INTERRUPTED, str(error))
    if status.state is State.RUNNING:
        is_alive = RunLock(path).is_held()
        return Inspection(State.RUNNING) if is_alive else Inspection(State.INTERRUPTED, KILLED)
    if status.state is State.DONE:
        damage = _damage(path, status)
        return Inspection(State.INTERRUPTED, damage) if damage else Inspection(State.DONE)
    return Inspection(status.state, (status.error or "") if status.state is State.FAILED else _progress(status))


def measure_files(path: Path, names: tuple[str, ...]) -> dict[str, int]:
    """Return the size in bytes of each of the named files in the folder `path` that exists."""
    return {name: (path / name).stat().st_size for name in names if (path / name).exists()}


def hash_files(path: Path, names: tuple[str, ...]) -> dict[str, str]:
    """Return the SHA-256 of each of the named files that exists, but for the model, which has checks of its own."""
    return {
        name: hashlib.sha256((path / name).read_bytes()).hexdigest()
        for name in names
        if name != MODEL and (path / name).exists()
    }


def _progress(status: Status) -> str:
    """Return how far a paused run has come."""
    error = status.validation_rmse
    so_far = "" if error is None else f", validation RMSE {error:.4g} in the unit of the data"
    return f"after {status.share or 0:.0%} of its training{so_far}"


def _damage(path: Path, status: Status) -> str:
    """Return what is wrong with the files of a run that says it is done, or an empty text."""
    unlisted = min((_unlisted(status, kind) for kind in KINDS), key=len)
    if unlisted:
        return f"{path / STATUS} is damaged: it does not list {', '.join(unlisted)}"
    sizes = measure_files(path, tuple(status.files))
    for name, expected in status.files.items():
        if name not in sizes:
            return f"{path / name} is gone"
        if sizes[name] != expected:
            return f"{path / name} is damaged: it has {sizes[name]} bytes instead of {expected}"
    found = hash_files(path, tuple(status.hashes))
    changed = [name for name, expected in status.hashes.items() if found[name] != expected]
    if changed:
        return f"{path / changed[0]} is damaged: its content is not what was written"
    try:
        for name in (METRICS, REASONS):
            read_json_object(path / name)
    except RunError as error:
        return str(error)
    return ""


def _unlisted(status: Status, results: tuple[str, ...]) -> list[str]:
    """Return the files of a kind of run that its status does not list."""
    return [name for name in (CONFIG, IDENTITY, *results) if name not in status.files]
