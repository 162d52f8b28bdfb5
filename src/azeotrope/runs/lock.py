"""The lock of a run folder: one process at a time, given back by the system when the process dies."""

import logging
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from filelock import FileLock, Timeout

from azeotrope.errors import RunError
from azeotrope.runs.layout import LOCK

PATIENCE_S = 1.0

logger = logging.getLogger(__name__)


class RunLock:
    """Advisory lock of the folder at `path`, held for the whole run."""

    def __init__(self, path: Path) -> None:
        self._path = path
        self._lock = FileLock(path / LOCK)

    @property
    def is_mine(self) -> bool:
        """Whether this object holds the lock."""
        return self._lock.is_locked

    @contextmanager
    def held(self) -> Iterator[None]:
        """Hold the lock during the block; waits for another process, and says so after a second."""
        self.acquire()
        try:
            yield
        finally:
            self.release()

    def acquire(self, *, blocking: bool = True) -> bool:
        """Take the lock, and return whether it was taken; `blocking` waits until it is.

        Raises
        ------
        RunError
            When the system refuses a lock file there.
        """
        try:
            self._lock.acquire(timeout=PATIENCE_S if blocking else 0)
        except Timeout:
            if not blocking:
                return False
            logger.warning("waiting for run %s held by another process", self._path.name)
            self._lock.acquire()
        except OSError as error:
            raise RunError(f"cannot lock {self._path}: {error.strerror or error}") from error
        return True

    def release(self) -> None:
        """Give the lock back."""
        self._lock.release()

    def is_held(self) -> bool:
        """Return whether a living process holds the lock; never creates a file, works on a read-only disk."""
        if self.is_mine:
            return True
        if not (self._path / LOCK).exists():
            return False
        try:
            if not self.acquire(blocking=False):
                return True
        except RunError:  # the disk is read-only or not ours: nobody runs in it from here
            return False
        self.release()
        return False
