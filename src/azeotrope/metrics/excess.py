r"""Errors of the excess: how well a model recovers the deviation from ideal mixing.

A mixture's value is split into an ideal part, which follows from its pure components by the property's mixing rule, and
the excess, :math:`z^E = z - z^{id}`. The truth uses measured pure values; the prediction uses the model's *own* pure
predictions, :math:`\hat z^E = \hat z - \hat z^{id}`, so that an error of the pure components is not counted twice
(Leenhouts et al. 2026, section on excess properties).

Worked example, an equimolar binary with linear mixing. Measured: pure 2 and 4, mixture 3.5; so z_id = 3 and z^E = 0.5.
Predicted: pure 3 and 4, mixture 3.75; so z_hat_id = 3.5 and z_hat^E = 0.25. The value is wrong by 0.25, the ideal part
by 0.5 and the excess by -0.25.
"""

from dataclasses import dataclass
from functools import cached_property

import numpy as np

from azeotrope.chemistry.mixtures import Mixtures
from azeotrope.metrics.outcome import Outcome
from azeotrope.metrics.predictor import Predict, predicted_values
from azeotrope.metrics.regression import mae, rmse, root_mean_square
from azeotrope.metrics.rounding import ROUNDING
from azeotrope.typing import BoolArray, FloatArray

NOT_COVERED = "no row has measured pure values of all its components in its context"


def predicted_pure_values(predict: Predict, mixtures: Mixtures) -> FloatArray:
    """Return the model's pure value of each entry in its row's context, shape `(k,)`.

    Every distinct molecule, temperature and solute is predicted once. Molecules are told apart by index, not by
    identity group, since features see the stereo that was given.
    """
    key = mixtures.component
    for part in (mixtures.temperature_k, mixtures.solute):
        if part is not None:
            levels, level = np.unique(part, return_inverse=True)
            key = key * len(levels) + level[mixtures.row_of_entry]
    first, inverse = np.unique(key, return_index=True, return_inverse=True)[1:]
    row = mixtures.row_of_entry[first]
    pure = Mixtures.pure(
        mixtures.molecules,
        mixtures.component[first],
        None if mixtures.temperature_k is None else mixtures.temperature_k[row],
        None if mixtures.solute is None else mixtures.solute[row],
    )
    return predicted_values(predict, pure)[inverse]


@dataclass(frozen=True, eq=False, kw_only=True)
class IdealDecomposition:
    """Truth and prediction of `n` rows with their ideal parts, all of shape `(n,)` and in one unit.

    Attributes
    ----------
    truth, prediction
        Measured and predicted values.
    ideal
        Ideal values from measured pure values; NaN where one is missing: such a row is not covered.
    predicted_ideal
        Ideal values from the model's own pure predictions.
    """

    truth: FloatArray
    prediction: FloatArray
    ideal: FloatArray
    predicted_ideal: FloatArray

    @cached_property
    def covered(self) -> BoolArray:
        """True for rows whose measured ideal value exists, shape `(n,)`."""
        return np.isfinite(self.ideal)

    @cached_property
    def true_excess(self) -> FloatArray:
        """Excess of the covered rows, shape `(n_covered,)`."""
        return (self.truth - self.ideal)[self.covered]

    @cached_property
    def predicted_excess(self) -> FloatArray:
        """Predicted excess of the covered rows, shape `(n_covered,)`."""
        return (self.prediction - self.predicted_ideal)[self.covered]


def pure_coverage(parts: IdealDecomposition) -> Outcome:
    """Return the share of covered rows, from 0 to 1; undefined for no rows."""
    return Outcome.of(parts.covered.mean()) if len(parts.covered) else Outcome.undefined("there are no rows")


def excess_rmse(parts: IdealDecomposition) -> Outcome:
    """Return the RMSE of the excess over the covered rows, in the unit of the values; undefined without such rows."""
    if not parts.covered.any():
        return Outcome.undefined(NOT_COVERED)
    return rmse(truth=parts.true_excess, prediction=parts.predicted_excess)


def excess_mae(parts: IdealDecomposition) -> Outcome:
    """Return the MAE of the excess over the covered rows, in the unit of the values; undefined without such rows."""
    if not parts.covered.any():
        return Outcome.undefined(NOT_COVERED)
    return mae(truth=parts.true_excess, prediction=parts.predicted_excess)


def ideal_rmse(parts: IdealDecomposition) -> Outcome:
    """Return the RMSE of predicted against measured ideal values over the covered rows: the error of the pure part."""
    if not parts.covered.any():
        return Outcome.undefined(NOT_COVERED)
    return rmse(truth=parts.ideal[parts.covered], prediction=parts.predicted_ideal[parts.covered])


def ideal_baseline_excess_rmse(parts: IdealDecomposition) -> Outcome:
    """Return the root mean square of the true excess: the excess RMSE of the ideal baseline, which predicts none."""
    if not parts.covered.any():
        return Outcome.undefined(NOT_COVERED)
    return rmse(truth=parts.true_excess, prediction=np.zeros(len(parts.true_excess)))


def excess_ratio(parts: IdealDecomposition) -> Outcome:
    """Return the excess RMSE divided by the ideal baseline's on the same rows.

    It has no unit and compares across data sets and folds: 0 is perfect, 1 is as good as predicting no excess, more is
    worse. Undefined where `excess_rmse` is, and where no covered row has an excess beyond rounding, `ROUNDING` times
    the values.
    """
    error = excess_rmse(parts)
    if error.value is None:
        return error
    scale = root_mean_square(parts.true_excess)
    if scale <= ROUNDING * root_mean_square(parts.truth[parts.covered]):
        return Outcome.undefined("the true excess is 0 in all covered rows")
    return Outcome.of(error.value / scale)
