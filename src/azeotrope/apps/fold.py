"""One fold of one experiment, from the split to the results."""

from dataclasses import dataclass, replace
from functools import partial
from typing import TYPE_CHECKING

import numpy as np

from azeotrope.apps.building import Experiment
from azeotrope.apps.fold_results import fold_results
from azeotrope.apps.remarks import log_remarks
from azeotrope.apps.run_once import run_once
from azeotrope.apps.session import Session
from azeotrope.models.protocol import FitContext
from azeotrope.runs.folder import RunFolder
from azeotrope.runs.identity import RunIdentity, RunLabels
from azeotrope.splits.order import hash_order
from azeotrope.splits.rows import row_keys

if TYPE_CHECKING:
    from azeotrope.runs.fold_results import FoldResults
    from azeotrope.splits.leakage import LeakageReport
    from azeotrope.splits.split import Split


@dataclass(frozen=True, eq=False)
class Fold:
    """A fold that is ready to run; see `run_once.Prepared`.

    Attributes
    ----------
    experiment, split, leakage
        What is run.
    folder
        Where.
    until
        Share of the training, in (0, 1], after which the run pauses.
    """

    experiment: Experiment
    split: "Split"
    leakage: "LeakageReport"
    folder: RunFolder
    until: float = 1.0

    def introduction(self) -> str:
        """Return what the test rows share with training."""
        return self.leakage.describe()

    def results(self, session: Session) -> "FoldResults":
        """Fit and evaluate."""
        log_remarks(self.experiment.dataset)
        model = self.experiment.new_model()
        context = FitContext(
            self.folder.resume_file, session.cache, session.show_progress, until=self.until, stop=session.stop
        )
        model.fit(self.experiment.dataset, self.split.train, self.split.validation, context)
        return fold_results(self.experiment, self.split, self.leakage, model)


def run_fold(experiment: Experiment, number: int, session: Session, job: str) -> float | None:
    """Run one fold unless it is done, and report it to the command and the mirror.

    Returns
    -------
    Validation RMSE in the data set's unit; None when it failed, which has been reported, or is undefined.
    """
    record = run_once(partial(prepare, experiment, number, session), session, job)
    return None if record is None else record.metrics["validation_rmse"]


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


def _capped(experiment: Experiment, split: "Split") -> "Split":
    """Keep `max_train_rows` train rows, chosen by content, where the config asks for it."""
    limit = experiment.max_train_rows
    if limit is None or limit >= len(split.train):
        return split
    order = hash_order(row_keys(experiment.dataset.table, split.train), 0, "max_train_rows")
    return replace(split, train=np.sort(split.train[order[:limit]]))
