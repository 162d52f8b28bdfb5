"""The journal file of a search, which many processes append to, and any of which may be killed at any time."""

from pathlib import Path

from filelock import FileLock
from optuna.storages import JournalStorage
from optuna.storages.journal import JournalFileBackend, JournalFileOpenLock

JOURNAL = "journal.log"
JOURNAL_LOCK = "journal.lock"


class JournalLock(JournalFileOpenLock):
    """The system's own lock on a file: it vanishes with its process, so that nobody waits for a dead one.

    Optuna's locks are files, which a killed process leaves behind.

    Parameters
    ----------
    journal
        The journal file. A last line that was cut short when its writer was killed is removed before the next is
        written; it would make the journal unreadable.
    """

    def __init__(self, journal: Path) -> None:
        self._journal = journal
        self._lock = FileLock(journal.with_name(JOURNAL_LOCK))

    def acquire(self) -> bool:
        """Wait for the lock and leave the journal with whole lines."""
        self._lock.acquire()
        try:
            _remove_cut_line(self._journal)
        except BaseException:
            self._lock.release()
            raise
        return True

    def release(self) -> None:
        """Give the lock back."""
        self._lock.release()


def open_journal(folder: Path) -> JournalStorage:
    """Return the storage in a folder, made where there is none."""
    journal = folder / JOURNAL
    lock = JournalLock(journal)
    if journal.exists():
        lock.acquire()
        lock.release()
    return JournalStorage(JournalFileBackend(str(journal), lock))


def _remove_cut_line(journal: Path) -> None:
    """Cut a file behind its last line end."""
    with journal.open("rb+") as file:
        end = file.seek(0, 2)
        if end == 0:
            return
        file.seek(end - 1)
        if file.read(1) == b"\n":
            return
        file.seek(0)
        file.truncate(file.read().rfind(b"\n") + 1)
