"""One run: one fold of one experiment, from the split to the finished folder."""

import logging
import time
import traceback
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

import numpy as np

from azeotrope.apps.building import Experiment
from azeotrope.apps.fold_results import run_results
from azeotrope.apps.log_file import logged_to
from azeotrope.apps.session import Session
from azeotrope.errors import AzeotropeError
from azeotrope.models.protocol import FitContext
from azeotrope.runs.folder import RunFolder
from azeotrope.runs.identity import RunIdentity, RunLabels
from azeotrope.splits.order import hash_order
from azeotrope.splits.rows import row_keys

if TYPE_CHECKING:
    from azeotrope.splits.leakage import LeakageReport
    from azeotrope.splits.split import Split

logger = logging.getLogger(__name__)


@dataclass(frozen=True, eq=False)
class Fold:
    """A fold that is ready to run.

    Attributes
    ----------
    experiment, split, leakage
        What is run.
    folder
        Where; two processes that ask for the same fold share it, the second waits and then finds it done.
    """

    experiment: Experiment
    split: "Split"
    leakage: "LeakageReport"
    folder: RunFolder


def run_fold(experiment: Experiment, number: int, session: Session, job: str) -> float | None:
    """Run one fold unless it is done, and report it to the command and the mirror.

    Returns
    -------
    Validation RMSE in the data set's unit; None when it failed, which has been reported, or is undefined.
    """
    fold = None
    try:
        fold = prepare(experiment, number, session)
        with fold.folder.lock.held():
            if fold.folder.is_done():
                logger.info("%s: finished before, skipped", fold.folder.run_id)
                session.skipped(fold.folder.record, job)
            else:
                _run(fold, session)
                session.done(fold.folder.record, job)
        return fold.folder.record.metrics["validation_rmse"]
    except Exception as error:  # noqa: BLE001 - one fold's failure must not cost the others; it is reported
        log_failure(job, error)
        session.failed(job, error, None if fold is None else fold.folder.record)
        return None


def prepare(experiment: Experiment, number: int, session: Session) -> Fold:
    """Split, check the split's promise, and open the run's folder.

    Raises
    ------
    SplitError, RunError
        When the split cannot be made or breaks its promise, or the folder cannot be written.
    """
    from azeotrope.splits.leakage import check_promise, leakage_report

    table = experiment.dataset.table
    split = _capped(experiment, experiment.family.split(table, number))
    leakage = leakage_report(table, split)
    check_promise(table, split)
    labels = experiment.labels
    names = RunLabels(labels["dataset"], labels["split"], labels["model"])
    identity = RunIdentity.of(experiment.science, names, number, table.content_hash, split.content_hash)
    config = {"labels": labels, "fold": number, **experiment.science}
    return Fold(experiment, split, leakage, RunFolder.open(session.outputs, identity, config))


def log_failure(job: str, error: BaseException) -> None:
    """Say at once what failed; a traceback is for faults of ours, not of the configuration."""
    if not isinstance(error, AzeotropeError):
        logger.error("%s", "".join(traceback.format_exception(error)))
    logger.error("failed: %s: %s", job, error)


def _run(fold: Fold, session: Session) -> None:
    """Fit, evaluate and write; whatever goes wrong is in the folder's status and log before it is raised."""
    folder, split = fold.folder, fold.split
    folder.start(session.command.id)
    with logged_to(folder.log_file):
        try:
            started = time.monotonic()
            logger.info("%s\n%s", folder.run_id, fold.leakage.describe())
            model = fold.experiment.new_model()
            context = FitContext(folder.resume_file, session.cache, session.show_progress)
            model.fit(fold.experiment.dataset, split.train, split.validation, context)
            folder.finish(run_results(fold.experiment, split, fold.leakage, model))
            logger.info("%s: done in %.0f s", folder.run_id, time.monotonic() - started)
        except KeyboardInterrupt:
            logger.warning("%s: interrupted; the same command continues", folder.run_id)
            raise
        except BaseException:
            text = traceback.format_exc()
            logger.debug("%s", text)
            folder.fail(text)
            raise


def _capped(experiment: Experiment, split: "Split") -> "Split":
    """Keep `max_train_rows` train rows, chosen by content, where the config asks for it."""
    limit = experiment.max_train_rows
    if limit is None or limit >= len(split.train):
        return split
    order = hash_order(row_keys(experiment.dataset.table, split.train), 0, "max_train_rows")
    return replace(split, train=np.sort(split.train[order[:limit]]))
