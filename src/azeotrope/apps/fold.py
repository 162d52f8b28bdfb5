"""One run: one fold of one experiment, from the split to the finished folder."""

import logging
import time
import traceback
from dataclasses import replace
from importlib.metadata import version
from platform import python_version
from typing import TYPE_CHECKING

import numpy as np

from azeotrope.apps.building import Experiment
from azeotrope.apps.log_file import logged_to
from azeotrope.apps.session import Session
from azeotrope.models.checkpoint import Checkpoint, Domain
from azeotrope.models.protocol import FitContext
from azeotrope.runs.command import Outcome
from azeotrope.runs.folder import RunFolder
from azeotrope.runs.identity import RunIdentity
from azeotrope.splits.order import hash_order
from azeotrope.splits.rows import row_keys

if TYPE_CHECKING:
    from azeotrope.models.protocol import Model
    from azeotrope.runs.results import RunResults
    from azeotrope.splits.leakage import LeakageReport
    from azeotrope.splits.split import Split

logger = logging.getLogger(__name__)

REPORTED_VERSIONS = ("azeotrope", "torch", "lightning", "chemprop", "rdkit", "xgboost-cpu", "numpy", "scipy", "pandas")


def run_fold(experiment: Experiment, fold: int, session: Session, job: str) -> float | None:
    """Run one fold unless it is done, report it to the command and the mirror, and return its validation RMSE.

    Two processes that ask for the same fold share its folder: the second waits, then finds it done.
    """
    from azeotrope.splits.leakage import check_promise, leakage_report

    split = _capped(experiment, experiment.family.split(experiment.dataset.table, fold))
    leakage = leakage_report(experiment.dataset.table, split)
    check_promise(experiment.dataset.table, split)
    identity = _identity(experiment, fold, split)
    config = {"labels": experiment.labels, "fold": fold, **experiment.science}
    folder = RunFolder.open(session.outputs, identity, config)
    with folder.lock.held():
        if folder.is_done():
            outcome = Outcome.SKIPPED
            logger.info("%s: finished before, skipped", folder.run_id)
        else:
            outcome = Outcome.DONE
            _run(experiment, split, leakage, folder, session)
    session.command.report(outcome, job, folder.run_id)
    if session.mirror is not None:
        session.mirror.log_run(folder.record, session.command, outcome)
    return folder.record.metrics.get("validation_rmse")


def _identity(experiment: Experiment, fold: int, split: "Split") -> RunIdentity:
    labels = experiment.labels
    return RunIdentity.of(
        experiment.science,
        dataset=labels["dataset"],
        split=labels["split"],
        model=labels["model"],
        fold=fold,
        data_hash=experiment.dataset.table.content_hash,
        split_hash=split.content_hash,
    )


def _run(
    experiment: Experiment, split: "Split", leakage: "LeakageReport", folder: RunFolder, session: Session
) -> None:
    """Fit, evaluate and write; whatever goes wrong is in the folder's status and log before it is raised."""
    folder.start(session.command.id)
    with logged_to(folder.log_file):
        try:
            started = time.monotonic()
            logger.info("%s: %s", folder.run_id, leakage.describe())
            model = experiment.new_model()
            context = FitContext(folder.resume_file, session.cache, session.show_progress)
            model.fit(experiment.dataset, split.train, split.validation, context)
            results = _results(experiment, split, leakage, model)
            folder.finish(results)
            logger.info("%s: done in %.0f s", folder.run_id, time.monotonic() - started)
        except BaseException:
            text = traceback.format_exc()
            logger.debug("%s", text)
            folder.fail(text)
            raise


def _results(experiment: Experiment, split: "Split", leakage: "LeakageReport", model: "Model") -> "RunResults":
    from azeotrope.metrics.evaluate import evaluate
    from azeotrope.reports.mixing_curve import MixingCurve, mixing_curve
    from azeotrope.reports.mixing_curve_figure import mixing_curve_png
    from azeotrope.runs.results import RunResults

    dataset = experiment.dataset
    evaluation = evaluate(dataset=dataset, split=split, predict=model.predict, embed=model.embed)
    curve = mixing_curve(dataset, split.test, model.predict)
    return RunResults(
        metrics=evaluation.metrics,
        reasons=evaluation.reasons,
        predictions=evaluation.predictions,
        split=split,
        leakage=leakage.to_dict(),
        versions={"python": python_version(), **{name: version(name) for name in REPORTED_VERSIONS}},
        checkpoint=_checkpoint(experiment, split, model),
        mixing_curve=mixing_curve_png(curve) if isinstance(curve, MixingCurve) else None,
    )


def _checkpoint(experiment: Experiment, split: "Split", model: "Model") -> Checkpoint:
    info = experiment.dataset.info
    seen = experiment.dataset.table.mixtures.take(split.train)
    used = np.unique(np.r_[seen.component, [] if seen.solute is None else seen.solute]).astype(np.int64)
    temperature = seen.temperature_k
    return Checkpoint(
        spec=experiment.model_spec,
        state=model.state(),
        quantity=info.quantity,
        unit=info.unit,
        mixing_rule=info.mixing_rule.name,
        domain=Domain(
            tuple(seen.molecules.inchi[index] for index in used),
            None if temperature is None else (float(temperature.min()), float(temperature.max())),
            seen.solute is not None,
        ),
        stereo=seen.molecules.stereo,
    )


def _capped(experiment: Experiment, split: "Split") -> "Split":
    """Keep `max_train_rows` train rows, chosen by content, where the config asks for it."""
    limit = experiment.max_train_rows
    if limit is None or limit >= len(split.train):
        return split
    order = hash_order(row_keys(experiment.dataset.table, split.train), 0, "max_train_rows")
    return replace(split, train=np.sort(split.train[order[:limit]]))
