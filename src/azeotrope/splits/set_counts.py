"""How many component sets lie whole inside each group of molecules, and how a swap of two molecules changes that."""

from dataclasses import dataclass
from functools import cached_property

import numpy as np

from azeotrope.typing import BoolArray, IntArray


@dataclass(frozen=True, eq=False)
class SetMembers:
    """Members of `s` component sets among `m` molecules, one entry per set and member, set by set.

    Attributes
    ----------
    set_index, molecule
        Set, from 0 in rising order, and molecule of each entry, shape `(k,)`; every set has at least two members.
    """

    set_index: IntArray
    molecule: IntArray

    @cached_property
    def n_members(self) -> IntArray:
        """Number of members of each set, shape `(s,)`."""
        return np.bincount(self.set_index)

    @cached_property
    def pairs(self) -> tuple[IntArray, IntArray]:
        """Entries of every ordered pair of two members of one set, both of shape `(p,)`."""
        size = self.n_members[self.set_index]
        first = np.repeat(np.arange(len(size)), size)
        start_of_set = np.cumsum(self.n_members) - self.n_members
        second = start_of_set[self.set_index[first]] + np.arange(len(first)) - np.repeat(np.cumsum(size) - size, size)
        different = first != second
        return first[different], second[different]


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
        `spoiled[a, b]` is the part of `won[a, group[b]]` that needs `b` to stay, shape `(m, m)`.
    """

    group: IntArray
    now: IntArray
    lost: IntArray
    won: IntArray
    spoiled: IntArray

    def after_swaps(self, one: IntArray, other: IntArray) -> tuple[IntArray, IntArray]:
        """Return the counts of the groups of `one` and of `other` after each swap, both of shape `(a, b)`.

        `one`, shape `(a,)`, are molecules of one group and `other`, shape `(b,)`, molecules of other groups.
        """
        here, there = self.group[one[0]], self.group[other]
        spoiled_here, spoiled_there = self.spoiled[np.ix_(other, one)].T, self.spoiled[np.ix_(one, other)]
        of_one = (self.now[here] - self.lost[one])[:, None] + self.won[other, here] - spoiled_here
        of_other = self.now[there] - self.lost[other] + self.won[one][:, there] - spoiled_there
        return of_one, of_other


@dataclass(frozen=True, eq=False)
class Grouping:
    """A group for each molecule, shape `(m,)`, numbered below `n_groups`."""

    members: SetMembers
    group: IntArray
    n_groups: int

    def count(self, weight: IntArray) -> SetCounts:
        """Count the whole sets of each group, where each set weighs `weight`, shape `(s,)`."""
        n_molecules, molecule = len(self.group), self.members.molecule
        weight_of_entry = weight[self.members.set_index]
        whole = self._inside == self.members.n_members[:, None]
        broken = whole[self.members.set_index, self.group[molecule]]
        lost = np.zeros(n_molecules, dtype=np.int64)
        np.add.at(lost, molecule[broken], weight_of_entry[broken])
        odd, its_others = self._odd_ones_out
        won = np.zeros((n_molecules, self.n_groups), dtype=np.int64)
        np.add.at(won, (molecule[odd], its_others), weight_of_entry[odd])
        odd, companion = self._companions
        spoiled = np.zeros((n_molecules, n_molecules), dtype=np.int64)
        np.add.at(spoiled, (molecule[odd], molecule[companion]), weight_of_entry[odd])
        return SetCounts(self.group, np.asarray(weight @ whole, dtype=np.int64), lost, won, spoiled)

    @cached_property
    def _inside(self) -> IntArray:
        """How many members of each set are in each group, shape `(s, g)`."""
        flat = self.members.set_index * self.n_groups + self.group[self.members.molecule]
        n_sets = len(self.members.n_members)
        return np.bincount(flat, minlength=n_sets * self.n_groups).reshape(n_sets, self.n_groups)

    @cached_property
    def _odd_ones_out(self) -> tuple[IntArray, IntArray]:
        """Entries whose set has all its other members in one group, and that group."""
        all_but_one = self._inside == self.members.n_members[:, None] - 1
        elsewhere: BoolArray = self.group[self.members.molecule][:, None] != np.arange(self.n_groups)
        odd, its_others = np.nonzero(all_but_one[self.members.set_index] & elsewhere)
        return odd.astype(np.int64), its_others.astype(np.int64)

    @cached_property
    def _companions(self) -> tuple[IntArray, IntArray]:
        """Odd entries, once for each other member of their set, and the entries of those members."""
        first, second = self.members.pairs
        is_odd = np.zeros(len(self.members.molecule), dtype=np.bool_)
        is_odd[self._odd_ones_out[0]] = True
        chosen = is_odd[first]
        return first[chosen], second[chosen]
