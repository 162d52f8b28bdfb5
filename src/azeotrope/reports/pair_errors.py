"""Errors of the excess by pair of components, of the components that occur most."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from azeotrope.reports.report_runs import ReportExperiment
from azeotrope.typing import FloatArray, IntArray

if TYPE_CHECKING:
    import pandas as pd

MOST_COMPONENTS = 20
NEEDED = ("smiles", "truth", "prediction", "ideal", "predicted_ideal")


@dataclass(frozen=True, eq=False)
class PairErrors:
    """Mean errors of `k` components with one another.

    Attributes
    ----------
    components
        SMILES, the most frequent first, `k` of them.
    error
        Mean of predicted minus true excess in the unit of the property, shape `(k, k)`, symmetric; NaN without rows.
    rows
        Number of rows behind it, shape `(k, k)`.
    n_components
        How many components the binary rows have in all.
    """

    components: tuple[str, ...]
    error: FloatArray
    rows: IntArray
    n_components: int


def pair_errors(experiment: ReportExperiment, most: int = MOST_COMPONENTS) -> PairErrors | None:
    """Return the errors over the binary test rows of all folds whose excess is known; None where there are none."""
    frames = [_binary(run.predictions) for run in experiment.runs if set(NEEDED) <= set(run.predictions.columns)]
    pairs = [tuple(pair) for frame in frames for pair in frame["smiles"]]
    if not pairs:
        return None
    error = np.concatenate([_excess_error(frame) for frame in frames])
    counts = Counter(name for pair in pairs for name in pair)
    components = tuple(sorted(counts, key=lambda name: (-counts[name], name))[:most])
    place = {name: index for index, name in enumerate(components)}
    total, rows = np.zeros((len(components),) * 2), np.zeros((len(components),) * 2, np.int64)
    known = [k for k, (a, b) in enumerate(pairs) if a in place and b in place]
    first, second = (np.array([place[pairs[k][side]] for k in known], np.int64) for side in (0, 1))
    for one, other in ((first, second), (second, first)):
        np.add.at(total, (one, other), error[known])
        np.add.at(rows, (one, other), 1)
    if not rows.any():
        return None
    with np.errstate(invalid="ignore"):
        return PairErrors(components, total / rows, rows, len(counts))


def _binary(predictions: "pd.DataFrame") -> "pd.DataFrame":
    """Rows of two different components whose true and predicted excess are known."""
    numbers = predictions[list(NEEDED[1:])].to_numpy(np.float64)
    is_pair = np.array([len(names) == 2 and names[0] != names[1] for names in predictions["smiles"]], np.bool_)
    chosen: pd.DataFrame = predictions[is_pair & np.isfinite(numbers).all(axis=1)]
    return chosen


def _excess_error(frame: "pd.DataFrame") -> FloatArray:
    truth, prediction, ideal, predicted_ideal = (frame[name].to_numpy(np.float64) for name in NEEDED[1:])
    error: FloatArray = (prediction - predicted_ideal) - (truth - ideal)
    return error


def usual_size(errors: Sequence[float] | FloatArray) -> float:
    """Return the limit of a symmetric colour scale: the 95% quantile of the sizes, 1 where all are zero."""
    sizes = np.abs(np.asarray(errors, np.float64))
    return float(np.quantile(sizes[np.isfinite(sizes)], 0.95)) or 1.0
