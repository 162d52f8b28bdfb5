"""The trials of a search, shared by all processes that work on it."""

import logging
import time
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import optuna
from filelock import FileLock
from optuna.trial import FrozenTrial, Trial, TrialState

from azeotrope.apps.search.claim import TRIALS, Claim, locked
from azeotrope.apps.search.journal import open_journal
from azeotrope.apps.search.reports import may_draw, report_of
from azeotrope.apps.search.sampler import SeededSampler, suggest
from azeotrope.apps.search.schedule import Schedule, stands
from azeotrope.apps.search.space import Space
from azeotrope.apps.search.trials import TrialReport
from azeotrope.errors import RunError

LOCK = "study.lock"
POLL_S = 1.0
PASSED = "passed"

logger = logging.getLogger(__name__)


class Study:
    """Random search with asynchronous successive halving.

    Parameters
    ----------
    folder
        Folder of the search, which exists.
    space, schedule, seed
        What is drawn and when it is compared.
    """

    def __init__(self, folder: Path, space: Space, schedule: Schedule, seed: int) -> None:
        optuna.logging.set_verbosity(optuna.logging.ERROR)
        self._folder = folder
        self._space = space
        self._schedule = schedule
        self._lock = FileLock(folder / LOCK)
        (folder / TRIALS).mkdir(exist_ok=True)
        with self._lock:
            self._study = optuna.create_study(
                storage=open_journal(folder),
                study_name=folder.name,
                sampler=SeededSampler(space, seed),
                pruner=optuna.pruners.SuccessiveHalvingPruner(schedule.grace, schedule.reduction),
                load_if_exists=True,
            )

    def claim(self, n_trials: int) -> Claim | None:
        """Return a trial to run: one whose process has died, else a new one; None when nothing is left to do.

        Waits while others run the last trials, in case that one of their processes dies.
        """
        is_waiting = False
        while True:
            with self._lock:
                trials = self._study.get_trials(deepcopy=False)
                running = [trial for trial in trials if trial.state is TrialState.RUNNING]
                claim = next((claim for trial in running if (claim := self._abandoned(trial, trials))), None)
                if claim is None and may_draw(trials, n_trials):
                    claim = self._new(trials)
                    if claim is None:  # it was the same as an earlier one
                        continue
            if claim is not None or not running:
                return claim
            if not is_waiting:
                logger.info("waiting for the last trials of other processes: %d", len(running))
            is_waiting = True
            time.sleep(POLL_S)

    def is_promoted(self, claim: Claim, epochs: int, value: float) -> bool:
        """Compare a trial with all others after so many epochs, and return whether it goes on; kept when it does."""
        if epochs not in claim.reported:
            claim.trial.report(value, step=epochs)
        rung = f"completed_rung_{self._schedule.rungs.index(epochs)}"  # where optuna keeps what was compared
        trials = self._study.get_trials(deepcopy=False)
        if rung in trials[claim.trial.number].system_attrs:
            # A process was killed between comparing and deciding, and optuna compares no trial twice.
            is_promoted = stands(value, [each.system_attrs.get(rung) for each in trials], self._schedule.reduction)
        else:
            is_promoted = not claim.trial.should_prune()
        if is_promoted:
            self.note(claim, PASSED, sorted({*claim.trial.user_attrs.get(PASSED, ()), epochs}))
        return is_promoted

    def note(self, claim: Claim, key: str, value: Any) -> None:
        """Keep a plain value with a trial."""
        claim.trial.set_user_attr(key, value)

    def complete(self, claim: Claim, value: float) -> None:
        """End a trial that was trained to the end."""
        self._study.tell(claim.trial, value)

    def prune(self, claim: Claim) -> None:
        """End a trial that does not go on."""
        self._study.tell(claim.trial, state=TrialState.PRUNED)

    def fail(self, claim: Claim, reason: str, *, refused: bool) -> None:
        """End a trial without a value; one whose parameters were refused is replaced by another."""
        claim.trial.set_user_attr("reason", reason)
        claim.trial.set_user_attr("refused", refused)
        self._study.tell(claim.trial, state=TrialState.FAIL)

    def reports(self) -> list[TrialReport]:
        """Return what is known of every trial, in the order in which they began."""
        return [report_of(trial) for trial in self._study.get_trials(deepcopy=False)]

    @property
    def default(self) -> Mapping[str, Any] | None:
        """What `keep_default` kept, or None."""
        kept: Mapping[str, Any] | None = self._study.user_attrs.get("default")
        return kept

    def keep_default(self, content: Mapping[str, Any]) -> None:
        """Keep what the model as it is reached, as plain values."""
        self._study.set_user_attr("default", dict(content))

    def _abandoned(self, trial: FrozenTrial, trials: Sequence[FrozenTrial]) -> Claim | None:
        """Take over a trial that nobody holds; None where somebody does, or an earlier one is the same."""
        lock = locked(self._folder, trial.number)
        if lock is None:
            return None
        now = self._study.get_trials(deepcopy=False)[trial.number]
        if now.state is not TrialState.RUNNING:  # its process ended it in this moment
            lock.release()
            return None
        taken = Trial(self._study, trial._trial_id)  # noqa: SLF001 - optuna offers no other way to go on with a trial
        for key, parameter in self._space.items():  # what its process had not drawn before it died
            suggest(taken, key, parameter)
        passed = frozenset(now.user_attrs.get(PASSED, ()))
        return self._unless_known(
            Claim(taken, lock, dict(taken.params), frozenset(now.intermediate_values), passed), trials
        )

    def _new(self, trials: Sequence[FrozenTrial]) -> Claim | None:
        """Draw a trial; None when an earlier one is the same."""
        trial = self._study.ask()
        for key, parameter in self._space.items():
            suggest(trial, key, parameter)
        lock = locked(self._folder, trial.number)
        if lock is None:
            raise RunError(f"trial {trial.number} of {self._folder} is new and held by another process")
        return self._unless_known(Claim(trial, lock, dict(trial.params)), trials)

    def _unless_known(self, claim: Claim, trials: Sequence[FrozenTrial]) -> Claim | None:
        """Return the claim, or None when an earlier trial is the same, so that no training is compared with itself."""
        earlier = trials[: claim.trial.number]
        same = next((trial for trial in earlier if trial.params == claim.trial.params), None)
        if same is None:
            return claim
        self.fail(claim, f"the same as trial {same.number}", refused=True)
        claim.release()
        return None
