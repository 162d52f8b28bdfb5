"""Compiled walk through every partition that obeys a rule, in a fixed order."""

from math import lcm
from typing import NamedTuple

import numba
import numpy as np

from azeotrope.splits.partition_arrays import Demand, Incidence
from azeotrope.typing import IntArray

TEST, TOUCHED, FOUND, KEPT = range(4)


class Walk(NamedTuple):
    """Where the walk stands; components are decided one after the other, held out or not.

    Attributes
    ----------
    n_open
        Members of each set that are not held out yet, shape `(s,)`.
    n_kept
        Members of each set that were decided not to be held out, shape `(s,)`.
    gain
        Test units won by holding out a component now, shape `(c,)`.
    loss
        Train units lost by it, shape `(c,)`.
    promise
        `scale` times a share of the units that may still become test units with it: each is shared equally by the
        members that are not held out yet, so that no choice of components wins more than the sum of theirs.
    n_tested
        Test units with each component so far, shape `(c,)`.
    chosen
        Held-out components, shape `(n_held_out,)`.
    tally
        Test units, touched units, obeying partitions so far, and how many of them were written down.
    scale
        A common multiple of all numbers up to the size of the largest set.
    """

    n_open: IntArray
    n_kept: IntArray
    gain: IntArray
    loss: IntArray
    promise: IntArray
    n_tested: IntArray
    chosen: IntArray
    tally: IntArray
    scale: int

    @classmethod
    def start(cls, incidence: Incidence, n_held_out: int) -> "Walk":
        """Stand before the first decision."""
        n_components, size = len(incidence.of_component) - 1, np.diff(incidence.of_set)
        scale = lcm(*range(1, int(size.max(initial=1)) + 1))
        set_of_entry = np.repeat(np.arange(len(size)), size)
        gain, loss, promise, n_tested = np.zeros((4, n_components), dtype=np.int64)
        np.add.at(gain, incidence.member, (incidence.weight * (size == 1))[set_of_entry])
        np.add.at(loss, incidence.member, incidence.weight[set_of_entry])
        np.add.at(promise, incidence.member, (incidence.weight * (scale // size))[set_of_entry])
        chosen, tally = np.zeros(n_held_out, dtype=np.int64), np.zeros(4, dtype=np.int64)
        return cls(size.copy(), np.zeros_like(size), gain, loss, promise, n_tested, chosen, tally, scale)


@numba.njit(cache=True, nogil=True)
def visit(
    incidence: Incidence, demand: Demand, walk: Walk, first: int, left: int, ranks: IntArray, found: IntArray
) -> None:
    """Visit all obeying partitions that hold out what is chosen and `left` more components, from `first` on.

    The partition that is met as number `ranks[i]` (ascending, from 0) is written to `found[i]`.
    """
    if left == 1:
        _visit_last(incidence, demand, walk, first, ranks, found)
        return
    v = first
    while v + left <= len(walk.gain) and _may_obey(demand, walk, v, left):
        _hold_out(incidence, walk, v, 1)
        walk.chosen[demand.n_held_out - left] = v
        visit(incidence, demand, walk, v + 1, left - 1, ranks, found)
        _hold_out(incidence, walk, v, -1)
        _keep(incidence, walk, v, 1)
        v += 1
    while v > first:
        v -= 1
        _keep(incidence, walk, v, -1)


@numba.njit(cache=True, nogil=True)
def _visit_last(
    incidence: Incidence, demand: Demand, walk: Walk, first: int, ranks: IntArray, found: IntArray
) -> None:
    """Try every component from `first` on as the last one."""
    last = demand.n_held_out - 1
    for v in range(first, len(walk.gain)):
        if walk.tally[TEST] + walk.gain[v] < demand.min_test or walk.tally[TOUCHED] + walk.loss[v] > demand.max_touched:
            continue
        if demand.every_held_out_in_test and not _all_tested(incidence, walk, v, last):
            continue
        if walk.tally[KEPT] < len(ranks) and walk.tally[FOUND] == ranks[walk.tally[KEPT]]:
            walk.chosen[last] = v
            found[walk.tally[KEPT]] = walk.chosen
            walk.tally[KEPT] += 1
        walk.tally[FOUND] += 1


@numba.njit(cache=True, nogil=True)
def _all_tested(incidence: Incidence, walk: Walk, v: int, n_chosen: int) -> bool:
    """Whether each chosen component and `v` would occur in a test unit if `v` were the last to be held out."""
    if walk.gain[v] == 0:
        return False
    for u in walk.chosen[:n_chosen]:
        if walk.n_tested[u] == 0 and not _completes(incidence, walk, u, v):
            return False
    return True


@numba.njit(cache=True, nogil=True)
def _completes(incidence: Incidence, walk: Walk, u: int, v: int) -> bool:
    """Whether `v` is all that is missing from a set of `u`."""
    for place in range(incidence.of_component[u], incidence.of_component[u + 1]):
        e = incidence.set_index[place]
        if walk.n_open[e] == 1:
            for member in incidence.member[incidence.of_set[e] : incidence.of_set[e + 1]]:
                if member == v:
                    return True
    return False


@numba.njit(cache=True, nogil=True)
def _may_obey(demand: Demand, walk: Walk, first: int, left: int) -> bool:
    """Whether `left` components from `first` on might still win the test units that are wanted."""
    best = np.zeros(left, dtype=np.int64)
    for promise in walk.promise[first:]:
        place = left - 1
        if promise > best[place]:
            while place > 0 and best[place - 1] < promise:
                best[place] = best[place - 1]
                place -= 1
            best[place] = promise
    enough = walk.scale * (demand.min_test - walk.tally[TEST]) <= best.sum()
    return enough and walk.tally[TOUCHED] <= demand.max_touched


@numba.njit(cache=True, nogil=True)
def _hold_out(incidence: Incidence, walk: Walk, v: int, sign: int) -> None:
    """Hold a component out, or with `sign` -1 take that back."""
    for place in range(incidence.of_component[v], incidence.of_component[v + 1]):
        e = incidence.set_index[place]
        n_open = walk.n_open[e] + (sign < 0)
        step = sign * incidence.weight[e]
        members = incidence.member[incidence.of_set[e] : incidence.of_set[e + 1]]
        if n_open == len(members):
            walk.tally[TOUCHED] += step
            for member in members:
                walk.loss[member] -= step
        if walk.n_kept[e] == 0:
            _approach(walk, members, n_open, step)
        walk.n_open[e] -= sign


@numba.njit(cache=True, nogil=True)
def _approach(walk: Walk, members: IntArray, n_open: int, step: int) -> None:
    """Credit a set of `n_open` open members with one less."""
    if n_open == 1:
        walk.tally[TEST] += step
    for member in members:
        if n_open == 1:
            walk.n_tested[member] += step
        else:
            walk.promise[member] += step * (walk.scale // (n_open - 1) - walk.scale // n_open)
            walk.gain[member] += step * (n_open == 2)


@numba.njit(cache=True, nogil=True)
def _keep(incidence: Incidence, walk: Walk, v: int, sign: int) -> None:
    """Decide that a component is not held out, or with `sign` -1 take that back."""
    for place in range(incidence.of_component[v], incidence.of_component[v + 1]):
        e = incidence.set_index[place]
        if walk.n_kept[e] - (sign < 0) == 0:
            share = sign * incidence.weight[e] * (walk.scale // walk.n_open[e])
            for member in incidence.member[incidence.of_set[e] : incidence.of_set[e + 1]]:
                walk.promise[member] -= share
        walk.n_kept[e] += sign
