"""What the prediction claims have in common: which attributes they predict, and from what."""

from itertools import pairwise

import numpy as np
from numpy.typing import NDArray

from azeotrope.audits.claim import Subject
from azeotrope.audits.pooling import UnitFeatures
from azeotrope.audits.representation import Representation
from azeotrope.audits.unit_features import representation_of
from azeotrope.datasets.ratings import RatingsTable
from azeotrope.errors import ConfigError
from azeotrope.typing import IntArray


def both_sides(subject: Subject) -> tuple[Representation, Representation]:
    """Return the baseline and the representation of a subject.

    Raises
    ------
    ConfigError
        When one of them is missing, or the representation repeats a block of the baseline.
    """
    representation = representation_of(subject)
    if subject.baseline is None:
        raise ConfigError(
            "this claim asks what a representation adds to a baseline; choose one such as baseline=rdkit_2d+morgan"
        )
    Representation.joined(subject.baseline, representation)
    return subject.baseline, representation


def outcomes_of(table: RatingsTable, outcome: str | None) -> tuple[str, ...]:
    """Return the attributes to predict: the named one, or all of them for None.

    Raises
    ------
    ConfigError
        When the table has no attribute of that name.
    """
    if outcome is None:
        return table.info.attributes
    if outcome not in table.info.attributes:
        raise ConfigError(
            f"{table.info.dataset} has no attribute {outcome!r}; its attributes are "
            f"{', '.join(table.info.attributes)} (null predicts each of them)"
        )
    return (outcome,)


def rated_units(table: RatingsTable, *outcomes: str) -> IntArray:
    """Return the indices of the units that have a mean on each of the outcomes."""
    means = np.column_stack([table.attribute(outcome) for outcome in outcomes])
    return np.flatnonzero(np.isfinite(means).all(axis=1))


def names_of_units(table: RatingsTable) -> NDArray[np.str_]:
    """Return the name of each unit's set of molecules, shape `(u,)`, which is what a bootstrap draws."""
    return np.array(table.units.component_set_names(), dtype=np.str_)[table.units.component_set]


def smiles_of_units(table: RatingsTable) -> dict[str, str]:
    """Return the SMILES of each set of molecules by the name of the set, for people to read."""
    units, names = table.units, table.units.component_set_names()
    rows = [np.unique(units.component[start:stop]) for start, stop in pairwise(units.offsets)]
    return {
        names[component_set]: " + ".join(units.molecules.smiles[index] for index in row)
        for component_set, row in zip(units.component_set, rows, strict=True)
    }


def features_of(subject: Subject) -> UnitFeatures:
    """Return the features of every unit of the subject's table."""
    baseline, representation = both_sides(subject)
    return UnitFeatures.of(
        subject.table.units, baseline, representation, subject.cache_folder, show_progress=subject.show_progress
    )
