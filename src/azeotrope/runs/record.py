"""One run as its folder tells it, for everybody who reads; nothing here changes a file."""

from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import Any

from azeotrope.errors import RunError
from azeotrope.runs.files import read_json_object, read_yaml
from azeotrope.runs.identity import RunIdentity
from azeotrope.runs.inspection import Inspection, inspect_run
from azeotrope.runs.layout import CONFIG, IDENTITY, METRICS, MLFLOW, REASONS, STATUS
from azeotrope.runs.status import Status, read_status


@dataclass(frozen=True)
class RunRecord:
    """The content of one run folder; each file is read once, when it is asked for.

    An attribute raises `RunError`, naming the file, when that file is missing or damaged.

    Attributes
    ----------
    path
        The run folder, wherever it was moved to.
    """

    path: Path

    @property
    def run_id(self) -> str:
        """Id of the run, which is the name of its folder."""
        return self.path.name

    @cached_property
    def inspection(self) -> Inspection:
        """State of the run and a note on it; never raises."""
        return inspect_run(self.path)

    @cached_property
    def identity(self) -> RunIdentity:
        """What makes this run this run."""
        return RunIdentity.from_dict(read_json_object(self.path / IDENTITY))

    @cached_property
    def config(self) -> dict[str, Any]:
        """The resolved scientific configuration, with the labels under ``labels``."""
        return read_yaml(self.path / CONFIG)

    @cached_property
    def status(self) -> Status:
        """What ``status.json`` says."""
        return read_status(self.path / STATUS)

    @cached_property
    def metrics(self) -> dict[str, float | None]:
        """Metric name to value, None where it is undefined."""
        return read_json_object(self.path / METRICS)

    @cached_property
    def reasons(self) -> dict[str, str]:
        """Why each undefined metric is undefined."""
        return read_json_object(self.path / REASONS)

    @property
    def mlflow_runs(self) -> dict[str, str]:
        """MLflow run id by tracking URI without its credentials; empty when it was not noted or cannot be read.

        Never raises, since a mirror can be made again.
        """
        try:
            return read_json_object(self.path / MLFLOW)
        except RunError:
            return {}
