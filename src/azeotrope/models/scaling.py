"""Standardisation that is fitted on training rows and stored inside the model."""

from dataclasses import dataclass

import numpy as np

from azeotrope.typing import FloatArray


@dataclass(frozen=True)
class Standardization:
    """z = (value - mean) / deviation.

    Attributes
    ----------
    mean
        Mean of the training values.
    deviation
        Their population standard deviation; 1 where they are all equal, so that they become 0.
    """

    mean: float
    deviation: float

    @classmethod
    def fit(cls, values: FloatArray) -> "Standardization":
        """Fit on values of shape `(n,)`, n >= 1."""
        deviation = float(values.std())
        return cls(float(values.mean()), deviation if deviation > 0 else 1.0)

    def apply(self, values: FloatArray) -> FloatArray:
        """Return standardised values."""
        return np.asarray((values - self.mean) / self.deviation)

    def invert(self, values: FloatArray) -> FloatArray:
        """Return values in the original unit."""
        return np.asarray(values * self.deviation + self.mean)
