"""The graph and the rule as plain arrays and numbers, for compiled code."""

from typing import NamedTuple

import numpy as np

from azeotrope.splits.partition_graph import ComponentGraph
from azeotrope.splits.partition_rule import PartitionRule
from azeotrope.typing import IntArray


class Incidence(NamedTuple):
    """Sets of components and components of sets; a set owns `member[of_set[e]:of_set[e + 1]]`, and the reverse."""

    of_set: IntArray
    member: IntArray
    of_component: IntArray
    set_index: IntArray
    weight: IntArray

    @classmethod
    def of(cls, graph: ComponentGraph, order: IntArray) -> "Incidence":
        """Renumber the components: `order[i]` becomes `i`."""
        place = np.argsort(order)
        member = place[graph.member]
        by_component = np.argsort(member, kind="stable")
        counts = np.bincount(member, minlength=graph.n_components)
        of_component = np.concatenate([[0], np.cumsum(counts)]).astype(np.int64)
        return cls(graph.offsets, member, of_component, graph.set_of_entry[by_component], graph.weight)


class Demand(NamedTuple):
    """A rule; `max_touched` is the most units with a held-out component, which are not train units."""

    n_held_out: int
    min_test: int
    max_touched: int
    every_held_out_in_test: bool

    @classmethod
    def of(cls, graph: ComponentGraph, rule: PartitionRule) -> "Demand":
        """Restate the rule for the graph."""
        max_touched = graph.n_units - rule.min_train_units
        return cls(rule.n_held_out, rule.min_test_units, max_touched, rule.every_held_out_in_test)
