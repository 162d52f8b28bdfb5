"""Errors of predicted against true values; arguments are named, so that their order cannot be swapped."""

import numpy as np

from azeotrope.metrics.outcome import Outcome, why_undefined
from azeotrope.typing import FloatArray


def rmse(*, truth: FloatArray, prediction: FloatArray) -> Outcome:
    """Return the root mean square error, sqrt(mean((prediction - truth)^2)).

    Parameters
    ----------
    truth, prediction
        Shape `(n,)`, in one unit.

    Returns
    -------
    In the unit of the values, 0 or larger. Undefined for no rows and for values that are not finite. One row is
    enough: it is the absolute error.

    Examples
    --------
    >>> rmse(truth=np.array([0.0, 0.0]), prediction=np.array([1.0, 7.0])).value
    5.0
    """
    reason = why_undefined(truth=truth, prediction=prediction)
    return Outcome.undefined(reason) if reason else Outcome.of(root_mean_square(prediction - truth))


def mae(*, truth: FloatArray, prediction: FloatArray) -> Outcome:
    """Return the mean absolute error, mean(|prediction - truth|).

    Parameters, range and degenerate cases as `rmse`.

    Examples
    --------
    >>> mae(truth=np.array([0.0, 0.0]), prediction=np.array([1.0, -7.0])).value
    4.0
    """
    reason = why_undefined(truth=truth, prediction=prediction)
    return Outcome.undefined(reason) if reason else Outcome.of(np.abs(prediction - truth).mean())


def r2(*, truth: FloatArray, prediction: FloatArray) -> Outcome:
    """Return the coefficient of determination, 1 - sum((prediction - truth)^2) / sum((truth - mean(truth))^2).

    It is not the squared correlation and depends on which argument is the truth.

    Parameters
    ----------
    truth, prediction
        Shape `(n,)`, in one unit.

    Returns
    -------
    At most 1; 0 for the constant prediction mean(truth), negative for worse. Undefined for fewer than two rows, for a
    constant truth and for values that are not finite.

    Examples
    --------
    >>> r2(truth=np.array([1.0, 3.0]), prediction=np.array([2.0, 2.0])).value
    0.0
    """
    reason = why_undefined(truth=truth, prediction=prediction)
    if reason:
        return Outcome.undefined(reason)
    if len(truth) < 2:
        return Outcome.undefined("the variance of the truth needs at least 2 rows, not 1")
    if truth.min() == truth.max():
        return Outcome.undefined(f"the truth is constant over all {len(truth)} rows")
    with np.errstate(over="ignore"):
        relative_error = np.float64(root_mean_square(prediction - truth)) / root_mean_square(truth - truth.mean())
        return Outcome.of(1.0 - relative_error**2)


def root_mean_square(values: FloatArray) -> float:
    """Return sqrt(mean(values^2)) of at least one finite value, scaled so that squares neither over- nor underflow."""
    scale = float(np.abs(values).max())
    return scale * float(np.sqrt(np.mean((values / scale) ** 2))) if scale > 0.0 else 0.0
