"""Differences of errors that are no more than rounding: two models that predict the same must compare as equal."""

import numpy as np

from azeotrope.metrics.resampling import Interval
from azeotrope.typing import FloatArray

ROUNDING = 1e-6
"""Share of the largest measured value up to which values are the same: single precision keeps seven digits."""


def beyond_rounding(differences: FloatArray, measured: FloatArray) -> FloatArray:
    """Return the differences, with 0 for those within rounding of the measured values.

    The measure is the largest measured value, not the differences or the errors: where two models are equal, these are
    rounding themselves.

    Parameters
    ----------
    differences
        Any shape, in the unit of the values; NaN stays NaN.
    measured
        The measured values that the differences are about, any shape; those that are not finite are passed over.

    Returns
    -------
    The shape of `differences`; unchanged without a finite measured value.

    Examples
    --------
    >>> beyond_rounding(np.array([4e-16, 0.01, np.nan]), np.array([1.0, 2.0])).tolist()
    [0.0, 0.01, nan]
    """
    scale = np.abs(measured[np.isfinite(measured)]).max(initial=0.0)
    return np.where(np.abs(differences) <= ROUNDING * scale, 0.0, differences)


def is_no_difference(interval: Interval) -> bool:
    """Whether a difference is 0 with the interval [0, 0]: it was 0 in every row, not merely on average."""
    return all(part.value == 0 for part in (interval.estimate, interval.low, interval.high))
