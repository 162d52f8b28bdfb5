"""Standardisation that is fitted on training rows and stored inside the model."""

from dataclasses import dataclass

import numpy as np

from azeotrope.typing import FloatArray

ROUNDING = 1e-9


@dataclass(frozen=True)
class Standardization:
    """z = (value - mean) / deviation.

    Attributes
    ----------
    mean
        Mean of the training values.
    deviation
        Their standard deviation, see `spread`.
    """

    mean: float
    deviation: float

    @classmethod
    def fit(cls, values: FloatArray) -> "Standardization":
        """Fit on values of shape `(n,)`, n >= 1."""
        return cls(float(values.mean()), float(spread(values)))

    def apply(self, values: FloatArray) -> FloatArray:
        """Return standardised values."""
        return np.asarray((values - self.mean) / self.deviation)

    def invert(self, values: FloatArray) -> FloatArray:
        """Return values in the original unit."""
        return np.asarray(values * self.deviation + self.mean)


def spread(values: FloatArray) -> FloatArray:
    """Return the population standard deviation over the first axis, and 1 where all values are equal.

    Values count as equal when they differ by rounding alone: their deviation would be no scale but noise.
    """
    deviation = values.std(axis=0)
    return np.where(deviation > ROUNDING * np.abs(values).max(axis=0), deviation, 1.0)
