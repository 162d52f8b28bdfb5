"""The right of one process to run a trial, which vanishes with the process."""

from dataclasses import dataclass
from pathlib import Path

from filelock import FileLock, Timeout
from optuna.trial import Trial

from azeotrope.apps.search.space import Value

TRIALS = "trials"


@dataclass(frozen=True, eq=False)
class Claim:
    """A trial that this process runs, as long as it holds the lock.

    Attributes
    ----------
    trial, lock
        Optuna's trial and the lock.
    parameters
        Value by key.
    reported, passed
        Epochs at which a process that was killed had reported it already, and those of them after which it went on.
    """

    trial: Trial
    lock: FileLock
    parameters: dict[str, Value]
    reported: frozenset[int] = frozenset()
    passed: frozenset[int] = frozenset()

    def release(self) -> None:
        """Let go; a trial that has not ended is taken over by the next process that asks."""
        self.lock.release()


def locked(folder: Path, number: int) -> FileLock | None:
    """Return the lock of a trial, taken; None when a living process holds it."""
    lock = FileLock(folder / TRIALS / f"{number}.lock")
    try:
        lock.acquire(timeout=0)
    except Timeout:
        return None
    return lock
