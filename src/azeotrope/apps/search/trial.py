"""One choice of parameters, run on every task of a search, a share of its training at a time."""

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from statistics import fmean
from typing import Any

from azeotrope.apps.fold import Fold
from azeotrope.apps.run_once import run_once
from azeotrope.apps.search.tasks import Task, folds_of, run_overrides
from azeotrope.apps.session import Session
from azeotrope.errors import RunError
from azeotrope.runs.events import Outcome
from azeotrope.runs.record import RunRecord
from azeotrope.runs.status import State


@dataclass(frozen=True, eq=False)
class TrialSession(Session):
    """A session whose runs are steps of the search: the command is told of the search alone, MLflow of every run.

    Attributes
    ----------
    errors
        Why runs failed.
    """

    errors: list[BaseException] = field(default_factory=list)

    def report(self, outcome: Outcome, job: str, run_id: str | None, message: str = "") -> None:
        """See `Session.report`; keeps it from the command."""

    def failed(self, job: str, error: BaseException, record: RunRecord | None = None) -> None:
        """Keep the error, and mirror the run."""
        self.errors.append(error)
        super().failed(job, error, record)


@dataclass(eq=False)
class TrialRuns:
    """The runs of a trial.

    Attributes
    ----------
    tasks, folds, jobs
        Where the trial runs; the runs themselves; and how each is typed for train.py.
    session
        Where they report.
    records
        What is known of each run, none before `until`.
    """

    tasks: Sequence[Task]
    folds: Sequence[Fold]
    jobs: Sequence[str]
    session: TrialSession
    records: list[RunRecord] = field(default_factory=list)

    @classmethod
    def of(
        cls, tasks: Sequence[Task], typed: Sequence[str], parameters: Sequence[str], session: Session
    ) -> "TrialRuns":
        """Compose and check the runs of some parameters.

        Raises
        ------
        AzeotropeError, HydraException
            When the parameters do not fit each other or a data set.
        """
        chosen = list(dict.fromkeys(task.overrides for task in tasks))
        folds = [fold for overrides in chosen for fold in folds_of(typed, [*overrides, *parameters], session)]
        typeable = run_overrides(typed)
        jobs = [
            " ".join([*typeable, *task.overrides, *parameters, f"split.fold={fold.folder.record.identity.fold}"])
            for task, fold in zip(tasks, folds, strict=True)
        ]
        return cls(tasks, folds, jobs, TrialSession(**vars(session)))

    def until(self, share: float) -> float:
        """Train until this share of the training is done, and return how good that is, smaller is better.

        Returns
        -------
        Mean over the tasks of the smallest validation RMSE so far, each divided by the task's scale.

        Raises
        ------
        RunError
            When a run fails or has no validation RMSE; says why.
        """
        before: Sequence[RunRecord | None] = self.records or [None] * len(self.folds)
        runs = zip(self.folds, self.jobs, before, strict=True)
        self.records = [
            record if record is not None and record.status.state is State.DONE else self._run(fold, share, job)
            for fold, job, record in runs
        ]
        return fmean(rmse / task.scale for rmse, task in zip(self.rmses, self.tasks, strict=True))

    @property
    def rmses(self) -> list[float]:
        """Validation RMSE of each run in the unit of its data."""
        return [_validation_rmse(record) for record in self.records]

    def summary(self) -> list[dict[str, Any]]:
        """Return run id and validation RMSE of each run as plain values."""
        pairs = zip(self.records, self.rmses, strict=True)
        return [{"run_id": record.run_id, "validation_rmse": rmse} for record, rmse in pairs]

    def give_up(self) -> None:
        """Mirror the runs that stay paused."""
        for record in self.records:
            if record.status.state is State.PAUSED:
                self.session.paused(record)

    def _run(self, fold: Fold, share: float, job: str) -> RunRecord:
        record = run_once(lambda: replace(fold, until=share), self.session, job)
        if record is None:
            error = self.session.errors[-1]
            raise RunError(f"{type(error).__name__}: {error}") from error
        return record


def _validation_rmse(record: RunRecord) -> float:
    """Return the validation RMSE of a done or paused run."""
    is_done = record.status.state is State.DONE
    rmse = record.metrics["validation_rmse"] if is_done else record.status.validation_rmse
    if rmse is None:
        reason = record.reasons.get("validation_rmse", "") if is_done else "it is not a number"
        raise RunError(f"{record.run_id} has no validation RMSE: {reason}")
    return rmse
