"""Files that appear whole or not at all."""

import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from uuid import uuid4

from azeotrope.errors import DataError

# A live writer touches its file all the time, so a partial file that rested this long belongs to a killed process.
ABANDONED_AFTER_S = 3600


@contextmanager
def moved_when_whole(target: Path) -> Iterator[Path]:
    """Lend an empty file beside `target`; move it there when the block ends well, delete it otherwise.

    The move is atomic, so readers and other writers of the same target see the old file or a whole new one. What a
    killed process leaves has another name (``.<name>.<random>.part``), and a later call for the same target deletes
    it after an hour.

    Raises
    ------
    DataError
        When the folder cannot be made or written, or its disk is full.
    """
    partial = target.with_name(f".{target.name}.{uuid4().hex}.part")
    try:
        target.parent.mkdir(parents=True, exist_ok=True)
        _delete_abandoned(target)
        partial.touch(exist_ok=False)
        try:
            yield partial
            partial.replace(target)
        finally:
            partial.unlink(missing_ok=True)
    except OSError as error:
        raise DataError(
            f"cannot write {target}: {error.strerror or error}. Free space there or make the folder writable, "
            "or let AZEOTROPE_CACHE name another folder",
        ) from error


def _delete_abandoned(target: Path) -> None:
    """Delete the partial files that killed processes left for this target."""
    for partial in target.parent.glob(f".{target.name}.*.part"):
        try:
            if time.time() - partial.stat().st_mtime > ABANDONED_AFTER_S:
                partial.unlink()
        except FileNotFoundError:  # its owner finished in this moment
            continue
