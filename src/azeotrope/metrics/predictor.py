"""How the metrics see a model: two functions."""

from collections.abc import Callable

import numpy as np

from azeotrope.chemistry.mixtures import Mixtures
from azeotrope.typing import FloatArray

Predict = Callable[[Mixtures], FloatArray]
"""`Model.predict`: one value per mixture, NaN where the model has no answer."""

Embed = Callable[[Mixtures], FloatArray | None]
"""`Model.embed`: one vector per mixture, or None where the model has no representation."""


def predicted_values(predict: Predict, mixtures: Mixtures) -> FloatArray:
    """Return the model's values, shape `(n,)`, in double precision; every non-finite value is NaN.

    A model is not called for no mixtures.

    Raises
    ------
    ValueError
        When the model does not return exactly one value per mixture.
    """
    if len(mixtures) == 0:
        return np.empty(0)
    values = np.array(predict(mixtures), dtype=np.float64)
    if values.shape != (len(mixtures),):
        raise ValueError(
            f"the model returned shape {values.shape} for {len(mixtures)} mixtures; expected one value each"
        )
    values[~np.isfinite(values)] = np.nan
    return values
