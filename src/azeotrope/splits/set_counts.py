"""How many component sets lie whole inside each group of molecules, and how a swap of two molecules changes that."""

from dataclasses import dataclass
from functools import cached_property

import numpy as np
from scipy import sparse

from azeotrope.typing import IntArray


@dataclass(frozen=True, eq=False)
class SetMembers:
    """Members of `s` component sets among `m` molecules, one entry per set and member.

    Attributes
    ----------
    set_index, molecule
        Set and molecule of each entry, shape `(k,)`; every set has at least two members.
    """

    set_index: IntArray
    molecule: IntArray

    @cached_property
    def n_members(self) -> IntArray:
        """Number of members of each set, shape `(s,)`."""
        return np.bincount(self.set_index)

    @cached_property
    def incidence(self) -> sparse.csr_array:
        """Sparse `(s, m)` matrix with a 1 for each member."""
        return sparse.csr_array((np.ones(len(self.molecule), dtype=np.int64), (self.set_index, self.molecule)))


@dataclass(frozen=True, eq=False)
class SetCounts:
    """Weighted counts of the sets that lie whole inside each group, and what a swap of two molecules does to them.

    Attributes
    ----------
    group
        Group of each molecule, shape `(m,)`.
    now
        Count of each group, shape `(g,)`.
    lost
        What a molecule's group loses when the molecule leaves, shape `(m,)`.
    won
        What each group wins when the molecule comes, shape `(m, g)`; 0 for its own group.
    spoiled
        `spoiled[a, b]` is the part of `won[a, group[b]]` that needs `b` to stay, sparse, shape `(m, m)`.
    """

    group: IntArray
    now: IntArray
    lost: IntArray
    won: IntArray
    spoiled: sparse.csr_array

    def after_swaps(self, one: IntArray, other: IntArray) -> tuple[IntArray, IntArray]:
        """Return the counts of the groups of `one` and of `other` after each swap, both of shape `(a, b)`.

        `one`, shape `(a,)`, are molecules of one group and `other`, shape `(b,)`, molecules of other groups.
        """
        here, there = self.group[one[0]], self.group[other]
        of_one = (self.now[here] - self.lost[one])[:, None] + self.won[other, here] - self.spoiled.T[one][:, other]
        of_other = self.now[there] - self.lost[other] + self.won[one][:, there] - self.spoiled[one][:, other]
        return of_one, of_other


@dataclass(frozen=True, eq=False)
class Grouping:
    """A group for each molecule, shape `(m,)`, numbered below `n_groups`."""

    members: SetMembers
    group: IntArray
    n_groups: int

    def count(self, weight: IntArray) -> SetCounts:
        """Count the whole sets of each group, where each set weighs `weight`, shape `(s,)`."""
        members, (odd_set, odd_molecule, its_others) = self.members, self._odd_ones_out
        whole = self._inside == members.n_members[:, None]
        broken = whole[members.set_index, self.group[members.molecule]]
        lost = np.zeros(len(self.group), dtype=np.int64)
        np.add.at(lost, members.molecule[broken], weight[members.set_index[broken]])
        won = np.zeros((len(self.group), self.n_groups), dtype=np.int64)
        np.add.at(won, (odd_molecule, its_others), weight[odd_set])
        shape = (len(members.n_members), len(self.group))
        odd = sparse.csr_array((weight[odd_set], (odd_set, odd_molecule)), shape=shape)
        spoiled = (odd.T @ members.incidence).tocsr()
        return SetCounts(self.group, np.asarray(weight @ whole, dtype=np.int64), lost, won, spoiled)

    @cached_property
    def _inside(self) -> IntArray:
        """How many members of each set are in each group, shape `(s, g)`."""
        flat = self.members.set_index * self.n_groups + self.group[self.members.molecule]
        n_sets = len(self.members.n_members)
        return np.bincount(flat, minlength=n_sets * self.n_groups).reshape(n_sets, self.n_groups)

    @cached_property
    def _odd_ones_out(self) -> tuple[IntArray, IntArray, IntArray]:
        """Sets with all members but one in a group: the set, the odd molecule, and the group of the others."""
        members = self.members
        all_but_one = (self._inside == members.n_members[:, None] - 1)[members.set_index]
        elsewhere = self.group[members.molecule][:, None] != np.arange(self.n_groups)
        entry, its_others = np.nonzero(all_but_one & elsewhere)
        return members.set_index[entry], members.molecule[entry], its_others.astype(np.int64)
