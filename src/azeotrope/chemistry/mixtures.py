"""Compositions in their context: all that a model may see, stored ragged."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import cached_property

import numpy as np
from numpy.typing import ArrayLike

from azeotrope.chemistry.composition import merge_repeated
from azeotrope.chemistry.dense_ids import first_rows, joint_ids, ragged_ids, rising_ids
from azeotrope.chemistry.molecules import Molecules
from azeotrope.typing import BoolArray, FloatArray, IntArray


@dataclass(frozen=True, eq=False)
class Mixtures:
    """Ragged compositions of `n` mixtures with `k` entries in total; a pure compound has one component.

    Row `r` owns the entries `offsets[r]:offsets[r + 1]`. Curated tables are closed, sorted and free of zeros and
    repeats, but a model must also accept entries that are not, since consistency is measured with them.

    Attributes
    ----------
    molecules
        The molecules that `component` and `solute` index.
    offsets
        Shape `(n + 1,)`, starts at 0, strictly increasing.
    component
        Molecule index of each entry, shape `(k,)`.
    mole_fraction
        Mole fraction of each entry, shape `(k,)`, each row sums to 1.
    temperature_k
        Kelvin, shape `(n,)`, or None where the property has no temperature.
    solute
        Molecule index of the solute, shape `(n,)`, or None where there is no solute.
    """

    molecules: Molecules
    offsets: IntArray
    component: IntArray
    mole_fraction: FloatArray
    temperature_k: FloatArray | None = None
    solute: IntArray | None = None

    @classmethod
    def from_rows(
        cls,
        molecules: Molecules,
        rows: Sequence[Sequence[tuple[int, float]]],
        temperature_k: ArrayLike | None = None,
        solute: ArrayLike | None = None,
    ) -> "Mixtures":
        """Build from one list of `(molecule index, mole fraction)` pairs per mixture."""
        entries = [entry for row in rows for entry in row]
        return cls(
            molecules,
            np.concatenate([[0], np.cumsum([len(row) for row in rows])]).astype(np.int64),
            np.array([index for index, _ in entries], dtype=np.int64),
            np.array([fraction for _, fraction in entries], dtype=np.float64),
            None if temperature_k is None else np.asarray(temperature_k, dtype=np.float64),
            None if solute is None else np.asarray(solute, dtype=np.int64),
        )

    @classmethod
    def pure(
        cls,
        molecules: Molecules,
        component: ArrayLike,
        temperature_k: FloatArray | None = None,
        solute: IntArray | None = None,
    ) -> "Mixtures":
        """Return one pure compound per entry of `component`, with its context."""
        index = np.asarray(component, dtype=np.int64)
        return cls(molecules, np.arange(len(index) + 1), index, np.ones(len(index)), temperature_k, solute)

    def __len__(self) -> int:
        return len(self.offsets) - 1

    def take(self, rows: ArrayLike) -> "Mixtures":
        """Return the given rows (indices or a boolean mask), in the given order, on the same molecules."""
        chosen = np.arange(len(self))[np.asarray(rows) if np.size(rows) else []]
        entries = self.entries_of(chosen)
        return replace(
            self,
            offsets=np.concatenate([[0], np.cumsum(self.n_components[chosen])]).astype(np.int64),
            component=self.component[entries],
            mole_fraction=self.mole_fraction[entries],
            temperature_k=None if self.temperature_k is None else self.temperature_k[chosen],
            solute=None if self.solute is None else self.solute[chosen],
        )

    def entries_of(self, rows: IntArray) -> IntArray:
        """Return the indices of the entries of the given rows, row by row."""
        counts = self.n_components[rows]
        before = np.cumsum(counts) - counts
        entries: IntArray = np.repeat(self.offsets[rows] - before, counts) + np.arange(counts.sum())
        return entries

    @cached_property
    def n_components(self) -> IntArray:
        """Number of entries of each row, shape `(n,)`."""
        return np.diff(self.offsets)

    @cached_property
    def row_of_entry(self) -> IntArray:
        """Row that each entry belongs to, shape `(k,)`."""
        return np.repeat(np.arange(len(self)), self.n_components)

    @cached_property
    def is_pure(self) -> BoolArray:
        """True for rows of one component, shape `(n,)`."""
        is_pure: BoolArray = self.n_components == 1
        return is_pure

    @cached_property
    def component_set(self) -> IntArray:
        """Dense id of each row's set of molecules (identity groups, fractions ignored), shape `(n,)`."""
        offsets, group, _ = self._merged
        return ragged_ids(offsets, group)

    @cached_property
    def composition(self) -> IntArray:
        """Dense id of each row's exact composition (identity groups and fractions), shape `(n,)`."""
        offsets, group, fraction = self._merged
        return ragged_ids(offsets, joint_ids(group, np.round(fraction, 6)))

    @cached_property
    def context(self) -> IntArray:
        """Id of each row's temperature and solute in rising order of both, shape `(n,)`; all 0 where there is neither.

        Unknown temperatures (NaN) are all different.
        """
        ids = np.zeros(len(self), dtype=np.int64)
        if self.temperature_k is not None:
            ids = np.unique(self.temperature_k, return_inverse=True, equal_nan=False)[1]
        if self.solute is not None:
            ids = rising_ids(ids * len(self.molecules) + self.molecules.group[self.solute])
        return ids

    def component_set_names(self) -> list[str]:
        """Name of each component set id: its InChIs joined by a blank, equal on every machine."""
        names = [""] * (int(self.component_set.max()) + 1 if len(self) else 0)
        group = self.molecules.group[self.component]
        for row in first_rows(self.component_set):
            members = np.unique(group[self.offsets[row] : self.offsets[row + 1]])
            names[self.component_set[row]] = " ".join(self.molecules.inchi[i] for i in members)
        return names

    @cached_property
    def _merged(self) -> tuple[IntArray, IntArray, FloatArray]:
        """Offsets, identity groups and mole fractions of the rows with each group once, groups in rising order."""
        group = self.molecules.group[self.component]
        row, group, fraction = merge_repeated(self.row_of_entry, group, self.mole_fraction)
        ends = np.cumsum(np.bincount(row, minlength=len(self)))
        return np.concatenate([[0], ends]).astype(np.int64), group, fraction
