"""How many partitions obey a rule, exactly, and all of them or any of them by number."""

import numpy as np

from azeotrope.splits.partition_arrays import Demand, Incidence
from azeotrope.splits.partition_graph import ComponentGraph
from azeotrope.splits.partition_rule import PartitionRule
from azeotrope.splits.partition_steps import FOUND, Walk
from azeotrope.splits.partition_walk import visit
from azeotrope.typing import IntArray


def count_partitions(graph: ComponentGraph, rule: PartitionRule) -> int:
    """Return the exact number of partitions that obey the rule.

    Every set of `n_held_out` components is either visited or left out together with others that cannot win enough test
    units. The time grows with the number of obeying partitions: about a minute for a billion, and next to none where
    few obey. It is also a second proof, of another kind, that none has more units than a certificate says.

    Raises
    ------
    SplitError
        When there are fewer components than must be held out.
    """
    return _walk(graph, rule, np.zeros(0, dtype=np.int64))[0]


def partitions_by_rank(graph: ComponentGraph, rule: PartitionRule, ranks: IntArray) -> IntArray:
    """Return the held-out components of the partitions with the given numbers.

    Parameters
    ----------
    graph, rule
        The rule and the graph that it is about.
    ranks
        Numbers from 0 to one less than `count_partitions`, ascending, all different, shape `(n,)`. The numbering is
        fixed, but without meaning.

    Returns
    -------
    Components as numbered by the graph, ascending in each row, shape `(n, n_held_out)`.
    """
    return _walk(graph, rule, ranks)[1]


def _walk(graph: ComponentGraph, rule: PartitionRule, ranks: IntArray) -> tuple[int, IntArray]:
    """Visit all obeying partitions, components of many units first, and return their number and those asked for."""
    rule.check_fits(graph)
    order = np.argsort(-graph.degree, kind="stable")
    incidence, demand = Incidence.of(graph, order), Demand.of(graph, rule)
    walk = Walk.start(incidence, rule.n_held_out)
    found = np.zeros((len(ranks), rule.n_held_out), dtype=np.int64)
    visit(incidence, demand, walk, 0, rule.n_held_out, ranks, found)
    return int(walk.tally[FOUND]), np.sort(order[found], axis=1)
