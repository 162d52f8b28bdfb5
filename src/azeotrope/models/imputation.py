"""Fixed features made complete: undefined values are replaced by what was learned from the training molecules."""

import logging
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from azeotrope.chemistry.mixtures import Mixtures
from azeotrope.errors import RunError
from azeotrope.featurizers.protocol import FixedFeaturizer
from azeotrope.models.protocol import State
from azeotrope.typing import BoolArray, FloatArray, IntArray

logger = logging.getLogger(__name__)

LARGEST = float(np.finfo(np.float32).max)


@dataclass(frozen=True, eq=False)
class Imputation:
    """The rule for features that are NaN, infinite or too large for single precision.

    A value that is not defined becomes the median of the feature over the training molecules. A feature that is
    defined for none of them says nothing and becomes 0 for every molecule.

    Attributes
    ----------
    identity, names
        Identity and feature names of the featurizer it was fitted for.
    fill
        Median of each feature over the training molecules, shape `(d,)`; NaN where it is never defined.
    """

    identity: str
    names: tuple[str, ...]
    fill: FloatArray

    @classmethod
    def fit(cls, featurizer: FixedFeaturizer, features: FloatArray, train: IntArray) -> "Imputation":
        """Fit on the rows `train` of the features of shape `(m, d)`."""
        defined = np.ma.masked_array(features[train], mask=~_is_defined(features[train]))
        fill = np.ma.median(defined, axis=0).filled(np.nan)
        return cls(featurizer.identity, featurizer.names, np.asarray(fill, dtype=np.float64))

    def apply(self, features: FloatArray) -> FloatArray:
        """Return finite features of shape `(m, d)`, and log the names of those that were replaced."""
        undefined = ~_is_defined(features)
        if undefined.any():
            counts = {self.names[column]: int(n) for column, n in enumerate(undefined.sum(axis=0)) if n}
            listed = ", ".join(f"{name} ({n})" for name, n in counts.items())
            logger.warning("features not defined for some molecules were imputed, name (molecules): %s", listed)
        completed = np.where(undefined, self.fill, features)
        completed[:, ~np.isfinite(self.fill)] = 0.0
        return completed

    def state(self) -> State:
        """Return the rule as tensors and strings."""
        import torch

        return {"identity": self.identity, "names": list(self.names), "fill": torch.from_numpy(self.fill)}

    @classmethod
    def from_state(cls, state: State, featurizer: FixedFeaturizer) -> "Imputation":
        """Restore a rule for the same featurizer.

        Raises
        ------
        RunError
            When the featurizer's names or identity differ from those that the model was trained with.
        """
        stored: list[str] = state["names"]
        if tuple(stored) != featurizer.names:
            raise RunError(f"the model was trained with other features: {_difference(stored, featurizer.names)}")
        if state["identity"] != featurizer.identity:
            raise RunError(
                f"the model was trained with features of {state['identity']}, but {featurizer.identity} is installed; "
                "install those versions or train again"
            )
        return cls(state["identity"], tuple(stored), state["fill"].numpy())


def molecules_of(mixtures: Mixtures) -> IntArray:
    """Return the indices of the molecules that the mixtures are made of, solutes included, ascending."""
    solute = [] if mixtures.solute is None else [mixtures.solute]
    return np.unique(np.concatenate([mixtures.component[mixtures.mole_fraction > 0], *solute]))


def _is_defined(features: FloatArray) -> BoolArray:
    return np.asarray(np.abs(features) <= LARGEST)


def _difference(stored: Sequence[str], present: Sequence[str]) -> str:
    missing = [name for name in stored if name not in set(present)]
    added = [name for name in present if name not in set(stored)]
    if not missing and not added:
        return "the names are the same, but their order is not"
    return f"missing now: {missing or 'none'}; new: {added or 'none'}"
