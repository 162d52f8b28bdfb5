"""Short messages of a search: its runs say on stderr only what is wrong; their own logs have everything."""

import logging
from collections.abc import Iterator
from contextlib import contextmanager

from azeotrope.apps.log_file import PACKAGE_LOGGER

RUNS = "azeotrope.apps.run_once"


@contextmanager
def quiet_runs() -> Iterator[None]:
    """Keep what runs introduce themselves with, at every rung of every trial, from stderr during the block."""
    handlers = [handler for handler in PACKAGE_LOGGER.handlers if not isinstance(handler, logging.FileHandler)]
    for handler in handlers:
        handler.addFilter(_is_shown)
    try:
        yield
    finally:
        for handler in handlers:
            handler.removeFilter(_is_shown)


def _is_shown(record: logging.LogRecord) -> bool:
    return record.name != RUNS or record.levelno >= logging.WARNING
