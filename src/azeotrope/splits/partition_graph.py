"""Which components occur together: the units of a table as sets of components, each set with its number of units."""

import hashlib
from dataclasses import dataclass
from functools import cached_property

import numpy as np

from azeotrope.chemistry.mixtures import Mixtures
from azeotrope.typing import IntArray


@dataclass(frozen=True, eq=False)
class ComponentGraph:
    """The `u` units over `c` components, gathered into `s` distinct component sets; pairs are edges of a graph.

    A set owns the entries `offsets[set]:offsets[set + 1]`, its distinct components in ascending order. Every component
    occurs in a unit: a molecule that is in none cannot be held out.

    Attributes
    ----------
    molecule
        Index of each component among the molecules of the table (its identity group), ascending, shape `(c,)`.
    offsets
        Shape `(s + 1,)`, starts at 0, strictly increasing.
    member
        Component of each entry, shape `(k,)`.
    weight
        Number of units with each set, at least 1, shape `(s,)`.
    set_of_unit
        Component set of each unit, shape `(u,)`.
    """

    molecule: IntArray
    offsets: IntArray
    member: IntArray
    weight: IntArray
    set_of_unit: IntArray

    @classmethod
    def of(cls, units: Mixtures) -> "ComponentGraph":
        """Gather mixtures or pure compounds by their components; fractions, temperature and solute are ignored."""
        set_of_unit = units.component_set
        _, first, weight = np.unique(set_of_unit, return_index=True, return_counts=True)
        sets = units.take(first)
        entries = np.column_stack([sets.row_of_entry, sets.molecules.group[sets.component]]).astype(np.int64)
        entries = np.unique(entries, axis=0)
        molecule, member = np.unique(entries[:, 1], return_inverse=True)
        sizes = np.bincount(entries[:, 0], minlength=len(first))
        offsets = np.concatenate([[0], np.cumsum(sizes)]).astype(np.int64)
        return cls(molecule, offsets, member.astype(np.int64), weight.astype(np.int64), set_of_unit)

    @property
    def n_components(self) -> int:
        """Number of components, `c`."""
        return len(self.molecule)

    @property
    def n_sets(self) -> int:
        """Number of distinct component sets, `s`."""
        return len(self.weight)

    @property
    def n_units(self) -> int:
        """Number of units, `u`."""
        return len(self.set_of_unit)

    @cached_property
    def size(self) -> IntArray:
        """Number of components of each set, shape `(s,)`."""
        return np.diff(self.offsets)

    @cached_property
    def set_of_entry(self) -> IntArray:
        """Set that each entry belongs to, shape `(k,)`."""
        return np.repeat(np.arange(self.n_sets), self.size)

    @cached_property
    def degree(self) -> IntArray:
        """Number of units that each component occurs in, shape `(c,)`."""
        degree = np.zeros(self.n_components, dtype=np.int64)
        np.add.at(degree, self.member, self.weight[self.set_of_entry])
        return degree

    @cached_property
    def content_hash(self) -> str:
        """SHA-256 over the numbers of components, the sets and their units, equal on every machine."""
        digest = hashlib.sha256()
        for part in (np.array([self.n_components]), self.offsets, self.member, self.weight):
            digest.update(len(part).to_bytes(8, "little"))
            digest.update(np.asarray(part, dtype="<i8").tobytes())
        return digest.hexdigest()
