"""What a transfer claim predicts from what, in an order that does not depend on the rows of the table."""

from collections.abc import Mapping
from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from azeotrope.audits.claim import Subject
from azeotrope.audits.pooling import UnitFeatures
from azeotrope.audits.prediction_task import features_of, names_of_units, outcomes_of, rated_units
from azeotrope.audits.regressors import Regressor
from azeotrope.datasets.ratings import RatingsTable
from azeotrope.typing import FloatArray


@dataclass(frozen=True, eq=False)
class TransferTask:
    """Units, outcomes, features and what predicts one from the other.

    Attributes
    ----------
    table
        The `u` units that are rated on every outcome, sorted by their ids.
    outcomes
        Names of the `k` outcomes.
    targets
        Their means, finite, shape `(u, k)`.
    features
        Features of the units.
    names
        Name of each unit's set of components, shape `(u,)`.
    regressors
        What predicts, by name.
    n_resamples, seed
        Resamples of test units, and their seed.
    """

    table: RatingsTable
    outcomes: tuple[str, ...]
    targets: FloatArray
    features: UnitFeatures
    names: NDArray[np.str_]
    regressors: Mapping[str, Regressor]
    n_resamples: int
    seed: int

    @classmethod
    def of(
        cls, subject: Subject, outcome: str | None, regressors: Mapping[str, Regressor], *, n_resamples: int, seed: int
    ) -> "TransferTask":
        """Compute the features and collect the outcomes of a subject."""
        outcomes = outcomes_of(subject.table, outcome)
        table = rated_and_sorted(subject.table, outcomes)
        targets = np.column_stack([table.attribute(each) for each in outcomes])
        features = features_of(replace(subject, table=table))
        return cls(table, outcomes, targets, features, names_of_units(table), regressors, n_resamples, seed)

    def unit_of(self, outcome: str) -> str:
        """Return the unit of an outcome."""
        return self.table.info.units[self.table.info.attributes.index(outcome)]


def rated_and_sorted(table: RatingsTable, outcomes: tuple[str, ...]) -> RatingsTable:
    """Return the units that are rated on every outcome, sorted by their ids."""
    rated = rated_units(table, *outcomes)
    return table.take(np.array(sorted(rated.tolist(), key=table.unit_ids.__getitem__), dtype=np.int64))
