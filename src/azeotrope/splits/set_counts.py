"""How many component sets lie whole inside each group of molecules, and how a swap of two molecules changes that."""

from dataclasses import dataclass
from functools import cached_property

import numpy as np
from scipy import sparse

from azeotrope.typing import BoolArray, IntArray


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

    def inside(self, group: IntArray, n_groups: int) -> IntArray:
        """Return how many members of each set are in each group, shape `(s, g)`."""
        flat = np.bincount(self.set_index * n_groups + group[self.molecule], minlength=len(self.n_members) * n_groups)
        return flat.reshape(-1, n_groups)


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

    @classmethod
    def of(cls, members: SetMembers, group: IntArray, n_groups: int, weight: IntArray) -> "SetCounts":
        """Count for a grouping, shape `(m,)`, where each set weighs `weight`, shape `(s,)`."""
        inside = members.inside(group, n_groups)
        now = np.asarray(weight @ (inside == members.n_members[:, None]), dtype=np.int64)
        odd_set, odd_molecule, its_others = _odd_ones_out(members, group, inside)
        won = np.zeros((len(group), n_groups), dtype=np.int64)
        np.add.at(won, (odd_molecule, its_others), weight[odd_set])
        shape = (len(odd_set), len(group))
        odd = sparse.csr_array((weight[odd_set], (np.arange(len(odd_set)), odd_molecule)), shape=shape)
        spoiled = (odd.T @ members.incidence[odd_set]).tocsr()
        return cls(group, now, _lost(members, group, inside, weight), won, spoiled)

    def after_swaps(self, one: IntArray, other: IntArray) -> tuple[IntArray, IntArray]:
        """Return the counts of the groups of `one` and of `other` after each swap, both of shape `(a, b)`.

        `one`, shape `(a,)`, are molecules of one group and `other`, shape `(b,)`, molecules of other groups.
        """
        here, there = self.group[one[0]], self.group[other]
        of_one = (self.now[here] - self.lost[one])[:, None] + self.won[other, here] - self.spoiled.T[one][:, other]
        of_other = self.now[there] - self.lost[other] + self.won[one][:, there] - self.spoiled[one][:, other]
        return of_one, of_other


def _lost(members: SetMembers, group: IntArray, inside: IntArray, weight: IntArray) -> IntArray:
    """Weight of the whole sets that each molecule breaks when it leaves its group, shape `(m,)`."""
    whole = inside[members.set_index, group[members.molecule]] == members.n_members[members.set_index]
    lost = np.zeros(len(group), dtype=np.int64)
    np.add.at(lost, members.molecule[whole], weight[members.set_index[whole]])
    return lost


def _odd_ones_out(members: SetMembers, group: IntArray, inside: IntArray) -> tuple[IntArray, IntArray, IntArray]:
    """Sets with all members but one in a group: the set, the odd molecule, and the group of the others."""
    all_but_one: BoolArray = (inside == members.n_members[:, None] - 1)[members.set_index]
    elsewhere = group[members.molecule][:, None] != np.arange(inside.shape[1])
    entry, its_others = np.nonzero(all_but_one & elsewhere)
    return members.set_index[entry], members.molecule[entry], its_others.astype(np.int64)
