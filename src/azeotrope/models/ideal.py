"""The ideal baseline: measured pure values, combined by the property's mixing rule."""

from dataclasses import replace

import numpy as np

from azeotrope.chemistry.mixing_rules import MixingRule
from azeotrope.chemistry.mixtures import Mixtures
from azeotrope.datasets.dataset import Dataset
from azeotrope.errors import ConfigError, RunError
from azeotrope.models.context import check_context
from azeotrope.models.protocol import FitContext, Model, State
from azeotrope.models.references import PureReferences
from azeotrope.typing import FloatArray, IntArray


class IdealModel(Model):
    """z_id = g^-1(sum_i x_i g(z_i)) from the measured pure values z_i in the same temperature bin and solute.

    It reads every pure row of the data set, whichever part of the split it is in: it says what perfect knowledge of
    the molecules is worth, and learns nothing about mixing. A row is NaN when one of its references was not measured.
    """

    def __init__(self) -> None:
        self._learned: tuple[PureReferences, MixingRule] | None = None

    def check(self, dataset: Dataset) -> None:
        """See `Model.check`: there must be pure rows."""
        if not dataset.table.mixtures.is_pure.any():
            raise ConfigError(f"{dataset.info.dataset} has no pure rows, so there is no ideal baseline")

    def fit(self, dataset: Dataset, train: IntArray, validation: IntArray, context: FitContext) -> None:
        """See `Model.fit`; train and validation are not used."""
        self.check(dataset)
        every_row = np.arange(len(dataset.table.mixtures))
        self._learned = PureReferences.among(dataset, every_row), dataset.info.mixing_rule

    def predict(self, mixtures: Mixtures) -> FloatArray:
        """See `Model.predict`; components of fraction 0 need no reference."""
        references, rule = self._fitted()
        check_context(mixtures, has_solute=references.has_solute, uses_temperature=references.has_temperature)
        present = _without_absent(mixtures)
        return rule.ideal(present, references.of(present))

    def embed(self, mixtures: Mixtures) -> None:
        """See `Model.embed`: there is no representation."""

    def state(self) -> State:
        """See `Model.state`."""
        references, rule = self._fitted()
        return {**references.state(), "mixing_rule": rule.name}

    def load_state(self, state: State) -> None:
        """See `Model.load_state`."""
        self._learned = PureReferences.from_state(state), MixingRule.named(state["mixing_rule"])

    def _fitted(self) -> tuple[PureReferences, MixingRule]:
        if self._learned is None:
            raise RunError("the model has not been trained or loaded")
        return self._learned


def _without_absent(mixtures: Mixtures) -> Mixtures:
    """Leave out the components of fraction 0."""
    present = mixtures.mole_fraction > 0
    counts = np.bincount(mixtures.row_of_entry[present], minlength=len(mixtures))
    return replace(
        mixtures,
        offsets=np.concatenate([[0], np.cumsum(counts)]).astype(np.int64),
        component=mixtures.component[present],
        mole_fraction=mixtures.mole_fraction[present],
    )
