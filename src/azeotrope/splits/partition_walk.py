"""Compiled walk through every partition that obeys a rule, in a fixed order."""

from azeotrope.compiled import compiled, inlined
from azeotrope.splits.partition_arrays import Demand, Incidence
from azeotrope.splits.partition_steps import FOUND, KEPT, TEST, TOUCHED, Walk, hold_out, keep
from azeotrope.typing import IntArray


@compiled
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
        hold_out(incidence, walk, v, 1)
        walk.chosen[demand.n_held_out - left] = v
        visit(incidence, demand, walk, v + 1, left - 1, ranks, found)
        hold_out(incidence, walk, v, -1)
        keep(incidence, walk, v, 1)
        v += 1
    while v > first:
        v -= 1
        keep(incidence, walk, v, -1)


@inlined
def _visit_last(incidence: Incidence, demand: Demand, walk: Walk, first: int, ranks: IntArray, found: IntArray) -> None:
    """Try every component from `first` on as the last one."""
    last = demand.n_held_out - 1
    wanted, spare = demand.min_test - walk.tally[TEST], demand.max_touched - walk.tally[TOUCHED]
    n_found, n_kept = walk.tally[FOUND], walk.tally[KEPT]
    for v in range(first, len(walk.gain)):
        if walk.gain[v] < wanted or walk.loss[v] > spare:
            continue
        if demand.every_held_out_in_test and not _all_tested(incidence, walk, v, last):
            continue
        if n_kept < len(ranks) and n_found == ranks[n_kept]:
            walk.chosen[last] = v
            found[n_kept] = walk.chosen
            n_kept += 1
        n_found += 1
    walk.tally[FOUND], walk.tally[KEPT] = n_found, n_kept


@inlined
def _all_tested(incidence: Incidence, walk: Walk, v: int, n_chosen: int) -> bool:
    """Whether each chosen component and `v` would occur in a test unit if `v` were the last to be held out."""
    if walk.gain[v] == 0:
        return False
    for i in range(n_chosen):
        u = walk.chosen[i]
        if walk.n_tested[u] == 0 and not _completes(incidence, walk, u, v):
            return False
    return True


@inlined
def _completes(incidence: Incidence, walk: Walk, u: int, v: int) -> bool:
    """Whether `v` is all that is missing from a set of `u`."""
    for place in range(incidence.of_component[u], incidence.of_component[u + 1]):
        e = incidence.set_index[place]
        if walk.n_open[e] == 1:
            for entry in range(incidence.of_set[e], incidence.of_set[e + 1]):
                if incidence.member[entry] == v:
                    return True
    return False


@inlined
def _may_obey(demand: Demand, walk: Walk, first: int, left: int) -> bool:
    """Whether `left` components from `first` on might still win the test units that are wanted."""
    best = walk.best
    best[:left] = 0
    for v in range(first, len(walk.promise)):
        place, promise = left - 1, walk.promise[v]
        if promise > best[place]:
            while place > 0 and best[place - 1] < promise:
                best[place] = best[place - 1]
                place -= 1
            best[place] = promise
    enough = walk.share[1] * (demand.min_test - walk.tally[TEST]) <= best[:left].sum()
    return bool(enough and walk.tally[TOUCHED] <= demand.max_touched)
