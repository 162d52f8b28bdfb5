"""The mirror of run folders in MLflow as runs see it: never in the way, and made whole again at any time."""

import logging
import time
import warnings
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import TypeVar

from azeotrope.errors import RunError
from azeotrope.runs.command import Command, find_command
from azeotrope.runs.experiment_content import command_of, experiment_content
from azeotrope.runs.files import write_json
from azeotrope.runs.index import folds_beside
from azeotrope.runs.layout import MLFLOW
from azeotrope.runs.mirror_content import MirrorContent, mirror_content
from azeotrope.runs.mirror_database import check_database, database_uri
from azeotrope.runs.mirror_health import health_of
from azeotrope.runs.mlflow_mirror import MlflowMirror
from azeotrope.runs.mlflow_settings import store_of_environment
from azeotrope.runs.record import RunRecord
from azeotrope.runs.redaction import redact_error, redact_uri

Result = TypeVar("Result")

logger = logging.getLogger(__name__)


class Tracking:
    """Mirrors commands and runs to MLflow; a failure of MLflow is reported once and never raised.

    Each method returns whether MLflow holds what was asked; `azeotrope.runs.sync` catches up with what it does not
    hold. All of it comes from the folders of runs and commands, so any process can do it at any time. Checkpoints are
    not mirrored.

    Parameters
    ----------
    outputs
        Folder of runs and commands.
    tracking_uri
        MLflow's store; None is the one that ``MLFLOW_TRACKING_URI`` names, and without that the SQLite file
        ``mlflow.db`` in `outputs`. Credentials in it are neither logged nor stored.
    experiment
        Name of the MLflow experiment.
    artifact_location
        URI below which MLflow keeps the artifacts. None is ``mlartifacts`` in `outputs` together with ``mlflow.db``
        there, and MLflow's own choice with another store.
    """

    def __init__(
        self,
        outputs: Path,
        tracking_uri: str | None = None,
        experiment: str = "azeotrope",
        artifact_location: str | None = None,
    ) -> None:
        self.outputs = outputs.resolve()
        chosen = tracking_uri or store_of_environment()
        self._uri = chosen or database_uri(self.outputs / "mlflow.db")
        self._experiment = experiment
        own_artifacts = None if chosen else (self.outputs / "mlartifacts").as_uri()
        self._artifact_location = artifact_location or own_artifacts
        self._health = health_of(self.place)
        self._mirror: MlflowMirror | None = None

    @property
    def place(self) -> str:
        """The tracking URI without credentials."""
        return redact_uri(self._uri)

    def prepare(self) -> bool:
        """Make the database and the experiment; a command does so once, before its jobs start."""
        return self._attempt("preparing it", lambda _: True) is not None

    def start_command(self, command: Command) -> bool:
        """Make the parent run of a command."""
        return self._attempt("starting a command", lambda mirror: mirror.write_parent(command)) is not None

    def finish_command(self, command: Command) -> bool:
        """Write what became of the jobs of a command, and end its parent run."""
        return self._attempt("ending a command", lambda mirror: mirror.close_parent(command)) is not None

    def log_run(self, record: RunRecord, folds: Sequence[RunRecord] = ()) -> bool:
        """Mirror a done, failed or paused run, once, and the mean over the folds of its experiment above it.

        Parameters
        ----------
        record
            The run.
        folds
            The folds of its experiment; none are those beside it. An audit has none.
        """
        return self._mlflow_id(record, folds) is not None

    def mark_skipped(self, record: RunRecord, *command_ids: str, folds: Sequence[RunRecord] = ()) -> bool:
        """Tag a done run with commands that found it done; the run is mirrored where it is missing, see `log_run`."""
        mlflow_id = self._mlflow_id(record, folds)
        if mlflow_id is None:
            return False
        written = self._attempt(
            "marking a skipped run", lambda mirror: mirror.write_skips(record.path, mlflow_id, command_ids)
        )
        return written is not None

    def _mlflow_id(self, record: RunRecord, folds: Sequence[RunRecord]) -> str | None:
        """Mirror a run and return its MLflow id, which is also noted in its folder; None when that failed."""
        try:
            content = mirror_content(record)
        except RunError as error:
            logger.warning("run %s cannot be mirrored: %s", record.run_id, error)
            return None
        return self._attempt("mirroring a run", lambda mirror: self._write(mirror, record, content, folds))

    def _write(
        self, mirror: MlflowMirror, record: RunRecord, content: MirrorContent, folds: Sequence[RunRecord]
    ) -> str:
        """Write a run below its experiment or command, and note its MLflow id in its folder."""
        if record.identity.is_audit:
            command = find_command(self.outputs, record.status.command_id)
            parent = None if command is None else mirror.write_parent(command)
        else:
            parent = self._write_experiment(mirror, folds or folds_beside(record))
        mlflow_id = mirror.write_run(record.path, lambda: content, parent)
        known = record.mlflow_runs
        if known.get(self.place) != mlflow_id:
            write_json(record.path / MLFLOW, {**known, self.place: mlflow_id})
        return mlflow_id

    def _write_experiment(self, mirror: MlflowMirror, folds: Sequence[RunRecord]) -> str:
        """Write the mean over the folds as they are now, below the command that began the experiment."""
        command = command_of(self.outputs, folds)
        parent = None if command is None else mirror.write_parent(command)
        return mirror.write_run(
            self.outputs, lambda: experiment_content([RunRecord(each.path) for each in folds]), parent
        )

    def _attempt(self, action: str, operation: Callable[[MlflowMirror], Result]) -> Result | None:
        """Return the result of an operation, or None when it failed, which is the one place where MLflow may fail."""
        if self._health.is_paused:
            return None
        started = time.monotonic()
        try:
            with warnings.catch_warnings():
                warnings.simplefilter("ignore")
                return operation(self._connected())
        except Exception as error:  # noqa: BLE001 - a mirror must never stop a run, whatever its libraries raise
            self._health.failed(action, redact_error(error, self._uri), time.monotonic() - started)
            return None

    def _connected(self) -> MlflowMirror:
        """Return the mirror, connected at the first call, once its database can be written."""
        if self._mirror is None:
            self._mirror = MlflowMirror.connect(self.outputs, self._uri, self._experiment, self._artifact_location)
        check_database(self._uri)
        return self._mirror
