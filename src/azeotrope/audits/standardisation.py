"""Population z-scores of columns, whatever their size."""

import numpy as np

from azeotrope.typing import BoolArray, FloatArray

CONSTANT = 1e-12


def standardised(values: FloatArray) -> FloatArray:
    """Return each column minus its mean, divided by its population standard deviation.

    Parameters
    ----------
    values
        Finite, shape `(m, d)`, of any size: columns are first brought to a size of about 1 by a power of two, which
        changes no digit and keeps their squares from overflowing.

    Returns
    -------
    Shape `(m, d)`; 0 in columns that are constant, see `is_constant`.
    """
    constant = is_constant(values)
    scaled = np.where(constant, 0.0, _scaled(values))
    if len(values) == 0:
        return scaled
    centred = scaled - scaled.mean(axis=0)
    deviation = np.sqrt(np.square(centred).mean(axis=0))
    standard: FloatArray = np.divide(centred, deviation, out=np.zeros_like(centred), where=~constant)
    return standard


def is_constant(values: FloatArray) -> BoolArray:
    """Return for each column, shape `(d,)`, whether its values agree to 12 digits of the largest one."""
    if len(values) == 0:
        return np.ones(values.shape[1], dtype=np.bool_)
    scaled = _scaled(values)
    constant: BoolArray = np.ptp(scaled, axis=0) <= CONSTANT * np.abs(scaled).max(axis=0)
    return constant


def _scaled(values: FloatArray) -> FloatArray:
    """Columns divided by the power of two above their largest size."""
    _, exponent = np.frexp(np.abs(values).max(axis=0, initial=0.0))
    scaled: FloatArray = np.ldexp(values, -exponent)
    return scaled
