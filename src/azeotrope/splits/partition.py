"""A strict component partition: units of held-out components only, units without any, and those in between."""

from collections.abc import Iterable
from dataclasses import dataclass

import numpy as np

from azeotrope.errors import SplitError
from azeotrope.splits.partition_graph import ComponentGraph
from azeotrope.splits.partition_rule import PartitionRule
from azeotrope.typing import IntArray


@dataclass(frozen=True, eq=False)
class Partition:
    """The held-out components and what follows from them; all indices ascending.

    Attributes
    ----------
    held_out
        Held-out components, as numbered by the graph; `graph.molecule[held_out]` are their molecules.
    test_units
        Units whose components are all held out.
    train_units
        Units none of whose components is held out.
    excluded_units
        Units with components of both kinds.
    n_train_components
        Number of components that occur in a train unit.
    n_untested
        Number of held-out components that occur in no test unit.
    """

    held_out: IntArray
    test_units: IntArray
    train_units: IntArray
    excluded_units: IntArray
    n_train_components: int
    n_untested: int

    @classmethod
    def of(cls, graph: ComponentGraph, held_out: Iterable[int]) -> "Partition":
        """Count what holding out these components gives.

        Raises
        ------
        SplitError
            When a component is named twice or does not exist.
        """
        chosen = np.sort(np.array(list(held_out), dtype=np.int64))
        if len(np.unique(chosen)) < len(chosen) or not np.isin(chosen, np.arange(graph.n_components)).all():
            raise SplitError(
                f"held-out components {chosen.tolist()} are not different whole numbers from 0 to "
                f"{graph.n_components - 1}, which number the components of the graph"
            )
        is_held_out = np.isin(np.arange(graph.n_components), chosen)
        n_held_out = np.bincount(graph.set_of_entry, is_held_out[graph.member], graph.n_sets).astype(np.int64)
        is_test, is_train = n_held_out == graph.size, n_held_out == 0
        in_test, in_train = (graph.member[part[graph.set_of_entry]] for part in (is_test, is_train))
        return cls(
            chosen,
            np.flatnonzero(is_test[graph.set_of_unit]),
            np.flatnonzero(is_train[graph.set_of_unit]),
            np.flatnonzero(~(is_test | is_train)[graph.set_of_unit]),
            len(np.unique(in_train)),
            int(np.sum(~np.isin(chosen, in_test))),
        )

    def obeys(self, rule: PartitionRule) -> bool:
        """Whether the partition is as the rule demands."""
        return (
            len(self.held_out) == rule.n_held_out
            and len(self.test_units) >= rule.min_test_units
            and len(self.train_units) >= rule.min_train_units
            and not (rule.every_held_out_in_test and self.n_untested)
        )
