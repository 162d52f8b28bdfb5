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
        Where it is published (http or https); None where no address of the file itself is known, so that it must be
        put into a mirror or the cache by hand.
    sha256
        Hash of its content, 64 lower-case hexadecimal digits; None where it is not known, so that any content is
        taken, with a warning.
    licence, citation
        How it may be used, and what to cite and where to look.
    hash_confirmed
        False where upstream never confirmed the hash: a mismatch is then told by `FetchedFile.hash_matched`
        instead of being an error.
    """

    dataset: str
    file: str
    url: str | None
    sha256: str | None
    licence: str
    citation: str
    hash_confirmed: bool = True

    def __post_init__(self) -> None:
        if self.sha256 is not None and not re.fullmatch(r"[0-9a-f]{64}", self.sha256):
            raise ConfigError(
                f"source {self.dataset}/{self.file}: sha256 must be 64 lower-case hexadecimal digits, "
                f"not {self.sha256!r}",
            )

    @property
    def is_checked(self) -> bool:
        """Whether content of another hash is refused."""
        return self.hash_confirmed and self.sha256 is not None


@dataclass(frozen=True)
class FetchedFile:
    """A raw file in the cache, its hash, and whether that is the published one (never where none is known)."""

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
    """Return the file of a source, verified where its hash is known, from the cache, the mirror or the network.

    They are asked in this order, but of a source without a known hash a mirror's file wins over the cached one.
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
        Wrong content, no address, broken or refused download, unreadable mirror or unwritable cache, with what to do.
    """
    target = cache_folder / "sources" / source.dataset / source.file
    mirrored = None if mirror_folder is None else mirror_folder / source.dataset / source.file
    found = _cached(source, target, mirrored) or _fetched(source, target, mirrored, progress=progress)
    if source.sha256 is None:
        logger.warning("%s/%s is not verified: no published hash is known", source.dataset, source.file)
    return found


def _cached(source: Source, target: Path, mirrored: Path | None) -> FetchedFile | None:
    """Return the cached file where it may be used."""
    if not target.is_file():
        return None
    cached = _describe(source, target)
    if source.sha256 is None and mirrored is not None and mirrored.is_file():
        return cached if _describe(source, mirrored).sha256 == cached.sha256 else None
    if cached.hash_matched or not source.is_checked:
        return cached
    logger.warning("%s is not the expected file (sha256 %s); fetching it again", target, cached.sha256)
    return None


def _fetched(source: Source, target: Path, mirrored: Path | None, *, progress: bool) -> FetchedFile:
    """Put the mirror's file, or else what the network gives, into the cache."""
    if mirrored is not None and not mirrored.is_file():
        if source.url is not None:
            logger.warning("the mirror has no %s; downloading it from %s", mirrored, source.url)
        mirrored = None
    with moved_when_whole(target) as partial:
        if mirrored is None:
            _download(source, partial, target, progress=progress)
        else:
            copy_file(mirrored, partial)
        fetched = _describe(source, partial)
        if source.is_checked and not fetched.hash_matched:
            raise _wrong_hash(source, fetched.sha256, str(mirrored or source.url), target)
    return FetchedFile(target, fetched.sha256, fetched.hash_matched)


def _download(source: Source, partial: Path, target: Path, *, progress: bool) -> None:
    if source.url is None:
        raise DataError(
            f"no address is known from which {source.dataset}/{source.file} could be downloaded. Get the file by hand "
            f"({source.citation}) and put it into a folder as {source.dataset}/{source.file}, then set "
            f"AZEOTROPE_MIRROR to that folder; or put it at {target}",
        )
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
