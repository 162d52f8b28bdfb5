"""How different partitions are from each other."""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from azeotrope.splits.partition import Partition
from azeotrope.splits.partition_graph import ComponentGraph
from azeotrope.typing import IntArray


@dataclass(frozen=True, eq=False)
class PartitionDiversity:
    """Differences between partitions.

    Attributes
    ----------
    mean_distance, least_distance
        Mean and smallest Jaccard distance between the held-out components of two partitions: 1 minus the share of
        common components in all that either holds out; 0 for equal, 1 for disjoint ones. NaN for one partition.
    n_times_held_out
        How many partitions hold each component out, shape `(c,)`.
    n_times_tested
        In how many partitions each unit is a test unit, shape `(u,)`.
    """

    mean_distance: float
    least_distance: float
    n_times_held_out: IntArray
    n_times_tested: IntArray

    @classmethod
    def of(cls, graph: ComponentGraph, partitions: Sequence[Partition]) -> "PartitionDiversity":
        """Compare all pairs of partitions; `n` of them take memory of `n` squared numbers."""
        held_out = np.array([np.isin(np.arange(graph.n_components), each.held_out) for each in partitions])
        held_out = held_out.reshape(-1, graph.n_components).astype(np.float64)
        tested = [each.test_units for each in partitions] or [np.zeros(0, dtype=np.int64)]
        common = held_out @ held_out.T
        size = held_out.sum(axis=1)
        pairs = np.triu_indices(len(held_out), k=1)
        shared = common[pairs]
        distance = 1 - shared / (size[pairs[0]] + size[pairs[1]] - shared)
        return cls(
            float(distance.mean()) if len(distance) else float("nan"),
            float(distance.min()) if len(distance) else float("nan"),
            held_out.sum(axis=0).astype(np.int64),
            np.bincount(np.concatenate(tested), minlength=graph.n_units),
        )
