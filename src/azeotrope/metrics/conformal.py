r"""Prediction intervals with a promise: split conformal, calibrated on the validation rows.

The interval of a mixture is its prediction, more or less one half-width :math:`q`: the
:math:`\lceil (m + 1) c \rceil`-th smallest absolute residual of the :math:`m` validation rows, for the coverage
:math:`c`. When test rows are drawn like validation rows, at least a share :math:`c` of them lies inside, whatever the
model. Rows of new mixtures or molecules are drawn otherwise, and how much of the promise is left then is what the
reached coverage says.

Validation rows that also chose when training stopped fit a little too well, which makes the half-width a little small.

References
----------
V. Vovk, A. Gammerman, G. Shafer, Algorithmic Learning in a Random World, Springer 2005; J. Lei et al., J. Am. Stat.
Assoc. 2018, 113, 1094.
"""

import math

import numpy as np

from azeotrope.metrics.outcome import Outcome, why_undefined
from azeotrope.typing import FloatArray

COVERAGE = 0.9


def conformal_half_width(*, truth: FloatArray, prediction: FloatArray, coverage: float = COVERAGE) -> Outcome:
    """Return the half-width of the interval, in the unit of `truth`.

    Parameters
    ----------
    truth, prediction
        Of the `m` calibration rows, shape `(m,)`.
    coverage
        Promised share of rows inside, between 0 and 1.

    Returns
    -------
    At least 0; undefined when a value is not finite, and with fewer than `coverage / (1 - coverage)` rows (9 for 90 %).
    """
    if reason := why_undefined(truth=truth, prediction=prediction):
        return Outcome.undefined(f"no calibration: {reason}")
    rank = math.ceil(round((len(truth) + 1) * coverage, 9))
    if rank > len(truth):
        return Outcome.undefined(f"{len(truth)} calibration rows are too few for an interval of {coverage:.0%}")
    return Outcome.of(np.sort(np.abs(truth - prediction))[rank - 1])


def interval_coverage(*, truth: FloatArray, prediction: FloatArray, half_width: Outcome) -> Outcome:
    """Return the share of rows within the interval, from 0 to 1; undefined without an interval or rows."""
    if half_width.value is None:
        return half_width
    if reason := why_undefined(truth=truth, prediction=prediction):
        return Outcome.undefined(reason)
    return Outcome.of(float(np.mean(np.abs(truth - prediction) <= half_width.value)))
