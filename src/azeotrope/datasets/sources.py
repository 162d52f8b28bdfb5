"""Raw data files: where each comes from, and how it gets into the cache verified or not at all."""

import hashlib
import logging
import re
from dataclasses import dataclass
from pathlib import Path

from azeotrope.datasets.transfers import copy_file, download
from azeotrope.datasets.whole_files import moved_when_whole
from azeotrope.errors import ConfigError, DataError

logger = logging.getLogger(__name__)


@dataclass(frozen=True)
class Source:
    """One raw file of a data set.

    Attributes
    ----------
    dataset, file
        The file is ``<dataset>/<file>`` in a mirror and in the cache.
    url
        Where it is published (http or https).
    sha256
        Hash of its content, 64 lower-case hexadecimal digits.
    licence, citation
        How it may be used and what to cite.
    hash_confirmed
        False where upstream never confirmed the hash: a mismatch is then told by `FetchedFile.hash_matched`
        instead of being an error.
    """

    dataset: str
    file: str
    url: str
    sha256: str
    licence: str
    citation: str
    hash_confirmed: bool = True

    def __post_init__(self) -> None:
        if not re.fullmatch(r"[0-9a-f]{64}", self.sha256):
            raise ConfigError(
                f"source {self.dataset}/{self.file}: sha256 must be 64 lower-case hexadecimal digits, "
                f"not {self.sha256!r}",
            )


@dataclass(frozen=True)
class FetchedFile:
    """A raw file in the cache, its hash, and whether that is the published one."""

    path: Path
    sha256: str
    hash_matched: bool


def fetch(
    source: Source,
    *,
    cache_folder: Path,
    mirror_folder: Path | None = None,
    progress: bool = False,
) -> FetchedFile:
    """Return the verified file of a source from the cache, the mirror or the network, in this order.

    A file appears in the cache verified or not at all: a killed process leaves nothing that a later one would trust,
    and processes that fetch at once do no harm. A mirror that lacks the file is reported in the log, and the network
    is asked.

    Parameters
    ----------
    source
        What to fetch.
    cache_folder
        Root of the cache; the file lies in its ``sources/<dataset>/``. A cached file of another content is replaced,
        unless its hash was never confirmed.
    mirror_folder
        Folder that holds files as ``<dataset>/<file>``.
    progress
        Draw a progress bar on stderr if that is a terminal.

    Raises
    ------
    DataError
        Wrong content, broken or refused download, unreadable mirror or unwritable cache, with what to do.
    """
    target = cache_folder / "sources" / source.dataset / source.file
    if target.is_file():
        cached = _describe(source, target)
        if cached.hash_matched or not source.hash_confirmed:
            return cached
        logger.warning("%s is not the expected file (sha256 %s); fetching it again", target, cached.sha256)
    mirrored = _find_in_mirror(source, mirror_folder)
    with moved_when_whole(target) as partial:
        if mirrored is None:
            _download(source, partial, target, progress=progress)
        else:
            copy_file(mirrored, partial)
        fetched = _describe(source, partial)
        if source.hash_confirmed and not fetched.hash_matched:
            raise _wrong_hash(source, fetched.sha256, str(mirrored or source.url), target)
    return FetchedFile(target, fetched.sha256, fetched.hash_matched)


def _find_in_mirror(source: Source, mirror_folder: Path | None) -> Path | None:
    if mirror_folder is None:
        return None
    mirrored = mirror_folder / source.dataset / source.file
    if mirrored.is_file():
        return mirrored
    logger.warning("the mirror has no %s; downloading it from %s", mirrored, source.url)
    return None


def _download(source: Source, partial: Path, target: Path, *, progress: bool) -> None:
    try:
        download(source.url, partial, progress=progress)
    except DataError as error:
        raise DataError(
            f"{error}. Check the connection and try again, or set AZEOTROPE_MIRROR to a folder that holds "
            f"{source.dataset}/{source.file}, or put the file by hand at {target}",
        ) from error


def _describe(source: Source, path: Path) -> FetchedFile:
    try:
        with path.open("rb") as content:
            found = hashlib.file_digest(content, "sha256").hexdigest()
    except OSError as error:
        raise DataError(f"cannot read {path}: {error.strerror}. Make it readable, or delete it") from error
    return FetchedFile(path, found, found == source.sha256)


def _wrong_hash(source: Source, found: str, origin: str, target: Path) -> DataError:
    return DataError(
        f"{source.dataset}/{source.file} from {origin} is not the expected file: its sha256 is {found}, expected "
        f"{source.sha256}. It was changed at its origin or on the way, and was not kept. Put the right version at "
        f"{target} or into a mirror (AZEOTROPE_MIRROR)",
    )
