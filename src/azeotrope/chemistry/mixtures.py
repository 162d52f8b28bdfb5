"""Compositions in their context: all that a model may see, stored ragged."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from itertools import pairwise

import numpy as np
from numpy.typing import ArrayLike

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
        return _dense_ids(self._row_keys(with_fractions=False))

    @cached_property
    def composition(self) -> IntArray:
        """Dense id of each row's exact composition (identity groups and fractions), shape `(n,)`."""
        return _dense_ids(self._row_keys(with_fractions=True))

    @cached_property
    def context(self) -> IntArray:
        """Dense id of each row's temperature and solute, shape `(n,)`; all 0 where there is neither."""
        solute = None if self.solute is None else self.molecules.group[self.solute]
        parts = [part for part in (self.temperature_k, solute) if part is not None]
        if not parts:
            return np.zeros(len(self), dtype=np.int64)
        return np.unique(np.column_stack(parts), axis=0, return_inverse=True)[1].reshape(-1).astype(np.int64)

    def component_set_names(self) -> list[str]:
        """Name of each component set id: its InChIs joined by a blank, equal on every machine."""
        names = [""] * (int(self.component_set.max()) + 1 if len(self) else 0)
        group = self.molecules.group[self.component]
        for row in np.unique(self.component_set, return_index=True)[1]:
            members = np.unique(group[self.offsets[row] : self.offsets[row + 1]])
            names[self.component_set[row]] = " ".join(self.molecules.inchi[i] for i in members)
        return names

    def _row_keys(self, *, with_fractions: bool) -> list[bytes]:
        """One comparable key per row: sorted distinct groups, with their summed fractions if asked for."""
        group = self.molecules.group[self.component]
        order = np.lexsort((group, self.row_of_entry))
        row, group, fraction = self.row_of_entry[order], group[order], self.mole_fraction[order]
        first = np.flatnonzero(np.r_[True, (np.diff(row) != 0) | (np.diff(group) != 0)][: len(row)])
        summed = np.round(np.add.reduceat(fraction, first), 6) if len(first) else fraction
        columns = [group[first].astype(np.float64)] + ([summed] if with_fractions else [])
        merged = np.ascontiguousarray(np.column_stack(columns))
        bounds = np.searchsorted(row[first], np.arange(len(self) + 1))
        return [merged[start:stop].tobytes() for start, stop in pairwise(bounds)]


def _dense_ids(keys: list[bytes]) -> IntArray:
    ids: dict[bytes, int] = {}
    return np.array([ids.setdefault(key, len(ids)) for key in keys], dtype=np.int64)
