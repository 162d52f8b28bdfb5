"""`tune.py`: compose, search for the best parameters, and write them down for train.py."""

import json
import logging
import math
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from omegaconf import DictConfig

from azeotrope.apps.command import Conclusion
from azeotrope.apps.launch import launch, refuse_sweep_without_multirun, session_of, typed_overrides
from azeotrope.apps.planning import search_job
from azeotrope.errors import ConfigError, RunError
from azeotrope.runs.events import Outcome, RunEvent
from azeotrope.runs.files import write_text

if TYPE_CHECKING:
    from azeotrope.apps.session import Session

SUMMARY = "summary.txt"

logger = logging.getLogger(__name__)


def main() -> None:
    """Run `tune.py`; exits with 0 only when every search is complete."""
    launch("tune", job, Conclusion("Searches", print_findings))


def job(config: DictConfig) -> float:
    """Work on the search of one composed configuration until it is complete.

    Returns
    -------
    What the choice that was made is compared by, see `TrialReport.value`; NaN when the search failed.
    """
    from azeotrope.apps.run_once import log_failure

    session, name = session_of(config), search_job(typed_overrides())
    try:
        refuse_sweep_without_multirun()
        _check_workers(config)
        session.command.report(Outcome.STARTED, name)
        return _search(config, session, name)
    except Exception as error:  # noqa: BLE001 - one search's failure must not cost the others; it is reported
        log_failure(name, error)
        session.failed(name, error)
        return math.nan


def _check_workers(config: DictConfig) -> None:
    """Raise `ConfigError` where several processes are asked for and nothing starts them."""
    if config.workers != 1 and config.worker is None:
        raise ConfigError(f"workers={config.workers} needs hydra/launcher=local or hydra/launcher=slurm")


def _search(config: DictConfig, session: "Session", name: str) -> float:
    """Search, write what was found, and report it."""
    from azeotrope.apps.search.gain import gain_lines
    from azeotrope.apps.search.journal import JOURNAL
    from azeotrope.apps.search.result import Finding, refuse_taken_name
    from azeotrope.apps.search.search import Search
    from azeotrope.apps.search.study import Study
    from azeotrope.apps.search.table import finding_text
    from azeotrope.apps.search.worker import Worker

    search = Search.of(config, typed_overrides(), session)
    for key in search.fixed:
        logger.info("%s is given, and not searched", key)
    refuse_taken_name(search, session.outputs)
    folder = search.open_folder(session.outputs)
    worker = "" if config.worker is None else f", worker {config.worker}"
    logger.info("search %s%s", search.id, worker)
    try:
        study = Study(folder, search.space, search.schedule, search.seed)
        Worker(search, study, folder, session).work()
        finding = Finding(search, study.reports(), study.default or {})
        file = finding.write(folder, session.outputs)
    except OSError as error:
        raise RunError(f"the search in {folder} cannot go on: {error.strerror or error}") from error
    except json.JSONDecodeError as error:
        raise RunError(
            f"{folder / JOURNAL} is damaged: {error}; remove the line that is no JSON, or the folder to start over"
        ) from error
    write_text(folder / SUMMARY, finding_text(finding, file, gain_lines(finding, session.outputs)))
    session.command.report(Outcome.DONE, name, finding.runs[0]["run_id"], str(folder))
    return finding.value


def print_findings(_: "Session", events: Sequence[RunEvent]) -> None:
    """Print what each search of a command has found."""
    for folder in dict.fromkeys(event.message for event in events if event.outcome is Outcome.DONE and event.message):
        sys.stdout.write((Path(folder) / SUMMARY).read_text(encoding="utf-8"))
