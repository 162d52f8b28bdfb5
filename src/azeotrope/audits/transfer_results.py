"""What a transfer claim finds on many sampled partitions, and on a single one."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from math import ceil

import numpy as np
from tqdm import tqdm

from azeotrope.audits.finding import Finding
from azeotrope.audits.folds import Fold
from azeotrope.audits.out_of_fold import MODELS, held_out_predictions
from azeotrope.audits.paired_comparison import PairedComparison
from azeotrope.audits.transfer_errors import transfer_errors
from azeotrope.audits.transfer_findings import PartitionFindings
from azeotrope.audits.transfer_task import TransferTask
from azeotrope.typing import FloatArray


@dataclass(frozen=True, eq=False)
class TransferResults:
    """Findings, the arrays of the figure, and sentences that belong under them."""

    findings: tuple[Finding, ...] = ()
    arrays: dict[str, FloatArray] = field(default_factory=dict)
    notes: tuple[str, ...] = ()


def on_sampled(task: TransferTask, partitions: Sequence[Fold], *, show_progress: bool) -> TransferResults:
    """Return the distribution of the errors over partitions; nothing where there is none.

    The arrays are ``{outcome}_{regressor}_delta_mae`` and ``{outcome}_{regressor}_mae_{model}``, one value for each
    partition, and ``{outcome}_{regressor}_resampled_delta_mae``, as many values in all as resamples are asked for, or
    a few more, so that every partition has equally many.
    """
    if not partitions:
        return TransferResults()
    errors = transfer_errors(
        task.features,
        task.targets,
        task.names,
        tqdm(partitions, desc="partitions", unit="partition", disable=not show_progress),
        tuple(task.regressors.values()),
        n_resamples=ceil(task.n_resamples / len(partitions)),
        seed=task.seed,
    )
    findings: list[Finding] = []
    arrays = {}
    for k, outcome in enumerate(task.outcomes):
        over_partitions = PartitionFindings(unit=task.unit_of(outcome), seed=task.seed)
        for r, name in enumerate(task.regressors):
            stem = f"{outcome}_{name}"
            findings += over_partitions.findings(f"{outcome} {name}", errors, r, k)
            arrays[f"{stem}_delta_mae"] = errors.delta_mae[:, r, k]
            arrays[f"{stem}_resampled_delta_mae"] = errors.resampled_delta_mae[:, :, r, k].ravel()
            arrays |= {f"{stem}_mae_{model}": errors.mae[:, r, m, k] for m, model in enumerate(MODELS)}
    n_coarse = int(np.isnan(errors.resampled_delta_mae[:, 0, 0, 0]).sum())
    coarse = f"{n_coarse} of {len(partitions)} partitions test too few sets of components to resample them"
    return TransferResults(tuple(findings), arrays, (coarse,) if n_coarse else ())


def on_one(task: TransferTask, name: str, partition: Fold) -> TransferResults:
    """Return errors on one partition, with intervals over its test units.

    The arrays are ``{outcome}_truth`` and ``{outcome}_{regressor}_{model}``, one value for each test unit.

    Parameters
    ----------
    task
        What is predicted from what.
    name
        What findings call the partition.
    partition
        Its train and test units.
    """
    regressors = tuple(task.regressors.values())
    predictions = held_out_predictions(task.features, task.targets, partition.train, partition.test, regressors)
    findings: list[Finding] = []
    arrays = {}
    for k, outcome in enumerate(task.outcomes):
        comparison = PairedComparison(
            truth=task.targets[partition.test, k],
            groups=task.names[partition.test],
            unit=task.unit_of(outcome),
            resampled="component sets",
            n_resamples=task.n_resamples,
            seed=task.seed,
        )
        arrays[f"{outcome}_truth"] = comparison.truth
        for regressor, predicted in zip(task.regressors, predictions[..., k], strict=True):
            findings += comparison.findings(f"{outcome} {regressor} {name}", predicted)
            arrays |= {f"{outcome}_{regressor}_{model}": each for model, each in zip(MODELS, predicted, strict=True)}
    return TransferResults(tuple(findings), arrays)
