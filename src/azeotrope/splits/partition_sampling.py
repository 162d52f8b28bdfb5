"""Partitions drawn at random from all that obey a rule, every one as probable as every other."""

from dataclasses import dataclass
from math import comb

import numpy as np

from azeotrope.errors import SplitError
from azeotrope.splits.partition import Partition
from azeotrope.splits.partition_arrays import Demand, Incidence
from azeotrope.splits.partition_draws import draw
from azeotrope.splits.partition_enumeration import count_partitions, partitions_by_rank
from azeotrope.splits.partition_graph import ComponentGraph
from azeotrope.splits.partition_rule import PartitionRule
from azeotrope.typing import IntArray

MAX_DRAWS = 20_000_000
FEW_SETS = 5_000_000


@dataclass(frozen=True, eq=False)
class PartitionSample:
    """Different partitions that obey a rule.

    Attributes
    ----------
    partitions
        The partitions, in the order in which they were drawn.
    n_existing
        Exact number of partitions that obey the rule, or None where they were not counted.
    n_drawn
        Number of component sets drawn until enough obeyed, or 0 where the partitions were drawn by number.
    """

    partitions: tuple[Partition, ...]
    n_existing: int | None
    n_drawn: int

    @property
    def is_complete(self) -> bool:
        """Whether these are all the partitions that exist."""
        return len(self.partitions) == self.n_existing


def sample_partitions(graph: ComponentGraph, rule: PartitionRule, n: int, seed: int) -> PartitionSample:
    """Draw `n` different partitions that obey the rule; all there are where fewer exist.

    The sample is uniform without replacement, and so neither favours large test sets nor depends on a start, as a
    Markov chain would. Sets of `n_held_out` components are drawn, and those that obey are kept. Where this is hopeless
    (fewer than `n` in 20 million) or not worth while (at most 5 million sets in all), the obeying ones are counted
    and drawn by number; that takes long only where a tiny share of all sets obeys and yet they are billions.

    Parameters
    ----------
    graph, rule
        The rule and the graph that it is about.
    n
        Number of partitions wanted, at least 1.
    seed
        Seed of the drawing; it gives the same sample on every machine.

    Raises
    ------
    SplitError
        When `n` is below 1, or there are fewer components than must be held out.
    """
    if n < 1:
        raise SplitError(f"a sample of {n} partitions was asked for; ask for at least 1")
    rule.check_fits(graph)
    rng = np.random.default_rng(seed)
    if comb(graph.n_components, rule.n_held_out) > FEW_SETS:
        held_out, n_drawn = _draw(graph, rule, n, rng)
        if len(held_out) == n:
            return PartitionSample(_partitions(graph, held_out), None, n_drawn)
    n_existing = count_partitions(graph, rule)
    ranks = rng.choice(n_existing, size=min(n, n_existing), replace=False) if n_existing else np.zeros(0, np.int64)
    held_out = partitions_by_rank(graph, rule, np.sort(ranks))[np.argsort(np.argsort(ranks))]
    return PartitionSample(_partitions(graph, held_out), n_existing, 0)


def _draw(graph: ComponentGraph, rule: PartitionRule, n: int, rng: np.random.Generator) -> tuple[IntArray, int]:
    """Return up to `n` different obeying sets, shape `(n, n_held_out)`, and the number of sets drawn for them."""
    incidence, demand = Incidence.of(graph, np.arange(graph.n_components)), Demand.of(graph, rule)
    distinct: dict[tuple[int, ...], None] = {}
    n_drawn = 0
    while len(distinct) < n and n_drawn < MAX_DRAWS:
        found = np.zeros((n - len(distinct), rule.n_held_out), dtype=np.int64)
        n_found, drawn = draw(rng, incidence, demand, MAX_DRAWS - n_drawn, found)
        n_drawn += drawn
        distinct.update(dict.fromkeys(map(tuple, np.sort(found[:n_found], axis=1).tolist())))
    return np.array(list(distinct), dtype=np.int64).reshape(-1, rule.n_held_out), n_drawn


def _partitions(graph: ComponentGraph, held_out: IntArray) -> tuple[Partition, ...]:
    return tuple(Partition.of(graph, row) for row in held_out)
