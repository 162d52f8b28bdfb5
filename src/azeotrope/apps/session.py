"""What the jobs of one command share: places, the command's record, the MLflow mirror, and whether to draw progress."""

import sys
from dataclasses import dataclass
from pathlib import Path

from omegaconf import DictConfig

from azeotrope.apps.signals import STOP
from azeotrope.errors import ConfigError
from azeotrope.models.stopping import StopRequest
from azeotrope.runs.command import Command
from azeotrope.runs.events import Outcome
from azeotrope.runs.record import RunRecord
from azeotrope.runs.redaction import redact_uri
from azeotrope.runs.tracking import Tracking


@dataclass(frozen=True, eq=False)
class Session:
    """Places and records of a command.

    Attributes
    ----------
    outputs, cache
        Folders of runs and of downloads and features.
    command
        Where jobs report.
    tracking
        The MLflow mirror; None where it is off.
    show_progress
        Draw progress bars; False where stderr is no terminal.
    stop
        Asked when the process is to end.
    """

    outputs: Path
    cache: Path
    command: Command
    tracking: Tracking | None
    show_progress: bool
    stop: StopRequest

    @classmethod
    def of(cls, config: DictConfig, command: Command) -> "Session":
        """Return the session that a composed configuration describes.

        Raises
        ------
        ConfigError
            When a configuration file holds the credentials of a tracking server.
        """
        outputs = Path(config.paths.outputs)
        chosen = config.tracking
        if redact_uri(chosen.tracking_uri or "") != (chosen.tracking_uri or ""):
            raise ConfigError(
                "a configuration file holds credentials in tracking.tracking_uri; set MLFLOW_TRACKING_URI"
            )
        tracking = Tracking(outputs, chosen.tracking_uri, chosen.experiment) if chosen.mlflow else None
        return cls(outputs, Path(config.paths.cache), command, tracking, sys.stderr.isatty(), STOP)

    def report(self, outcome: Outcome, job: str, run_id: str | None, message: str = "") -> None:
        """Report to the command."""
        self.command.report(outcome, job, run_id, message)

    def started(self, record: RunRecord, job: str) -> None:
        """Report a run that begins, so that one that is killed is not taken for one that never began."""
        self.report(Outcome.STARTED, job, record.run_id)

    def paused(self, record: RunRecord) -> None:
        """Mirror a run that a search has given up; the search keeps the record of it."""
        if self.tracking is not None:
            self.tracking.log_run(record)

    def done(self, record: RunRecord, job: str) -> None:
        """Report a run that finished now."""
        self.report(Outcome.DONE, job, record.run_id)
        if self.tracking is not None:
            self.tracking.log_run(record)

    def skipped(self, record: RunRecord, job: str) -> None:
        """Report a run that had finished before; MLflow gets a tag, not a second run."""
        self.report(Outcome.SKIPPED, job, record.run_id)
        if self.tracking is not None:
            self.tracking.mark_skipped(record, self.command.id)

    def failed(self, job: str, error: BaseException, record: RunRecord | None = None) -> None:
        """Report a job that failed, with its run if it came that far."""
        run_id = None if record is None else record.run_id
        self.report(Outcome.FAILED, job, run_id, redact_uri(f"{type(error).__name__}: {error}"))
        if self.tracking is not None and record is not None:
            self.tracking.log_run(record)
