"""The headline `delta_mae`: out-of-fold errors of all folds together."""

from collections.abc import Sequence
from typing import TYPE_CHECKING

import numpy as np

from azeotrope.errors import RunError
from azeotrope.metrics.resampling import Interval, delta_mae
from azeotrope.metrics.rounding import beyond_rounding

NOT_COVERED = "no row has pure values"

if TYPE_CHECKING:
    import pandas as pd


def pooled_delta_mae(frames: Sequence["pd.DataFrame"], group_column: str = "component_set") -> Interval:
    """Return MAE(model) - MAE(ideal) over the test rows of all folds, with its 95% interval.

    Errors are pooled before they are averaged, so that a fold counts by its rows; whole component sets are resampled,
    and a set that is tested in several folds (a `random` split) is resampled as one. A prediction within rounding of
    the ideal value is the ideal value, see `beyond_rounding`.

    Parameters
    ----------
    frames
        Test rows of each fold with the columns ``truth``, ``prediction``, ``ideal`` (NaN where the ideal value is not
        known: such rows are left out) and `group_column`.
    group_column
        Column with the name of each row's component set, spelled alike in all folds.

    Returns
    -------
    In the unit of the values; undefined, with the reason, without covered rows, for missing predictions and under 10
    component sets.

    Raises
    ------
    RunError
        When a frame lacks a column.
    """
    columns = ("truth", "prediction", "ideal", group_column)
    for fold, frame in enumerate(frames):
        missing = [name for name in columns if name not in frame.columns]
        if missing:
            raise RunError(f"the predictions of fold {fold} (of those given) lack the columns {', '.join(missing)}")
    if not frames:
        return Interval.undefined("there are no rows", 0)
    truth, prediction, ideal = (
        np.concatenate([frame[name].to_numpy(dtype=np.float64) for frame in frames]) for name in columns[:3]
    )
    groups = np.concatenate([frame[group_column].to_numpy(dtype=str) for frame in frames])
    covered = np.isfinite(ideal)
    if not covered.any():
        return Interval.undefined(NOT_COVERED, 0)
    truth, prediction, ideal, groups = (each[covered] for each in (truth, prediction, ideal, groups))
    apart = ideal + beyond_rounding(prediction - ideal, truth)
    return delta_mae(truth=truth, prediction=apart, baseline=ideal, groups=groups)
