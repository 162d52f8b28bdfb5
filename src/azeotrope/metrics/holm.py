"""Holm's correction of the p-values of several tests."""

import numpy as np

from azeotrope.typing import FloatArray


def holm_adjusted(p_values: FloatArray) -> FloatArray:
    r"""Return the p-values adjusted for being one of `m` tests, in the given order.

    With the p-values in rising order, :math:`\tilde p_{(i)} = \max_{j \le i} \min(1, (m - j + 1)\, p_{(j)})`. Rejecting
    where the adjusted value is at most alpha keeps the chance of any false rejection at most alpha, however the tests
    depend on each other (Holm 1979, Scandinavian Journal of Statistics 6, 65-70).

    Parameters
    ----------
    p_values
        Shape `(m,)`, each from 0 to 1; those of tests that do not exist are left out by the caller.

    Returns
    -------
    Shape `(m,)`, at least the raw value and at most 1; empty for no tests.

    Raises
    ------
    ValueError
        When a value is not from 0 to 1.

    Examples
    --------
    >>> holm_adjusted(np.array([0.01, 0.04, 0.03])).tolist()
    [0.03, 0.06, 0.06]
    """
    if not ((p_values >= 0) & (p_values <= 1)).all():
        raise ValueError(f"p-values lie from 0 to 1, unlike some of {p_values.tolist()}")
    order = np.argsort(p_values, kind="stable")
    remaining = np.arange(len(p_values), 0, -1)
    adjusted = np.empty(len(p_values))
    adjusted[order] = np.minimum(np.maximum.accumulate(remaining * p_values[order]), 1.0)
    return adjusted
