"""Greedy search for equal groups of molecules whose poorest group keeps as many component sets whole as possible."""

from collections.abc import Sequence
from operator import itemgetter

import numpy as np

from azeotrope.splits.set_counts import Grouping, SetCounts, SetMembers
from azeotrope.typing import IntArray

MIN_SETS = 5
MIN_ROWS = 20


def swap_while_it_helps(members: SetMembers, rows: IntArray, dealt: IntArray, n_groups: int) -> IntArray:
    """Swap two molecules of different groups, always the best pair, until no swap improves the grouping.

    What counts, in this order: the smallest number of whole component sets and then of their rows in a group, each
    only up to the `MIN_SETS` and `MIN_ROWS` that a fold needs; the smallest number of sets; the second smallest, and
    so on. Of equally good swaps the one that leaves more rows in the poorest groups is made, then the first in the
    order of the molecules. A maximum of the sum instead would degenerate into one giant group.

    Parameters
    ----------
    members
        Members of `s` component sets among `m` molecules.
    rows
        Number of rows of each set, shape `(s,)`.
    dealt
        Group of each molecule to start from, shape `(m,)`; at least two groups are in use.
    n_groups
        Number of groups.

    Returns
    -------
    Group of each molecule, shape `(m,)`, a local optimum. Every swap costs `O(m^2 / n_groups)`.
    """
    group = dealt.copy()
    while True:
        grouping = Grouping(members, group, n_groups)
        swap = _helpful_swap(grouping.count(np.ones_like(rows)), grouping.count(rows))
        if swap is None:
            return group
        group[swap] = group[swap[::-1]]


def _helpful_swap(sets: SetCounts, rows: SetCounts) -> IntArray | None:
    """Best swap that improves the grouping, or None.

    A swap that lifts the poorest group takes part in it, so the other groups are searched only if there is none.
    """
    lacks_rows = sets.now.min() >= MIN_SETS and rows.now.min() < MIN_ROWS
    scarce = rows.now if lacks_rows else sets.now
    poorest = np.flatnonzero(scarce == scarce.min()).tolist()
    now = _merit(sets.now[None], rows.now[None])[:, 0].tolist()
    judged = len(now) - len(rows.now)
    for groups in (poorest, range(len(scarce))):
        merit, swap = max((_best_swap_of(chosen, sets, rows) for chosen in groups), key=itemgetter(0))
        if merit[:judged] > now[:judged]:
            return np.array(swap)
    return None


def _best_swap_of(chosen: int, sets: SetCounts, rows: SetCounts) -> tuple[list[int], tuple[int, int]]:
    """Merit and molecules of the best swap between the chosen group and all others."""
    mine = sets.group == chosen
    one, other = np.flatnonzero(mine), np.flatnonzero(~mine)
    theirs = sets.group[other]
    sets_after, rows_after = sets.after_swaps(one, other), rows.after_swaps(one, other)
    fitness = _fitness(_fewest(sets.now, chosen, theirs, sets_after), _fewest(rows.now, chosen, theirs, rows_after))
    a, b = np.nonzero(fitness == fitness.max())
    merit = _merit(
        _all_counts(sets.now, chosen, theirs[b], [after[a, b] for after in sets_after]),
        _all_counts(rows.now, chosen, theirs[b], [after[a, b] for after in rows_after]),
    )
    winner = _first_largest(merit)
    return merit[:, winner].tolist(), (int(one[a[winner]]), int(other[b[winner]]))


def _fewest(now: IntArray, chosen: int, theirs: IntArray, after: Sequence[IntArray]) -> IntArray:
    """Smallest count of any group after each swap of the chosen group with `theirs`, shape `(a, b)`."""
    groups = np.arange(len(now))
    left_out = (groups == groups[:, None]) | (groups == chosen)
    elsewhere = np.where(left_out, np.iinfo(np.int64).max, now).min(axis=1)
    fewest: IntArray = np.minimum(np.minimum(after[0], after[1]), elsewhere[theirs])
    return fewest


def _all_counts(now: IntArray, chosen: int, theirs: IntArray, after: Sequence[IntArray]) -> IntArray:
    """Counts of all groups after each swap of the chosen group with `theirs`, shape `(swaps, g)`."""
    counts = np.tile(now, (len(theirs), 1))
    counts[:, chosen] = after[0]
    counts[np.arange(len(theirs)), theirs] = after[1]
    return counts


def _fitness(fewest_sets: IntArray, fewest_rows: IntArray) -> IntArray:
    """One number for what is compared first: fewest sets and rows as far as a fold needs them, then fewest sets."""
    enough = np.minimum(fewest_sets, MIN_SETS) * (MIN_ROWS + 1) + np.minimum(fewest_rows, MIN_ROWS)
    return enough * 2**32 + fewest_sets


def _merit(sets: IntArray, rows: IntArray) -> IntArray:
    """All that is compared: the fitness, then sets and rows from the poorest group to the richest, one per column."""
    sets, rows = np.sort(sets, axis=1), np.sort(rows, axis=1)
    return np.vstack([_fitness(sets[:, 0], rows[:, 0]), sets.T, rows.T])


def _first_largest(columns: IntArray) -> int:
    """Position of the largest column, compared from the top down; the first of equals."""
    alive = np.arange(columns.shape[1])
    for row in columns:
        alive = alive[row[alive] == row[alive].max()]
    return int(alive[0])
