"""Ridge regression on standardised columns: one decomposition serves every penalty."""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from scipy.linalg import eigh

from azeotrope.models.scaling import ROUNDING
from azeotrope.typing import FloatArray


@dataclass(frozen=True, eq=False)
class RidgeSolution:
    """y = intercept + x w.

    Attributes
    ----------
    weights
        Weight of each column in its own unit, shape `(d,)`; exactly 0 for columns that did not vary in training.
    intercept
        Prediction where all columns are 0.
    alpha
        Penalty of the solution.
    """

    weights: FloatArray
    intercept: float
    alpha: float

    def predict(self, features: FloatArray) -> FloatArray:
        """Return one value per row of features `(n, d)`, shape `(n,)`."""
        return np.asarray(self.intercept + features @ self.weights)


class RidgePath:
    """The minima of |y - y_m - Z w|^2 + alpha |w|^2 for all alpha > 0, where Z holds the standardised columns.

    With Z = U S V^T they are w = V (S U^T y) / (S^2 + alpha). V comes from the eigenvectors of the smaller one of
    Z^T Z and Z Z^T, so that long and wide tables are both affordable; alpha should be well above the rounding of
    S^2, 1e-16 times the number of rows and columns.

    Parameters
    ----------
    features
        Finite, shape `(n, d)`, n >= 1 and d >= 1. A column whose values differ by rounding alone gets no weight.
    target
        Finite, shape `(n,)`.
    """

    def __init__(self, features: FloatArray, target: FloatArray) -> None:
        deviation = features.std(axis=0)
        varies = deviation > ROUNDING * np.abs(features).max(axis=0)
        self._per_deviation = np.divide(1.0, deviation, out=np.zeros_like(deviation), where=varies)
        self._center = features.mean(axis=0)
        self._target_mean = float(target.mean())
        self._residual = target - self._target_mean
        standardized = (features - self._center) * self._per_deviation
        self._squares, self._axes = _principal_axes(standardized)
        self._scores = standardized @ self._axes
        self._projection = self._residual @ self._scores

    def solution(self, alpha: float) -> RidgeSolution:
        """Return the solution for one penalty."""
        weights = self._per_deviation * (self._axes @ (self._projection / (self._squares + alpha)))
        return RidgeSolution(weights, self._target_mean - float(self._center @ weights), alpha)

    def leave_one_out_error(self, alpha: float) -> float:
        """Return the mean squared error of each row predicted without it; 0 for a single row.

        It needs no other fit: the error of row i is its residual divided by 1 - h_ii, with the hat matrix H. The
        standardisation is that of all rows.
        """
        shrunk = 1.0 / (self._squares + alpha)
        residual = self._residual - self._scores @ (self._projection * shrunk)
        leverage = 1.0 / len(residual) + self._scores**2 @ shrunk
        return float(np.mean((residual / np.maximum(1.0 - leverage, np.finfo(np.float64).eps)) ** 2))


def fit_ridge(
    train: tuple[FloatArray, FloatArray], validation: tuple[FloatArray, FloatArray], alphas: Sequence[float]
) -> RidgeSolution:
    """Return the solution with the smallest squared error on the validation rows; of equals, the largest penalty.

    Without validation rows the leave-one-out error of the train rows decides.

    Parameters
    ----------
    train, validation
        Features of shape `(n, d)` and targets of shape `(n,)`.
    alphas
        Penalties to choose from, positive, in any order.
    """
    path = RidgePath(*train)
    features, target = validation
    descending = sorted(alphas, reverse=True)
    if len(target) == 0:
        return path.solution(min(descending, key=path.leave_one_out_error))
    solutions = [path.solution(alpha) for alpha in descending]
    return min(solutions, key=lambda solution: float(np.mean((solution.predict(features) - target) ** 2)))


def _principal_axes(standardized: FloatArray) -> tuple[FloatArray, FloatArray]:
    """Squared singular values that exceed rounding, shape `(r,)`, and their right singular vectors, shape `(d, r)`."""
    n, d = standardized.shape
    wide = d > n
    squares, vectors = eigh(standardized @ standardized.T if wide else standardized.T @ standardized)
    kept = squares > max(n, d) * np.finfo(np.float64).eps * squares[-1]
    squares, vectors = squares[kept], vectors[:, kept]
    return squares, standardized.T @ vectors / np.sqrt(squares) if wide else vectors
