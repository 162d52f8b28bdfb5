"""Writing commands and runs to MLflow; the only module that knows it, and it may raise whatever MLflow raises."""

import json
import shlex
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from filelock import FileLock

from azeotrope.errors import RunError
from azeotrope.runs.command import Command
from azeotrope.runs.events import Outcome
from azeotrope.runs.mirror_content import (
    COMMAND_TAG,
    KIND_TAG,
    MIRRORED_TAG,
    NOTE_TAG,
    PARENT_TAG,
    SKIPPED_BY_TAG,
    TAG,
    MirrorContent,
)
from azeotrope.runs.mirror_database import check_database, make_database
from azeotrope.runs.mirror_guide import COMMAND, VIEW_TAGS, command_note
from azeotrope.runs.mirror_values import TAG_LENGTH, milliseconds, shorten
from azeotrope.runs.mlflow_settings import set_environment, silence_loggers

if TYPE_CHECKING:
    from mlflow import MlflowClient
    from mlflow.entities import DatasetInput, Run

LOCK = ".mlflow.lock"
LOCK_WAIT_S = 60
BATCH = 100


class MlflowMirror:
    """One MLflow experiment: a command is a run, the experiments it began are its children, and their folds theirs.

    Every method that writes returns the id of the MLflow run it wrote, and may be repeated.

    Parameters
    ----------
    client
        MLflow's client of the tracking store.
    experiment_id
        The experiment.
    """

    def __init__(self, client: "MlflowClient", experiment_id: str) -> None:
        self._client = client
        self._experiment_id = experiment_id
        self._parents: dict[str, str] = {}

    @classmethod
    def connect(
        cls, lock_folder: Path, tracking_uri: str, experiment: str, artifact_location: str | None
    ) -> "MlflowMirror":
        """Return the mirror, its database and experiment made where they are missing.

        A lock in `lock_folder` keeps other processes from making them at the same time, which MLflow does not survive.

        Raises
        ------
        RunError
            When the database cannot be written, or the experiment was deleted in MLflow or keeps its artifacts
            elsewhere.
        """
        lock_folder.mkdir(parents=True, exist_ok=True)
        with FileLock(lock_folder / LOCK, timeout=LOCK_WAIT_S):
            make_database(tracking_uri, _quiet_client)
            check_database(tracking_uri)
            client = _quiet_client(tracking_uri)
            experiment_id = _experiment_id(client, experiment, artifact_location)
            _prepare_view(client, experiment_id)
            return cls(client, experiment_id)

    def write_parent(self, command: Command) -> str:
        """Return the MLflow id of a command's parent run, which is made where it is missing."""
        if command.id in self._parents:
            return self._parents[command.id]
        with FileLock(command.path / LOCK, timeout=LOCK_WAIT_S):
            found = self._find(COMMAND_TAG, command.id)
            if found is None:
                description = command.description()
                found = self._client.create_run(
                    self._experiment_id,
                    start_time=milliseconds(description.started),
                    run_name=description.name,
                    tags={
                        COMMAND_TAG: command.id,
                        KIND_TAG: COMMAND,
                        f"{TAG}argv": shorten(shlex.join(description.argv), TAG_LENGTH),
                        NOTE_TAG: shorten(command_note(command, self._experiment_id), TAG_LENGTH),
                    },
                )
        self._parents[command.id] = found.info.run_id
        return self._parents[command.id]

    def close_parent(self, command: Command) -> str:
        """Write to the parent what became of the command's jobs, and whether one failed, as its status."""
        parent = self.write_parent(command)
        outcomes = command.outcomes()
        for outcome in Outcome:
            count = sum(event.outcome is outcome for event in outcomes)
            self._client.set_tag(parent, f"{TAG}runs_{outcome}", str(count))
        ended = max((event.time for event in outcomes), default=command.description().started)
        has_failed = any(event.outcome is Outcome.FAILED for event in outcomes)
        self._client.set_terminated(parent, "FAILED" if has_failed else "FINISHED", milliseconds(ended))
        return parent

    def write_run(self, lock_folder: Path, read: Callable[[], MirrorContent], parent: str | None) -> str:
        """Return the MLflow id of a run, which is made or completed where MLflow does not have all of it.

        A run that failed before and is done now stays one MLflow run.

        Parameters
        ----------
        lock_folder
            Where a lock keeps other processes from writing the run at the same time.
        read
            Returns the content; called under the lock, so that what is written last was read last.
        parent
            MLflow id of the run that it is shown below, or None.
        """
        with FileLock(lock_folder / LOCK, timeout=LOCK_WAIT_S):
            content = read()
            tag, value = content.key
            run = self._find(tag, value) or self._client.create_run(
                self._experiment_id, start_time=content.start_ms, run_name=content.name, tags={tag: value}
            )
            if parent is not None and run.data.tags.get(PARENT_TAG) != parent:
                self._client.set_tag(run.info.run_id, PARENT_TAG, parent)
            if run.data.tags.get(MIRRORED_TAG) != content.stamp:
                self._write_content(run, content)
            return str(run.info.run_id)

    def write_skips(self, folder: Path, mlflow_run_id: str, command_ids: Sequence[str]) -> str:
        """Add commands to those that found the run done and skipped it; the latest hundred are kept."""
        with FileLock(folder / LOCK, timeout=LOCK_WAIT_S):
            present = self._client.get_run(mlflow_run_id).data.tags.get(SKIPPED_BY_TAG, "").split()
            merged = sorted({*present, *command_ids})[-BATCH:]
            if merged != present:
                self._client.set_tag(mlflow_run_id, SKIPPED_BY_TAG, " ".join(merged))
        return mlflow_run_id

    def _write_content(self, run: "Run", content: MirrorContent) -> None:
        """Write everything, the stamp of completeness last; parameters in MLflow cannot change and are kept."""
        from mlflow.entities import Metric, Param, RunTag

        run_id = run.info.run_id
        params = [Param(key, value) for key, value in content.params.items() if key not in run.data.params]
        metrics = [Metric(key, value, content.end_ms, 0) for key, value in content.metrics.items()]
        tags = [RunTag(key, value) for key, value in content.tags.items()]
        for start in range(0, max(len(params), len(metrics), len(tags)), BATCH):
            part = slice(start, start + BATCH)
            self._client.log_batch(run_id, metrics[part], params[part], tags[part])
        if run.inputs is None or not run.inputs.dataset_inputs:
            self._client.log_inputs(run_id, [_dataset_input(content)])
        for artifact in content.artifacts:
            self._client.log_artifact(run_id, str(artifact))
        self._client.set_terminated(run_id, content.status, content.end_ms)
        self._client.set_tag(run_id, MIRRORED_TAG, content.stamp)

    def _find(self, tag: str, value: str) -> "Run | None":
        """Return the run of this experiment that carries a tag and was not deleted."""
        found = self._client.search_runs(
            [self._experiment_id], f"tags.`{tag}` = '{value}'", max_results=1, order_by=["attributes.start_time ASC"]
        )
        return found[0] if found else None


def _quiet_client(tracking_uri: str) -> "MlflowClient":
    """Return MLflow's client; it makes the tables of an empty database."""
    set_environment()
    from mlflow import MlflowClient

    silence_loggers()
    return MlflowClient(tracking_uri)


def _dataset_input(content: MirrorContent) -> "DatasetInput":
    """Return what MLflow shows in its column of data sets."""
    from mlflow.entities import Dataset, DatasetInput

    name, digest = content.data
    return DatasetInput(Dataset(name, digest, source_type="azeotrope", source=json.dumps({"dataset": name})), tags=[])


def _experiment_id(client: "MlflowClient", name: str, artifact_location: str | None) -> str:
    """Return the id of the experiment, which is made where it is missing."""
    found = client.get_experiment_by_name(name)
    if found is None:
        return str(client.create_experiment(name, artifact_location))
    if found.lifecycle_stage != "active":
        raise RunError(f"experiment {name!r} was deleted in MLflow; restore it there, or set tracking.experiment")
    if artifact_location is not None and found.artifact_location != artifact_location:
        raise RunError(
            f"experiment {name!r} keeps its artifacts in {found.artifact_location}, not in {artifact_location}; if the "
            "outputs were moved, remove mlflow.db and run `azeotrope sync`"
        )
    return str(found.experiment_id)


def _prepare_view(client: "MlflowClient", experiment_id: str) -> None:
    """Give the experiment the table in which models are compared; what people wrote there stays."""
    present = client.get_experiment(experiment_id).tags
    for tag, value in VIEW_TAGS.items():
        if tag not in present:
            client.set_experiment_tag(experiment_id, tag, value)
