"""Logging of the command line: short lines on stderr, and everything of a run in its folder."""

import logging
import sys
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import NoReturn

from azeotrope.errors import AzeotropeError
from azeotrope.runs.redaction import redact_uri

PACKAGE_LOGGER = logging.getLogger("azeotrope")
MISTAKE = 2  # what the shell's own commands return for words that they cannot use


def log_to_stderr() -> None:
    """Show messages of the package on stderr, once; stdout stays free for results."""
    if not any(isinstance(handler, logging.StreamHandler) for handler in PACKAGE_LOGGER.handlers):
        handler = logging.StreamHandler(sys.stderr)
        handler.setLevel(logging.INFO)
        handler.setFormatter(logging.Formatter("%(message)s"))
        PACKAGE_LOGGER.addHandler(handler)
    PACKAGE_LOGGER.setLevel(logging.DEBUG)
    PACKAGE_LOGGER.propagate = False


def end_with(error: AzeotropeError) -> NoReturn:
    """Say what a user can act on in one line, without credentials and traceback, and exit with 2."""
    PACKAGE_LOGGER.error("error: %s", redact_uri(str(error)))
    sys.exit(MISTAKE)


class _LogFile(logging.FileHandler):
    """A log that loses lines where its disk is full: they are on stderr too, and their loss must not hide the cause."""

    def handleError(self, record: logging.LogRecord) -> None:  # noqa: N802 - the name is the standard library's
        """Leave out a line that the system refuses to write."""
        if not isinstance(sys.exception(), OSError):
            super().handleError(record)

    def close(self) -> None:
        """Close, whatever becomes of lines that are still to be written."""
        with suppress(OSError):
            super().close()


@contextmanager
def logged_to(path: Path) -> Iterator[None]:
    """Also write the package's messages and all warnings to a file during the block."""
    handler = _LogFile(path)
    handler.setFormatter(logging.Formatter("%(asctime)s %(levelname)s %(name)s: %(message)s"))
    loggers = (PACKAGE_LOGGER, logging.getLogger("py.warnings"))
    for each in loggers:
        each.addHandler(handler)
    try:
        yield
    finally:
        for each in loggers:
            each.removeHandler(handler)
        handler.close()
