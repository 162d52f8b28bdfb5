"""A mixing curve: measured points, prediction and ideal lines of one binary system, as plain arrays."""

from dataclasses import dataclass

import numpy as np

from azeotrope.chemistry.mixtures import Mixtures
from azeotrope.datasets.dataset import Dataset
from azeotrope.datasets.references import pure_values
from azeotrope.metrics.predictor import Predict, predicted_values
from azeotrope.reports.curve_choice import BinarySystem, choose_system, rows_of_system
from azeotrope.typing import FloatArray, IntArray

GRID_POINTS = 101


@dataclass(frozen=True, eq=False)
class MixingCurve:
    """All values are in `unit`; lines are over `grid`, shape `(g,)`; a line that is not known is NaN.

    Attributes
    ----------
    first, second
        SMILES of the components; mole fractions are those of the first.
    quantity, unit, origin
        The property, its unit, and ``measured`` or ``computed``.
    temperature_k, solute
        Context: kelvin and SMILES, or None.
    test_fraction, test_value
        Test rows of the system, shape `(t,)`.
    other_fraction, other_value
        Its remaining rows and the pure references, shape `(o,)`.
    grid, prediction
        Mole fractions from 0 to 1 and the model's prediction there.
    ideal
        Ideal line between the measured pure values.
    model_ideal
        Ideal line between the model's own pure predictions.
    """

    first: str
    second: str
    quantity: str
    unit: str
    origin: str
    temperature_k: float | None
    solute: str | None
    test_fraction: FloatArray
    test_value: FloatArray
    other_fraction: FloatArray
    other_value: FloatArray
    grid: FloatArray
    prediction: FloatArray
    ideal: FloatArray
    model_ideal: FloatArray


@dataclass(frozen=True)
class NoCurve:
    """Why there is no curve."""

    reason: str


def mixing_curve(dataset: Dataset, test_rows: IntArray, predict: Predict) -> MixingCurve | NoCurve:
    """Return the curve of the test system chosen by `choose_system`.

    Parameters
    ----------
    dataset
        The data set the model was tested on.
    test_rows
        Test rows of its table, shape `(n,)`.
    predict
        The model: mixtures to values in the data set's unit, shape `(m,)`, NaN where it has no answer.

    Returns
    -------
    `NoCurve` when no test row is binary (mixtures of three or more have no such curve) or the model has no answer.
    """
    system = choose_system(dataset, test_rows)
    if system is None:
        return NoCurve("no test row is a binary mixture")
    curve = curve_of(dataset, system, predict)
    if not np.isfinite(curve.prediction).any():
        return NoCurve("the model has no prediction for the chosen system")
    return curve


def curve_of(dataset: Dataset, system: BinarySystem, predict: Predict) -> MixingCurve:
    """Return the curve of a system; its prediction is NaN where the model has no answer."""
    grid = np.linspace(0.0, 1.0, GRID_POINTS)
    mixtures = _along(dataset.table.mixtures, system, grid)
    return _assemble(dataset, system, grid, mixtures, predicted_values(predict, mixtures))


def _assemble(
    dataset: Dataset, system: BinarySystem, grid: FloatArray, mixtures: Mixtures, prediction: FloatArray
) -> MixingCurve:
    table, info = dataset.table, dataset.info
    rule, smiles = info.mixing_rule, table.mixtures.molecules.smiles
    measured = _measured_pure(dataset, system)
    rows = rows_of_system(table.mixtures, system)
    others = rows[~np.isin(rows, system.rows)]
    known = np.isfinite(measured)
    is_first = mixtures.component == system.first
    return MixingCurve(
        smiles[system.first],
        smiles[system.second],
        info.quantity,
        info.unit,
        info.origin,
        system.temperature_k,
        None if system.solute is None else smiles[system.solute],
        test_fraction=_first_fraction(table.mixtures, system, system.rows),
        test_value=table.value[system.rows],
        other_fraction=np.r_[_first_fraction(table.mixtures, system, others), np.array([1.0, 0.0])[known]],
        other_value=np.r_[table.value[others], measured[known]],
        grid=grid,
        prediction=prediction,
        ideal=rule.ideal(mixtures, np.where(is_first, measured[0], measured[1])),
        model_ideal=rule.ideal(mixtures, np.where(is_first, prediction[-1], prediction[0])),
    )


def _along(mixtures: Mixtures, system: BinarySystem, grid: FloatArray) -> Mixtures:
    """Compositions over the grid in the system's context; both ends are pure compounds, not zero fractions."""
    pairs = [((system.first, x), (system.second, 1.0 - x)) for x in grid.tolist()]
    rows = [[(index, fraction) for index, fraction in pair if fraction > 0] for pair in pairs]
    return Mixtures.from_rows(
        mixtures.molecules,
        rows,
        None if system.temperature_k is None else np.full(len(grid), system.temperature_k),
        None if system.solute is None else np.full(len(grid), system.solute),
    )


def _measured_pure(dataset: Dataset, system: BinarySystem) -> FloatArray:
    """Pure references of the first and second component in the system's context, shape `(2,)`; NaN where unknown."""
    needed = np.r_[np.flatnonzero(dataset.table.mixtures.is_pure), system.rows[0]]
    return pure_values(dataset.table.take(needed), dataset.info.reference_temperature_bin_k)[-2:]


def _first_fraction(mixtures: Mixtures, system: BinarySystem, rows: IntArray) -> FloatArray:
    """Mole fraction of the first component (by identity group) in each row, shape `(n,)`."""
    chosen = mixtures.take(rows)
    group = mixtures.molecules.group
    is_first = group[chosen.component] == group[system.first]
    share = np.bincount(chosen.row_of_entry, chosen.mole_fraction * is_first, minlength=len(rows))
    return share.astype(np.float64)
