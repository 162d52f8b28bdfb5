"""What one process does for a search until nothing is left to do."""

import logging
import math
from pathlib import Path

from filelock import FileLock, Timeout

from azeotrope.apps.search.claim import Claim
from azeotrope.apps.search.log import quiet_runs
from azeotrope.apps.search.search import Search
from azeotrope.apps.search.study import Study
from azeotrope.apps.search.trial import TrialRuns
from azeotrope.apps.search.trials import TrialStatus, assignments
from azeotrope.apps.session import Session
from azeotrope.errors import RunError

DEFAULT_LOCK = "default.lock"

logger = logging.getLogger(__name__)


class Worker:
    """Runs trials of a search, beside any number of others.

    Parameters
    ----------
    search, study, folder
        What is searched, its trials, and where they lie.
    session
        Where runs report.
    """

    def __init__(self, search: Search, study: Study, folder: Path, session: Session) -> None:
        self._search = search
        self._study = study
        self._session = session
        self._default_lock = FileLock(folder / DEFAULT_LOCK)

    def work(self) -> None:
        """Run trials until as many as the search wants have ended; others may have run them.

        A process that is killed leaves its trial to the others, or to the next start of the same command.
        """
        self._run_default(wait=False)
        while (claim := self._study.claim(self._search.n_trials)) is not None:
            try:
                with quiet_runs():
                    self._run(claim)
            finally:
                claim.release()
        self._warn_of_few()
        self._run_default(wait=True)

    def _warn_of_few(self) -> None:
        """Say so where the space has given fewer trials than are wanted."""
        reports = self._study.reports()
        n_trials = sum(report.status is not TrialStatus.REFUSED for report in reports)
        if n_trials < self._search.n_trials:
            logger.warning(
                "%d trials instead of %d: no other was accepted; the last: %s",
                n_trials,
                self._search.n_trials,
                reports[-1].reason,
            )

    def _run_default(self, *, wait: bool) -> None:
        """Train the model as it is to the end, on all tasks, unless that was done; keeps the reason if it fails."""
        try:
            self._default_lock.acquire(timeout=-1 if wait else 0)
        except Timeout:
            return
        try:
            if self._study.default is None:
                logger.info("the model as it is, against which the search is measured")
                runs = TrialRuns.of(self._search.tasks, self._search.typed, [], self._session)
                try:
                    value = runs.until(1.0)
                except RunError as error:
                    self._study.keep_default({"reason": str(error)})
                else:
                    self._study.keep_default({"value": value, "runs": runs.summary()})
        finally:
            self._default_lock.release()

    def _run(self, claim: Claim) -> None:
        """Run a trial until it is done, loses, or fails."""
        parameters = assignments(claim.parameters)
        name = f"trial {claim.trial.number}"
        logger.info("%s: %s", name, " ".join(parameters))
        try:
            runs = TrialRuns.of(self._search.tasks, self._search.typed, parameters, self._session)
        except Exception as error:  # noqa: BLE001 - parameters that do not fit end one trial; its reason is kept
            logger.info("%s: refused: %s", name, error)
            self._study.fail(claim, f"{type(error).__name__}: {error}", refused=True)
            return
        try:
            self._climb(claim, runs, name)
        except RunError as error:
            logger.info("%s: failed: %s", name, error)
            self._study.fail(claim, str(error), refused=False)

    def _climb(self, claim: Claim, runs: TrialRuns, name: str) -> None:
        """Train from rung to rung; those that a killed process had passed are not compared again."""
        epochs = self._search.schedule.epochs
        value, so_far = math.nan, ""
        for rung in self._search.schedule.rungs:
            if rung in claim.passed and rung < epochs:
                continue
            value = runs.until(rung / epochs)
            self._study.note(claim, "runs", runs.summary())
            is_promoted = self._study.is_promoted(claim, rung, value)
            so_far = f"{value:.4g} {self._search.unit} after {rung} of {epochs} epochs"
            if rung < epochs and not is_promoted:
                logger.info("%s: pruned with %s", name, so_far)
                self._study.prune(claim)
                runs.give_up()
                return
        logger.info("%s: complete with %s", name, so_far)
        self._study.complete(claim, value)
