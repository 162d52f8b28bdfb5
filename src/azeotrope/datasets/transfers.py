"""How the bytes of a raw file come here: over the network or from a mirror."""

import shutil
import sys
from pathlib import Path

from azeotrope.errors import DataError

TIMEOUT_S = 30
CHUNK_BYTES = 2**16


def download(url: str, path: Path, *, progress: bool) -> None:
    """Write what a URL (http or https) holds to `path`.

    Parameters
    ----------
    url, path
        From where to where; after an error the file may hold a part.
    progress
        Draw a progress bar on stderr if that is a terminal.

    Raises
    ------
    DataError
        No connection, no answer within 30 s, an HTTP error, or fewer bytes than announced; names the URL.
    """
    import pooch
    import requests

    fetch = pooch.HTTPDownloader(progress and sys.stderr.isatty(), CHUNK_BYTES, timeout=TIMEOUT_S)
    try:
        fetch(url, str(path), None)
    except requests.RequestException as error:
        if error.response is not None:
            error.response.close()
        raise DataError(f"cannot download {url}: {error}") from error


def copy_file(mirrored: Path, path: Path) -> None:
    """Write the content of a mirror's file to `path`.

    Raises
    ------
    DataError
        When the mirror's file cannot be opened.
    """
    try:
        original = mirrored.open("rb")
    except OSError as error:
        raise DataError(f"cannot read {mirrored} of the mirror (AZEOTROPE_MIRROR): {error.strerror}") from error
    with original, path.open("wb") as copy:
        shutil.copyfileobj(original, copy)
