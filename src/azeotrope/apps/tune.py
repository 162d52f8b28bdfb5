"""`tune.py`: compose, search for the best parameters, and write them down for train.py."""

import logging
import math
import sys
from typing import TYPE_CHECKING

from omegaconf import DictConfig

from azeotrope.apps.launch import job_name, launch, refuse_sweep_without_multirun, session_of, typed_overrides
from azeotrope.errors import RunError
from azeotrope.runs.events import Outcome

if TYPE_CHECKING:
    from azeotrope.apps.session import Session

logger = logging.getLogger(__name__)


def main() -> None:
    """Run `tune.py`; exits with 0 only when every search is complete."""
    launch("tune", job)


def job(config: DictConfig) -> float:
    """Work on the search of one composed configuration until it is complete.

    Returns
    -------
    What the choice that was made is compared by, see `TrialReport.value`; NaN when the search failed.
    """
    from azeotrope.apps.run_once import log_failure

    session, name = session_of(config), job_name()
    try:
        refuse_sweep_without_multirun()
        return _search(config, session, name)
    except Exception as error:  # noqa: BLE001 - one search's failure must not cost the others; it is reported
        log_failure(name, error)
        session.failed(name, error)
        return math.nan


def _search(config: DictConfig, session: "Session", name: str) -> float:
    """Search, write what was found, and report it."""
    from rich.console import Console

    from azeotrope.apps.search import Search
    from azeotrope.apps.search_result import Finding
    from azeotrope.apps.search_study import Study
    from azeotrope.apps.search_table import print_finding
    from azeotrope.apps.search_worker import Worker

    search = Search.of(config, typed_overrides(), session)
    for key in search.fixed:
        logger.info("%s is given, and not searched", key)
    folder = search.open_folder(session.outputs)
    worker = "" if config.worker is None else f", worker {config.worker}"
    logger.info("search %s%s", search.id, worker)
    study = Study(folder, search.space, search.schedule, search.seed)
    try:
        Worker(search, study, folder, session).work()
        finding = Finding(search, study.reports(), study.default or {})
        file = finding.write(folder, session.outputs)
    except OSError as error:
        raise RunError(f"the search in {folder} cannot go on: {error.strerror or error}") from error
    print_finding(Console(file=sys.stdout), finding, file)
    session.command.report(Outcome.DONE, name, finding.runs[0]["run_id"])
    return finding.value
