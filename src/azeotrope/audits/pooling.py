"""Features of rated units: those of the molecule, or the mean of the components' by mole fraction."""

from dataclasses import dataclass
from pathlib import Path

import numpy as np

from azeotrope.audits.preparation import undefined_as_nan
from azeotrope.audits.representation import Representation
from azeotrope.chemistry.mixtures import Mixtures
from azeotrope.models.aggregators import WeightedSum
from azeotrope.typing import BoolArray, FloatArray, IntArray

FEATURE_MODELS = ("baseline", "representation", "combined")


@dataclass(frozen=True, eq=False)
class UnitFeatures:
    """Features of `u` units by baseline and representation, side by side.

    Attributes
    ----------
    values
        The `b` columns of the baseline, then those of the representation, shape `(u, d)`; NaN where undefined,
        otherwise finite and within single precision.
    is_scaled
        Whether each column is standardised before a prediction, shape `(d,)`.
    n_baseline
        Number of columns `b` of the baseline.
    """

    values: FloatArray
    is_scaled: BoolArray
    n_baseline: int

    @classmethod
    def of(
        cls,
        units: Mixtures,
        baseline: Representation,
        representation: Representation,
        cache_folder: Path | None,
        *,
        show_progress: bool,
    ) -> "UnitFeatures":
        """Compute the features of every unit; a unit with an undefined component feature has it undefined too."""
        combined = Representation.joined(baseline, representation)
        blocks = combined.features(units.molecules, cache_folder, show_progress=show_progress)
        n_baseline = sum(block.shape[1] for block in blocks[: len(baseline.blocks)])
        values = undefined_as_nan(pool(units, np.column_stack(blocks)))
        return cls(values, combined.is_scaled(blocks), n_baseline)

    def __len__(self) -> int:
        return len(self.values)

    def take(self, units: IntArray) -> "UnitFeatures":
        """Return the features of the given units, in the given order."""
        return UnitFeatures(self.values[units], self.is_scaled, self.n_baseline)

    @property
    def columns(self) -> tuple[slice, slice, slice]:
        """Columns of each of `FEATURE_MODELS`."""
        return slice(None, self.n_baseline), slice(self.n_baseline, None), slice(None)


def pool(units: Mixtures, features: FloatArray) -> FloatArray:
    """Return the mean of the components' features by mole fraction, sum_i x_i h_i.

    Parameters
    ----------
    units
        `u` pure compounds or mixtures.
    features
        Features of the units' molecules, shape `(m, d)`.

    Returns
    -------
    Shape `(u, d)`: a pure unit has the row of its molecule; equal fractions give the plain mean. NaN where a component
    has NaN, or where infinite values cancel.
    """
    return WeightedSum().combine(units, features)
