"""Five equal groups of molecules that keep as many component sets whole as the poorest group allows."""

from operator import itemgetter

import numpy as np

from azeotrope.datasets.table import MixtureTable
from azeotrope.splits.order import hash_order
from azeotrope.splits.rows import is_mixture
from azeotrope.splits.set_counts import SetMembers, SetCounts
from azeotrope.typing import BoolArray, IntArray

MIN_SETS = 5
MIN_ROWS = 20


def molecule_groups(table: MixtureTable, seed: int, n_groups: int = 5) -> IntArray:
    """Return the group of each molecule of the table, shape `(m,)`; -1 for molecules that no mixture contains.

    The molecules of the mixtures (identity groups, without solutes) are dealt in a seeded order to groups that are
    equal in size to within one. Then two molecules of different groups change places as long as that helps, always
    the pair that helps most. What counts, in this order: the smallest number of whole component sets in a group; the
    smallest number of their rows, up to the 20 that a fold needs; the second smallest number of sets, and so on. Of
    equally good swaps the one with the most rows in the poorest groups is made, then the first in seeded order.

    This is a local optimum. The cost of a swap is `O(m^2)`: 539 molecules of viscosity take about a second.

    Parameters
    ----------
    table
        Curated rows; without mixtures every molecule gets -1.
    seed
        Seed of the order from which the search starts.
    n_groups
        Number of groups.
    """
    mixtures = table.mixtures.take(is_mixture(table))
    _, first, size = np.unique(mixtures.component_set, return_index=True, return_counts=True)
    chosen = mixtures.take(first)
    identity = chosen.molecules.group
    pairs = np.unique(np.column_stack([chosen.row_of_entry, identity[chosen.component]]), axis=0)
    molecules = np.unique(pairs[:, 1])
    molecules = molecules[hash_order([chosen.molecules.inchi[i] for i in molecules], seed, "molecule groups")]
    place = np.full(len(chosen.molecules), -1, dtype=np.int64)
    place[molecules] = np.arange(len(molecules))
    dealt = np.arange(len(molecules)) % n_groups
    if len(molecules) > n_groups:
        dealt = _improve(SetMembers(pairs[:, 0], place[pairs[:, 1]]), size, dealt, n_groups)
    return np.append(dealt, -1)[place[identity]]


def whole_rows(table: MixtureTable, group: IntArray, chosen: int) -> BoolArray:
    """Return True for rows whose molecules are all in the chosen group, shape `(n,)`."""
    mixtures = table.mixtures
    return np.logical_and.reduceat(group[mixtures.component] == chosen, mixtures.offsets[:-1])


def touching_rows(table: MixtureTable, group: IntArray, chosen: int) -> BoolArray:
    """Return True for rows with at least one molecule in the chosen group, shape `(n,)`."""
    mixtures = table.mixtures
    return np.logical_or.reduceat(group[mixtures.component] == chosen, mixtures.offsets[:-1])


def _improve(members: SetMembers, rows: IntArray, dealt: IntArray, n_groups: int) -> IntArray:
    """Swap molecules between groups until no swap helps."""
    group = dealt.copy()
    while True:
        sets_now = SetCounts.of(members, group, n_groups, np.ones_like(rows))
        rows_now = SetCounts.of(members, group, n_groups, rows)
        swap = _helpful_swap(sets_now, rows_now)
        if swap is None:
            return group
        group[swap] = group[swap[::-1]]


def _helpful_swap(sets: SetCounts, rows: SetCounts) -> IntArray | None:
    """Best swap that improves the grouping, or None.

    A swap that lifts the poorest group takes part in it, so the other groups are searched only if there is none.
    """
    lacks_rows = sets.now.min() >= MIN_SETS and rows.now.min() < MIN_ROWS
    scarce = rows.now if lacks_rows else sets.now
    poorest = np.flatnonzero(scarce == scarce.min())
    now = _merit(sets.now[None], rows.now[None])[:, 0].tolist()
    judged = len(now) - len(rows.now)
    for groups in (poorest, np.arange(len(scarce))):
        merit, swap = max((_best_swap_of(chosen, sets, rows) for chosen in groups), key=itemgetter(0))
        if merit[:judged] > now[:judged]:
            return np.array(swap)
    return None


def _best_swap_of(chosen: int, sets: SetCounts, rows: SetCounts) -> tuple[list[int], tuple[int, int]]:
    """Merit and molecules of the best swap between the chosen group and all others."""
    mine = sets.group == chosen
    one, other = np.flatnonzero(mine), np.flatnonzero(~mine)
    sets_after, rows_after = sets.after_swaps(one, other), rows.after_swaps(one, other)
    fewest_sets = _fewest(sets_after, sets.now, chosen, sets.group[other])
    fewest_rows = _fewest(rows_after, rows.now, chosen, sets.group[other])
    fitness = _fitness(fewest_sets, fewest_rows)
    a, b = np.nonzero(fitness == fitness.max())
    after = [
        _counts_after(counts.now, chosen, sets.group[other[b]], pair[0][a, b], pair[1][a, b])
        for counts, pair in ((sets, sets_after), (rows, rows_after))
    ]
    merit = _merit(*after)
    winner = _largest(merit)[0]
    return merit[:, winner].tolist(), (int(one[a[winner]]), int(other[b[winner]]))


def _fewest(after: tuple[IntArray, IntArray], now: IntArray, chosen: int, their_group: IntArray) -> IntArray:
    """Smallest count of any group after each swap, shape `(a, b)`."""
    groups = np.arange(len(now))
    left_out = (groups == groups[:, None]) | (groups == chosen)
    elsewhere = np.where(left_out, np.iinfo(np.int64).max, now).min(axis=1)
    return np.minimum(np.minimum(*after), elsewhere[their_group])


def _counts_after(now: IntArray, chosen: int, theirs: IntArray, mine_after: IntArray, their_after: IntArray) -> IntArray:
    """Counts of all groups after each swap, shape `(swaps, g)`."""
    after = np.tile(now, (len(theirs), 1))
    after[:, chosen] = mine_after
    after[np.arange(len(theirs)), theirs] = their_after
    return after


def _fitness(fewest_sets: IntArray, fewest_rows: IntArray) -> IntArray:
    """One number for what is compared first: fewest sets and rows as far as a fold needs them, then fewest sets."""
    enough = np.minimum(fewest_sets, MIN_SETS) * (MIN_ROWS + 1) + np.minimum(fewest_rows, MIN_ROWS)
    return enough * 2**32 + fewest_sets


def _merit(sets: IntArray, rows: IntArray) -> IntArray:
    """All that is compared: the fitness, then sets and rows from the poorest group to the richest, one per column."""
    sets, rows = np.sort(sets, axis=1), np.sort(rows, axis=1)
    return np.vstack([_fitness(sets[:, 0], rows[:, 0]), sets.T, rows.T])


def _largest(columns: IntArray) -> IntArray:
    """Positions of the largest columns, compared from the top down, in rising order."""
    alive = np.arange(columns.shape[1])
    for row in columns:
        alive = alive[row[alive] == row[alive].max()]
    return alive
