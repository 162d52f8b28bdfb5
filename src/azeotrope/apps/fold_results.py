"""What a finished fold leaves: metrics, predictions, versions and a checkpoint."""

from typing import TYPE_CHECKING

import numpy as np

from azeotrope.apps.building import Experiment
from azeotrope.models.checkpoint import Checkpoint, Domain
from azeotrope.runs.versions import installed_versions

if TYPE_CHECKING:
    from azeotrope.models.protocol import Model
    from azeotrope.runs.fold_results import FoldResults
    from azeotrope.splits.leakage import LeakageReport
    from azeotrope.splits.split import Split


def fold_results(experiment: Experiment, split: "Split", leakage: "LeakageReport", model: "Model") -> "FoldResults":
    """Evaluate a trained model and return all that its run folder is to hold."""
    from azeotrope.metrics.evaluate import evaluate
    from azeotrope.reports.mixing_curve import MixingCurve, mixing_curve
    from azeotrope.reports.mixing_curve_figure import mixing_curve_png
    from azeotrope.reports.ranked_curves import ranked_curves
    from azeotrope.reports.stored_curves import curves_content
    from azeotrope.runs.fold_results import FoldResults

    dataset = experiment.dataset
    evaluation = evaluate(
        dataset=dataset,
        split=split,
        predict=model.predict,
        embed=model.embed,
        n_resamples=experiment.n_resamples,
    )
    curve = mixing_curve(dataset, split.test, model.predict)
    return FoldResults(
        metrics=evaluation.metrics | model.report(),
        reasons=evaluation.reasons,
        predictions=evaluation.predictions,
        split=split,
        leakage=leakage.to_dict(),
        versions=installed_versions(),
        checkpoint=_checkpoint(experiment, split, model, evaluation.metrics["conformal_half_width"]),
        mixing_curve=mixing_curve_png(curve) if isinstance(curve, MixingCurve) else None,
        curves=curves_content(ranked_curves(dataset, evaluation.predictions, model.predict)),
    )


def _checkpoint(experiment: Experiment, split: "Split", model: "Model", half_width: float | None) -> Checkpoint:
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
        declared=experiment.declared,
        half_width=half_width,
    )
