"""What the jobs of one command share: places, the command's record, the MLflow mirror, and whether to draw progress."""

import sys
from dataclasses import dataclass
from pathlib import Path

from omegaconf import DictConfig

from azeotrope.runs.command import Command
from azeotrope.runs.mlflow_mirror import MlflowMirror


@dataclass(frozen=True, eq=False)
class Session:
    """Places and records of a command.

    Attributes
    ----------
    outputs, cache
        Folders of runs and of downloads and features.
    command
        Where jobs report.
    mirror
        None where tracking is off.
    show_progress
        Draw progress bars; False where stderr is no terminal.
    """

    outputs: Path
    cache: Path
    command: Command
    mirror: MlflowMirror | None
    show_progress: bool

    @classmethod
    def of(cls, config: DictConfig, command: Command) -> "Session":
        """Return the session that a composed configuration describes."""
        outputs = Path(config.paths.outputs)
        tracking = config.tracking
        mirror = MlflowMirror(outputs, tracking.tracking_uri, tracking.experiment) if tracking.mlflow else None
        return cls(outputs, Path(config.paths.cache), command, mirror, sys.stderr.isatty())
