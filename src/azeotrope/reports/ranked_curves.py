"""The best, the median and the worst mixing curve of a fold."""

import numpy as np
import pandas as pd

from azeotrope.chemistry.mixtures import Mixtures
from azeotrope.datasets.dataset import Dataset
from azeotrope.metrics.prediction_table import TEST, part_of
from azeotrope.metrics.predictor import Predict
from azeotrope.reports.curve_choice import binary_rows, count_compositions, system_ids, system_of
from azeotrope.reports.mixing_curve import curve_of
from azeotrope.reports.report_runs import StoredCurve
from azeotrope.typing import FloatArray, IntArray

BEST, MEDIAN, WORST = "best", "median", "worst"
FEWEST_COMPOSITIONS = 3


def ranked_curves(dataset: Dataset, predictions: pd.DataFrame, predict: Predict) -> list[StoredCurve]:
    """Return the curves of the best, the median and the worst binary test system, in this order.

    A system is a pair of components at one temperature and solute with at least three test compositions, all of which
    the model predicts. Systems are ranked by the RMSE of their excess; only where no system has one, since pure
    references are missing, by the RMSE of the property. Equal errors keep the order of the table.

    Parameters
    ----------
    dataset
        The data set of the fold.
    predictions
        See `prediction_table`.
    predict
        The model.

    Returns
    -------
    No curve without such a system; a single one is the median, two are the best and the worst, and of an even number
    the better one of the middle is the median.
    """
    mixtures = dataset.table.mixtures
    ranked = _ranked_systems(mixtures, predictions)
    return [
        StoredCurve(place, error, curve_of(dataset, system_of(mixtures, rows), predict))
        for place, (rows, error) in ((place, ranked[at]) for place, at in _places(len(ranked)).items())
    ]


def _places(n_systems: int) -> dict[str, int]:
    """Position of each place among the ranked systems."""
    if n_systems < len((BEST, WORST)):
        return {MEDIAN: 0} if n_systems else {}
    ends = {BEST: 0, WORST: n_systems - 1}
    return {BEST: 0, MEDIAN: (n_systems - 1) // 2, **ends} if len(ends) < n_systems else ends


def _ranked_systems(mixtures: Mixtures, predictions: pd.DataFrame) -> list[tuple[IntArray, float]]:
    """Table rows and error of each system, the smallest error first."""
    test = predictions[predictions["part"] == TEST].sort_values("row_index")
    rows = binary_rows(mixtures, test["row_index"].to_numpy(np.int64))
    parts, of_rows = part_of(test[test["row_index"].isin(rows)], TEST), mixtures.take(rows)
    system = system_ids(of_rows)
    of_value = parts.prediction - parts.truth
    of_excess = of_value - (parts.predicted_ideal - parts.ideal)
    is_curve = count_compositions(of_rows, system) >= FEWEST_COMPOSITIONS
    by_excess, by_value = (np.where(is_curve, _by_system(each, system), np.nan) for each in (of_excess, of_value))
    error = by_excess if np.isfinite(by_excess).any() else by_value
    rows_of = np.split(rows[np.argsort(system, kind="stable")], np.cumsum(np.bincount(system))[:-1])
    return [(rows_of[i], float(error[i])) for i in np.argsort(error, kind="stable") if np.isfinite(error[i])]


def _by_system(error: FloatArray, system: IntArray) -> FloatArray:
    """Root mean square of each system, shape `(s,)`; NaN where a row's is."""
    return np.sqrt(np.bincount(system, error**2) / np.bincount(system))
