"""What a run is in MLflow: names, values and files that MLflow accepts, made from the run folder alone."""

import hashlib
import json
import math
import re
from collections.abc import Iterator, Mapping
from dataclasses import asdict, dataclass
from datetime import datetime
from pathlib import Path

from azeotrope.errors import RunError
from azeotrope.runs.layout import CONFIG, LOG, MODEL, RESULTS
from azeotrope.runs.record import RunRecord
from azeotrope.runs.status import State

TAG = "azeotrope."
RUN_ID_TAG = f"{TAG}run_id"
COMMAND_TAG = f"{TAG}command_id"
MIRRORED_TAG = f"{TAG}mirrored"
SKIPPED_BY_TAG = f"{TAG}skipped_by"
PARENT_TAG = "mlflow.parentRunId"
NOTE_TAG = "mlflow.note.content"

# MLflow servers of all versions in use accept 500 characters in a parameter and 5,000 in a tag; keys end at 250.
PARAM_LENGTH = 500
TAG_LENGTH = 5000
KEY_LENGTH = 250

# What MLflow calls the states of runs that it is told of.
MIRRORED = {State.DONE: "FINISHED", State.FAILED: "FAILED", State.PAUSED: "KILLED"}

# The checkpoint stays in the run folder: it is the largest file, and a second copy of it serves nobody.
ARTIFACTS = (CONFIG, *(name for name in RESULTS if name != MODEL), LOG)


@dataclass(frozen=True)
class MirrorContent:
    """One run as MLflow gets it.

    Attributes
    ----------
    name
        Name of the MLflow run, which is the run id.
    params, metrics, tags
        Valid for MLflow: keys, lengths, finite numbers.
    artifacts
        Files that exist.
    status
        ``FINISHED``, ``FAILED``, or ``KILLED`` for a run that a search has paused.
    start_ms, end_ms
        Milliseconds since 1970.
    stamp
        Time at which the run ended; a run in MLflow that carries it is complete.
    """

    name: str
    params: dict[str, str]
    metrics: dict[str, float]
    tags: dict[str, str]
    artifacts: tuple[Path, ...]
    status: str
    start_ms: int
    end_ms: int
    stamp: str


def mirror_content(record: RunRecord) -> MirrorContent:
    """Return the content of a done, failed or paused run.

    Raises
    ------
    RunError
        When the run has not ended, or a file of it cannot be read.
    """
    config, status = record.config, record.status
    if status.state not in MIRRORED:
        raise RunError(f"{record.path} has the state {status.state}; only done, failed and paused runs are mirrored")
    ended = status.finished or status.started
    metrics = record.metrics if status.state is State.DONE else {"validation_rmse": status.validation_rmse}
    return MirrorContent(
        name=record.run_id,
        params=flatten({key: value for key, value in config.items() if key != "labels"}),
        metrics={
            valid_key(name): value for name, value in metrics.items() if value is not None and math.isfinite(value)
        },
        tags=_tags(record),
        artifacts=tuple(record.path / name for name in ARTIFACTS if (record.path / name).is_file()),
        status=MIRRORED[status.state],
        start_ms=milliseconds(status.started),
        end_ms=milliseconds(ended),
        stamp=ended,
    )


def flatten(config: Mapping[str, object]) -> dict[str, str]:
    """Return nested mappings as ``outer.inner`` parameters with JSON values; strings stay without quotes.

    Two keys that become one by the rules of `valid_key` are told apart by a hash.
    """
    params: dict[str, str] = {}
    for path, value in _leaves(config, ()):
        name = ".".join(path)
        key = valid_key(name)
        if key in params:
            key = f"{key[: KEY_LENGTH - 13]}_{_short_hash(name)}"
        params[key] = shorten(value if isinstance(value, str) else json.dumps(value, default=str), PARAM_LENGTH)
    return params


def valid_key(name: str) -> str:
    """Return a name with the characters and length MLflow accepts: letters, digits, ``_``, ``-`` and ``.``."""
    cleaned = re.sub(r"[^A-Za-z0-9_.-]", "_", name) or "_"
    return shorten(f"_{cleaned[1:]}" if cleaned.startswith(".") else cleaned, KEY_LENGTH, ellipsis="..")


def shorten(text: str, length: int, ellipsis: str = "…") -> str:
    """Return `text`, or, where it is longer than `length`, its beginning, an ellipsis and a hash of the whole."""
    if len(text) <= length:
        return text
    ending = f"{ellipsis}{_short_hash(text)}"
    return text[: length - len(ending)] + ending


def milliseconds(time: str) -> int:
    """Return an ISO 8601 time as milliseconds since 1970."""
    return int(datetime.fromisoformat(time).timestamp() * 1000)


def _tags(record: RunRecord) -> dict[str, str]:
    """Return the tags by which runs are found and grouped; tags may change when a failed run is done later."""
    identity, status = record.identity, record.status
    own = {
        "run_id": record.run_id,
        "experiment_id": identity.experiment_id,
        **asdict(identity.labels),
        **({} if identity.fold is None else {"fold": identity.fold}),
        "state": status.state,
        "attempt": status.attempt,
        "error": status.error or "",
    }
    labels = record.config.get("labels") or {}
    tags = {valid_key(f"{TAG}{name}"): shorten(str(value), TAG_LENGTH) for name, value in {**labels, **own}.items()}
    return {**tags, NOTE_TAG: shorten(status.traceback or "", TAG_LENGTH)}


def _leaves(value: object, path: tuple[str, ...]) -> Iterator[tuple[tuple[str, ...], object]]:
    """Yield the path and value of each entry that is not a mapping with entries of its own."""
    if isinstance(value, Mapping) and value:
        for key, entry in value.items():
            yield from _leaves(entry, (*path, str(key)))
    elif path:
        yield path, value


def _short_hash(text: str) -> str:
    """Return twelve hexadecimal digits that stand for a text."""
    return hashlib.sha256(text.encode(errors="backslashreplace")).hexdigest()[:12]
