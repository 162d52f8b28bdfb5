"""Preparation of features on training units alone: imputation and, where it makes sense, standardisation."""

from dataclasses import dataclass

import numpy as np

from azeotrope.models.imputation import LARGEST
from azeotrope.models.scaling import ROUNDING
from azeotrope.typing import BoolArray, FloatArray


def undefined_as_nan(features: FloatArray) -> FloatArray:
    """Return the features with NaN for all that is infinite or too large for single precision, any shape."""
    return np.where(np.abs(features) <= LARGEST, features, np.nan)


@dataclass(frozen=True, eq=False)
class Preparation:
    """z = (x - center) * factor, with the column's mean in place of an undefined x.

    Attributes
    ----------
    fill
        Mean of the defined training values of each column, shape `(d,)`; 0 for a column that is never defined.
    center, factor
        Shape `(d,)`. A standardised column has the mean and the inverse of the population deviation of its completed
        training values; one that does not vary beyond rounding, or is never defined, has factor 0 and becomes 0. Other
        columns have 0 and 1.
    """

    fill: FloatArray
    center: FloatArray
    factor: FloatArray

    @classmethod
    def fit(cls, train: FloatArray, is_scaled: BoolArray) -> "Preparation":
        """Learn from training units.

        Parameters
        ----------
        train
            Shape `(n, d)`, n >= 1; NaN where undefined, otherwise finite.
        is_scaled
            Whether each column is standardised, shape `(d,)`.
        """
        missing = np.isnan(train)
        n_defined = len(train) - missing.sum(axis=0)
        total = np.where(missing, 0.0, train).sum(axis=0)
        fill = np.divide(total, n_defined, out=np.zeros(train.shape[1]), where=n_defined > 0)
        completed = np.where(missing, fill, train)
        deviation = completed.std(axis=0)
        varies = deviation > ROUNDING * np.abs(completed).max(axis=0)
        inverse = np.divide(1.0, deviation, out=np.zeros_like(deviation), where=varies)
        factor = np.where(is_scaled, inverse, (n_defined > 0).astype(np.float64))
        return cls(fill, np.where(is_scaled, completed.mean(axis=0), 0.0), factor)

    def apply(self, features: FloatArray) -> FloatArray:
        """Return prepared features, finite, shape `(n, d)`; NaN marks an undefined value of the input."""
        completed = np.where(np.isnan(features), self.fill, features)
        return np.asarray((completed - self.center) * self.factor)
