"""Errors of the excess by pair of components."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from azeotrope.reports.figure_groups import is_ideal, ranked
from azeotrope.reports.report_runs import ReportExperiment
from azeotrope.typing import FloatArray, IntArray

if TYPE_CHECKING:
    import pandas as pd

MOST_COMPONENTS = 20
NEEDED = ("smiles", "truth", "prediction", "ideal", "predicted_ideal")


@dataclass(frozen=True)
class PairError:
    """Errors of the excess, predicted minus true, of one pair of components in the unit of the property.

    Attributes
    ----------
    components
        SMILES of both in the order of the alphabet.
    mean, rmse
        Mean and root mean square over the rows.
    rows
        Number of rows.
    """

    components: tuple[str, ...]
    mean: float
    rmse: float
    rows: int


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


def best_with_pairs(experiments: Sequence[ReportExperiment]) -> tuple[ReportExperiment, list[PairError]] | None:
    """Return the model with the smallest excess RMSE that has errors by pair, and these; None where none has."""
    models = [each for each in ranked(experiments) if not is_ideal(each)]
    return next(((each, found) for each in models if (found := errors_by_pair(each))), None)


def errors_by_pair(experiment: ReportExperiment) -> list[PairError]:
    """Return the errors over the binary test rows of all folds whose excess is known."""
    frames = [_binary(run.predictions) for run in experiment.runs if set(NEEDED) <= set(run.predictions.columns)]
    place: dict[tuple[str, ...], int] = {}
    pair = [place.setdefault(tuple(sorted(names)), len(place)) for frame in frames for names in frame["smiles"]]
    if not pair:
        return []
    error = np.concatenate([_excess_error(frame) for frame in frames])
    rows = np.bincount(pair)
    mean, rmse = np.bincount(pair, error) / rows, np.sqrt(np.bincount(pair, error**2) / rows)
    return [PairError(*each) for each in zip(place, mean.tolist(), rmse.tolist(), rows.tolist(), strict=True)]


def pair_errors(found: Sequence[PairError], most: int = MOST_COMPONENTS) -> PairErrors | None:
    """Return the errors of the `most` most frequent components; None where no two of them are a pair."""
    counts: Counter[str] = Counter()
    for each in found:
        counts.update(dict.fromkeys(each.components, each.rows))
    components = tuple(sorted(counts, key=lambda name: (-counts[name], name))[:most])
    place = {name: index for index, name in enumerate(components)}
    error = np.full((len(components),) * 2, np.nan)
    rows = np.zeros(error.shape, np.int64)
    for each in found:
        if place.keys() >= set(each.components):
            one, other = (place[name] for name in each.components)
            error[[one, other], [other, one]] = each.mean
            rows[[one, other], [other, one]] = each.rows
    return PairErrors(components, error, rows, len(counts)) if rows.any() else None


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
