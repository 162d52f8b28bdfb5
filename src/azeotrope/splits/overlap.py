"""Which rows of one part share a composition, a component set or a molecule with another part."""

from dataclasses import dataclass

import numpy as np

from azeotrope.chemistry.dense_ids import joint_ids
from azeotrope.datasets.table import MixtureTable
from azeotrope.typing import BoolArray, IntArray


@dataclass(frozen=True, eq=False)
class Overlap:
    """What the `n` rows of one part share with any row of another part; molecules are identity groups.

    Attributes
    ----------
    replicate
        Shares the composition and the context (temperature and solute), shape `(n,)`.
    composition
        Shares the exact composition, in whatever context, shape `(n,)`.
    component_set
        Shares the set of components, whatever their fractions, shape `(n,)`.
    molecule
        Shares at least one component, shape `(n,)`. Solutes are no components and do not count.
    """

    replicate: BoolArray
    composition: BoolArray
    component_set: BoolArray
    molecule: BoolArray

    @classmethod
    def of(cls, table: MixtureTable, rows: IntArray, others: IntArray) -> "Overlap":
        """Compare `rows`, shape `(n,)`, with `others`, both row indices of the table; either may be empty."""
        mixtures = table.mixtures
        both = np.concatenate([rows, others]).astype(np.int64)
        replicate = joint_ids(mixtures.composition[both], mixtures.context[both])
        return cls(
            replicate=np.isin(replicate[: len(rows)], replicate[len(rows) :]),
            composition=np.isin(mixtures.composition[rows], mixtures.composition[others]),
            component_set=np.isin(mixtures.component_set[rows], mixtures.component_set[others]),
            molecule=_shared_molecule(table, rows, others),
        )


def component_molecules(table: MixtureTable, rows: IntArray) -> IntArray:
    """Return the distinct identity groups of the components of the given rows, in rising order."""
    mixtures = table.mixtures.take(rows)
    return np.flatnonzero(np.bincount(mixtures.molecules.group[mixtures.component]))


def _shared_molecule(table: MixtureTable, rows: IntArray, others: IntArray) -> BoolArray:
    """True for rows with at least one component that is a component of the others."""
    mixtures = table.mixtures.take(rows)
    known = np.isin(mixtures.molecules.group[mixtures.component], component_molecules(table, others))
    return np.logical_or.reduceat(known, mixtures.offsets[:-1])
