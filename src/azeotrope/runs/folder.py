"""The folder of a run in the making, safe against crashes, damage and two launches at once."""

import logging
from collections.abc import Callable, Mapping
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

from azeotrope.errors import RunError
from azeotrope.runs.files import TEMPORARY_SUFFIX, write_json, write_yaml
from azeotrope.runs.identity import RunIdentity
from azeotrope.runs.inspection import hash_files, measure_files
from azeotrope.runs.layout import CONFIG, IDENTITY, LOG, RESULTS, RESUME, RUNS, STATUS
from azeotrope.runs.lock import RunLock
from azeotrope.runs.record import RunRecord
from azeotrope.runs.status import State, Status, utc_now, write_status

if TYPE_CHECKING:
    from azeotrope.runs.results import RunResults

logger = logging.getLogger(__name__)


class RunFolder:
    """One run on disk, at ``<outputs>/runs/<run_id>``; nothing in it names its place, so it may be moved.

    `open` it and, while its `lock` is held, ask `is_done`, then `start`, then `finish`, `pause` or `fail`.

    Attributes
    ----------
    path, lock
        The folder and its lock.
    """

    def __init__(self, path: Path) -> None:
        self.path = path
        self.lock = RunLock(path)

    @classmethod
    def open(cls, outputs: Path, identity: RunIdentity, config: Mapping[str, Any]) -> "RunFolder":
        """Return the folder of `identity`, made with its identity and configuration where these cannot be read.

        Parameters
        ----------
        outputs
            Folder that holds ``runs``.
        identity
            Identity of the run.
        config
            Plain values: the resolved scientific configuration, and under ``labels`` a mapping of labels.

        Raises
        ------
        RunError
            When the folder belongs to another run, or cannot be written.
        """
        folder = cls(outputs.resolve() / RUNS / identity.run_id)
        try:
            folder.path.mkdir(parents=True, exist_ok=True)
        except OSError as error:
            raise RunError(f"cannot create {folder.path}: {error.strerror or error}") from error
        folder._write_missing(identity, config)
        return folder

    @property
    def record(self) -> RunRecord:
        """The folder's content as of now."""
        return RunRecord(self.path)

    @property
    def run_id(self) -> str:
        """Id of the run, which is the name of the folder."""
        return self.path.name

    @property
    def resume_file(self) -> Path:
        """File in which an unfinished fit keeps its progress; with all whose names begin alike, removed when done."""
        return self.path / RESUME

    @property
    def log_file(self) -> Path:
        """Log of all attempts."""
        return self.path / LOG

    def is_done(self) -> bool:
        """Return whether the run is done and whole; the log says why an earlier attempt is not trusted."""
        found = self.record.inspection
        if found.state is State.INTERRUPTED:
            logger.warning("run %s is not finished and starts again: %s", self.run_id, found.note)
        return found.state is State.DONE

    def start(self, command_id: str | None = None) -> None:
        """Begin an attempt; removes what an earlier one left, but for its progress and its log.

        Raises
        ------
        RunError
            When the lock is not held, when the run is done, or when the folder cannot be written.
        """
        self._require_lock()
        if self.record.inspection.state is State.DONE:
            raise RunError(f"run {self.run_id} is done already; remove {self.path} to run it again")
        write_status(self.path / STATUS, Status(State.RUNNING, utc_now(), self._attempts() + 1, command_id))
        self._remove_temporary_files()
        for name in RESULTS:
            (self.path / name).unlink(missing_ok=True)

    def finish(self, results: "RunResults") -> None:
        """Write all results, then the status ``done``, then remove the progress of the fit.

        Raises
        ------
        RunError
            When the lock is not held, the results break their contract, or a file cannot be written.
        """
        self._require_lock()
        results.write(self.path)
        names = (CONFIG, IDENTITY, *RESULTS)
        files, hashes = measure_files(self.path, names), hash_files(self.path, names)
        done = replace(self.record.status, state=State.DONE, finished=utc_now(), files=files, hashes=hashes)
        write_status(self.path / STATUS, done)
        for progress in self.path.glob(f"{RESUME}*"):
            progress.unlink(missing_ok=True)

    def pause(self, share: float, validation_rmse: float | None) -> None:
        """Write the status ``paused``; the progress of the fit is kept, and the next attempt continues.

        Parameters
        ----------
        share, validation_rmse
            See `Status`.

        Raises
        ------
        RunError
            When the lock is not held, or the status cannot be written.
        """
        self._require_lock()
        paused = replace(
            self.record.status, state=State.PAUSED, finished=utc_now(), share=share, validation_rmse=validation_rmse
        )
        write_status(self.path / STATUS, paused)

    def fail(self, traceback: str) -> None:
        """Write the status ``failed`` with the traceback; on a full disk only the log says so, and nothing is raised.

        The progress of the fit is kept, so that the next attempt continues.
        """
        self._require_lock()
        self._remove_temporary_files()
        try:
            failed = replace(self.record.status, state=State.FAILED, finished=utc_now(), traceback=traceback)
            write_status(self.path / STATUS, failed)
        except RunError as error:
            logger.warning("run %s failed, and its status cannot say so: %s", self.run_id, error)

    def _write_missing(self, identity: RunIdentity, config: Mapping[str, Any]) -> None:
        """Write identity and configuration where they cannot be read; refuse a folder of another run.

        Under the lock, since the process that starts a run removes the half-written files it finds there.
        """
        if not _can_read(lambda: (self.record.identity, self.record.config)):
            with self.lock.held():
                if not _can_read(lambda: self.record.identity):
                    write_json(self.path / IDENTITY, identity.to_dict())
                if not _can_read(lambda: self.record.config):
                    write_yaml(self.path / CONFIG, dict(config))
        present = self.record.identity.run_id
        if present != identity.run_id:
            raise RunError(f"{self.path} holds run {present}; move it away and run again")

    def _require_lock(self) -> None:
        """Refuse to change a folder that another process may be writing."""
        if not self.lock.is_mine:
            raise RunError(f"run {self.run_id} is not locked by this process; hold its lock while it runs")

    def _attempts(self) -> int:
        """Return the number of attempts so far, as far as it can be read."""
        try:
            return self.record.status.attempt
        except RunError:
            return 0

    def _remove_temporary_files(self) -> None:
        """Remove half-written files of a process that died; nobody else writes while the lock is held."""
        for path in self.path.glob(f"*{TEMPORARY_SUFFIX}"):
            path.unlink(missing_ok=True)


def _can_read(read: Callable[[], object]) -> bool:
    """Return whether `read` finds its files whole."""
    try:
        read()
    except RunError:
        return False
    return True
