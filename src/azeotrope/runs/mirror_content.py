"""What a run is in MLflow: names, values and files that MLflow accepts, made from the run folder alone."""

import math
from collections.abc import Mapping
from dataclasses import asdict, dataclass
from pathlib import Path

from azeotrope.errors import RunError
from azeotrope.runs.identity import AuditLabels, RunLabels
from azeotrope.runs.layout import CONFIG, LOG, MODEL, RESULTS
from azeotrope.runs.mirror_values import TAG_LENGTH, flatten, milliseconds, shorten, valid_key
from azeotrope.runs.record import RunRecord
from azeotrope.runs.status import State

TAG = "azeotrope."
RUN_ID_TAG = f"{TAG}run_id"
EXPERIMENT_TAG = f"{TAG}experiment"
COMMAND_TAG = f"{TAG}command_id"
MIRRORED_TAG = f"{TAG}mirrored"
SKIPPED_BY_TAG = f"{TAG}skipped_by"
PARENT_TAG = "mlflow.parentRunId"
NOTE_TAG = "mlflow.note.content"
KIND_TAG = "kind"

NAME_LENGTH = 250
DATA_NAME_LENGTH = 500
DIGEST_LENGTH = 8  # as many digits as reports show

# What MLflow calls the states of runs that it is told of.
MIRRORED = {State.DONE: "FINISHED", State.FAILED: "FAILED", State.PAUSED: "KILLED"}

# The checkpoint stays in the run folder: it is the largest file, and a second copy of it serves nobody.
ARTIFACTS = (CONFIG, *(name for name in RESULTS if name != MODEL), LOG)


@dataclass(frozen=True)
class MirrorContent:
    """One run as MLflow gets it.

    Attributes
    ----------
    key
        Tag and value by which the run is found again.
    name
        Name for people, which several runs may share.
    params, metrics, tags
        Valid for MLflow: keys, lengths, finite numbers.
    data
        Name and hash of the data set.
    artifacts
        Files that exist.
    status
        ``FINISHED``, ``FAILED``, or ``KILLED`` for a run that a search has paused.
    start_ms, end_ms
        Milliseconds since 1970.
    stamp
        What the content is as of; a run in MLflow that carries it is complete.
    """

    key: tuple[str, str]
    name: str
    params: dict[str, str]
    metrics: dict[str, float]
    tags: dict[str, str]
    data: tuple[str, str]
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
    status = record.status
    if status.state not in MIRRORED:
        raise RunError(f"{record.path} has the state {status.state}; only done, failed and paused runs are mirrored")
    ended = status.finished or status.started
    metrics = record.metrics if status.state is State.DONE else {"validation_rmse": status.validation_rmse}
    return MirrorContent(
        key=(RUN_ID_TAG, record.run_id),
        name=readable_name(record.identity.labels, record.identity.fold),
        params=params_of(record),
        metrics=finite(metrics),
        tags=_tags(record),
        data=data_of(record),
        artifacts=tuple(record.path / name for name in ARTIFACTS if (record.path / name).is_file()),
        status=MIRRORED[status.state],
        start_ms=milliseconds(status.started),
        end_ms=milliseconds(ended),
        stamp=ended,
    )


def readable_name(labels: RunLabels | AuditLabels, fold: int | None = None) -> str:
    """Return ``model · split · fold 0 · data``, or ``claim · representation · data`` of an audit."""
    parts = (labels.claim, labels.representation) if isinstance(labels, AuditLabels) else (labels.model, labels.split)
    of_fold = () if fold is None else (f"fold {fold}",)
    return shorten(" · ".join((*parts, *of_fold, labels.dataset)), NAME_LENGTH)


def label_tags(record: RunRecord, kind: str) -> dict[str, str]:
    """Return what tells a run from others in a table, under plain names: the kind of run, and every label."""
    labels = {**(record.config.get("labels") or {}), **asdict(record.identity.labels), KIND_TAG: kind}
    return {valid_key(name): shorten(str(value), TAG_LENGTH) for name, value in labels.items()}


def data_of(record: RunRecord) -> tuple[str, str]:
    """Return name and hash of the data, as short as tables show them."""
    return shorten(record.identity.labels.dataset, DATA_NAME_LENGTH), record.identity.data_hash[:DIGEST_LENGTH]


def params_of(record: RunRecord) -> dict[str, str]:
    """Return the scientific configuration, see `flatten`."""
    return flatten({key: value for key, value in record.config.items() if key != "labels"})


def finite(metrics: Mapping[str, float | None]) -> dict[str, float]:
    """Return the metrics that have a value, under valid keys."""
    return {valid_key(name): value for name, value in metrics.items() if value is not None and math.isfinite(value)}


def _tags(record: RunRecord) -> dict[str, str]:
    """Return the tags by which runs are found and grouped; tags may change when a failed run is done later."""
    identity, status = record.identity, record.status
    own = {
        "run_id": record.run_id,
        "experiment_id": identity.experiment_id,
        "state": status.state,
        "attempt": status.attempt,
        "error": status.error or "",
    }
    fold = {} if identity.fold is None else {"fold": str(identity.fold)}
    return {
        **label_tags(record, "audit" if identity.is_audit else "fold"),
        **fold,
        **{f"{TAG}{name}": shorten(str(value), TAG_LENGTH) for name, value in own.items()},
        NOTE_TAG: shorten(status.traceback or "", TAG_LENGTH),
    }
