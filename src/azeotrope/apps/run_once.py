"""The life of one run, a fold or an audit: skipped when done, else computed, and reported in any case."""

import logging
import math
import time
import traceback
from collections.abc import Callable
from typing import Protocol

from azeotrope.apps.log_file import logged_to
from azeotrope.apps.session import Session
from azeotrope.errors import AzeotropeError
from azeotrope.models.stopping import FitPaused, Stopped
from azeotrope.runs.folder import RunFolder
from azeotrope.runs.record import RunRecord
from azeotrope.runs.redaction import redact_uri
from azeotrope.runs.results import RunResults
from azeotrope.runs.status import State

logger = logging.getLogger(__name__)


class Prepared(Protocol):
    """A run that is ready: its folder, what its log begins with, and the work."""

    @property
    def folder(self) -> RunFolder:
        """Where; two processes that ask for the same run share it, the second waits and then finds it done."""

    def introduction(self) -> str:
        """Return what a reader should know before the numbers come."""

    def results(self, session: Session) -> RunResults:
        """Do the work."""


def run_once(prepare: Callable[[], Prepared], session: Session, job: str) -> RunRecord | None:
    """Run unless it is done, and report it to the command and the mirror.

    Returns
    -------
    The record of the run, which is done, or paused where its fit was to pause; None when it failed, which was reported.
    """
    run = None
    try:
        run = prepare()
        with run.folder.lock.held():
            if run.folder.is_done():
                logger.info("%s: finished before, skipped", run.folder.run_id)
                session.skipped(run.folder.record, job)
            else:
                session.started(run.folder.record, job)
                _run(run, session)
                if run.folder.record.status.state is State.DONE:
                    session.done(run.folder.record, job)
    except Exception as error:  # noqa: BLE001 - one run's failure must not cost the others; it is reported
        log_failure(job, error)
        session.failed(job, error, None if run is None else run.folder.record)
        return None
    return run.folder.record


def log_failure(job: str, error: BaseException) -> None:
    """Say at once what failed; a traceback is for faults of ours, not of the configuration."""
    if not isinstance(error, AzeotropeError):
        logger.error("%s", "".join(traceback.format_exception(error)))
    logger.error("failed: %s: %s", job, redact_uri(str(error)))


def _run(run: Prepared, session: Session) -> None:
    """Compute and write; whatever goes wrong is in the folder's status and log before it is raised."""
    folder = run.folder
    folder.start(session.command.id)
    with logged_to(folder.log_file):
        try:
            started = time.monotonic()
            logger.info("%s\n%s", folder.run_id, run.introduction())
            folder.finish(run.results(session))
            logger.info("%s: done in %.0f s", folder.run_id, time.monotonic() - started)
        except FitPaused as paused:
            folder.pause(paused.share, None if math.isnan(paused.validation_rmse) else paused.validation_rmse)
            logger.debug("%s: %s", folder.run_id, paused)
        except (KeyboardInterrupt, Stopped):
            logger.warning("%s: interrupted; the same command continues", folder.run_id)
            raise
        except BaseException:
            text = redact_uri(traceback.format_exc())
            logger.debug("%s", text)
            folder.fail(text)
            raise
