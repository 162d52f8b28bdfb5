"""Where a walk through partitions stands, and its steps: to hold a component out, to keep it, and back."""

from math import lcm
from typing import NamedTuple

import numpy as np

from azeotrope.compiled import inlined
from azeotrope.splits.partition_arrays import Incidence
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
        A share of the units (1 is `share[1]`) that may still become test units with it: each is shared equally by the
        members that are not held out yet, so that no choice of components wins more than the sum of theirs.
    n_tested
        Test units with each component so far, shape `(c,)`.
    chosen
        Held-out components, shape `(n_held_out,)`.
    tally
        Test units, touched units, obeying partitions so far, and how many of them were written down.
    best
        Room for the largest promises, shape `(n_held_out,)`.
    share
        A common multiple of all numbers up to the size of the largest set, divided by 0 (taken as 1), 1, 2 and so on.
    """

    n_open: IntArray
    n_kept: IntArray
    gain: IntArray
    loss: IntArray
    promise: IntArray
    n_tested: IntArray
    chosen: IntArray
    tally: IntArray
    best: IntArray
    share: IntArray

    @classmethod
    def start(cls, incidence: Incidence, n_held_out: int) -> "Walk":
        """Stand before the first decision."""
        n_components, size = len(incidence.of_component) - 1, np.diff(incidence.of_set)
        sizes = np.arange(int(size.max(initial=1)) + 1)
        share = lcm(*sizes[1:].tolist()) // np.maximum(sizes, 1)
        set_of_entry = np.repeat(np.arange(len(size)), size)
        gain, loss, promise, n_tested = np.zeros((4, n_components), dtype=np.int64)
        np.add.at(gain, incidence.member, (incidence.weight * (size == 1))[set_of_entry])
        np.add.at(loss, incidence.member, incidence.weight[set_of_entry])
        np.add.at(promise, incidence.member, (incidence.weight * share[size])[set_of_entry])
        chosen, best = np.zeros((2, n_held_out), dtype=np.int64)
        tally = np.zeros(4, dtype=np.int64)
        return cls(size.copy(), np.zeros_like(size), gain, loss, promise, n_tested, chosen, tally, best, share)


@inlined
def hold_out(incidence: Incidence, walk: Walk, v: int, sign: int) -> None:
    """Hold a component out, or with `sign` -1 take that back."""
    for place in range(incidence.of_component[v], incidence.of_component[v + 1]):
        e = incidence.set_index[place]
        n_open = walk.n_open[e] + (sign < 0)
        start, stop, step = incidence.of_set[e], incidence.of_set[e + 1], sign * incidence.weight[e]
        if n_open == stop - start:
            walk.tally[TOUCHED] += step
            for entry in range(start, stop):
                walk.loss[incidence.member[entry]] -= step
        if walk.n_kept[e] == 0:
            walk.tally[TEST] += step * (n_open == 1)
            share = step * (walk.share[n_open - 1] - walk.share[n_open])
            for entry in range(start, stop):
                member = incidence.member[entry]
                walk.promise[member] += share
                walk.gain[member] += step * (n_open == 2)
                walk.n_tested[member] += step * (n_open == 1)
        walk.n_open[e] -= sign


@inlined
def keep(incidence: Incidence, walk: Walk, v: int, sign: int) -> None:
    """Decide that a component is not held out, or with `sign` -1 take that back."""
    for place in range(incidence.of_component[v], incidence.of_component[v + 1]):
        e = incidence.set_index[place]
        if walk.n_kept[e] - (sign < 0) == 0:
            share = sign * incidence.weight[e] * walk.share[walk.n_open[e]]
            for entry in range(incidence.of_set[e], incidence.of_set[e + 1]):
                walk.promise[incidence.member[entry]] -= share
        walk.n_kept[e] += sign
