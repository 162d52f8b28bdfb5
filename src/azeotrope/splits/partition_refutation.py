"""Branch and bound that either meets a partition or proves, in whole numbers, that there is none."""

from dataclasses import dataclass, field
from functools import cached_property

import numpy as np
from scipy.optimize import linprog
from scipy.sparse import csr_array, hstack

from azeotrope.errors import SplitError
from azeotrope.splits.partition import Partition
from azeotrope.splits.partition_certificate import Branch, Contradiction, Refutation
from azeotrope.splits.partition_graph import ComponentGraph
from azeotrope.splits.partition_programme import PartitionProgramme
from azeotrope.splits.partition_rule import PartitionRule
from azeotrope.typing import FloatArray, IntArray

MAX_PROGRAMMES = 100_000
SCALES = tuple(2**power for power in range(4, 31, 2))
TOLERANCE = 1e-6


def refute(graph: ComponentGraph, rule: PartitionRule) -> Partition | Refutation:
    """Return a partition that obeys the rule, or why there is none.

    Cases are told apart by the component that occurs in most units. In each case a linear programme makes the largest
    violation of a demand as small as possible; where that is not 0, its dual values, rounded to whole numbers, are the
    multipliers of a contradiction. Rounding is safe, since each contradiction is recomputed in whole numbers.

    Raises
    ------
    SplitError
        When the question is still open after 100,000 linear programmes.
    """
    search = _Search(PartitionProgramme(graph, rule))
    return search.settle(np.zeros(graph.n_components), np.ones(graph.n_components))


@dataclass(eq=False)
class _Search:
    """Depth-first search over cases, each a box of `x` between `low` and `high`."""

    programme: PartitionProgramme
    n_programmes: int = field(default=0, init=False)

    def settle(self, low: FloatArray, high: FloatArray) -> Partition | Refutation:
        """Return a partition in the box, or refute that there is one."""
        graph = self.programme.graph
        x, multiplier = self._relax(low, high)
        contradiction = self._contradiction(multiplier, low, high)
        if contradiction is not None:
            return contradiction
        fractional = np.minimum(x, 1 - x) > TOLERANCE
        if not fractional.any():
            met = Partition.of(graph, np.flatnonzero(x > 0.5))
            if met.obeys(self.programme.rule):
                return met
        undecided = fractional if fractional.any() else low < high
        component = int(np.argmax(np.where(undecided, graph.degree, -1)))
        cases = []
        for value in (0.0, 1.0):
            inside = np.arange(graph.n_components) == component
            case = self.settle(np.where(inside, value, low), np.where(inside, value, high))
            if isinstance(case, Partition):
                return case
            cases.append(case)
        return Branch(component, *cases)

    def _relax(self, low: FloatArray, high: FloatArray) -> tuple[FloatArray, FloatArray]:
        """Return `x` of the least violated relaxation and the dual values of its inequalities, not negative."""
        self.n_programmes += 1
        if self.n_programmes > MAX_PROGRAMMES:
            raise SplitError(
                f"whether a partition obeys {self.programme.rule} is still open after {MAX_PROGRAMMES} linear "
                "programmes; ask for more units, or hold out fewer components"
            )
        n_sets = 2 * self.programme.graph.n_sets
        low, high = (np.r_[low, np.zeros(n_sets + 1)], np.r_[high, np.ones(n_sets), np.inf])
        cost = np.r_[np.zeros(len(low) - 1), 1.0]
        solved = linprog(
            cost, self._elastic, self.programme.limit, bounds=np.column_stack([low, high]), method="highs-ds"
        )
        if solved.status != 0:
            raise SplitError(f"the solver failed on a linear programme of the partition search: {solved.message}")
        return solved.x[: self.programme.graph.n_components], np.maximum(-solved.ineqlin.marginals, 0.0)

    @cached_property
    def _elastic(self) -> csr_array:
        """The inequalities with one more variable, by which every demand may be violated."""
        violation = csr_array(-self.programme.is_demand[:, None].astype(np.float64))
        return csr_array(hstack([self.programme.matrix.astype(np.float64), violation]))

    def _contradiction(self, multiplier: FloatArray, low: FloatArray, high: FloatArray) -> Contradiction | None:
        """Return the multipliers on the coarsest scale that keeps them contradictory in the box, or None."""
        n_sets = 2 * self.programme.graph.n_sets
        least = np.concatenate([low, np.zeros(n_sets)]).astype(np.int64)
        most = np.concatenate([high, np.ones(n_sets)]).astype(np.int64)
        for scale in SCALES:
            whole = np.rint(multiplier * scale).astype(np.int64)
            total = whole @ self.programme.matrix
            if np.sum(np.where(total > 0, total * least, total * most)) > whole @ self.programme.limit:
                return self._name(whole)
        return None

    def _name(self, whole: IntArray) -> Contradiction:
        """Name the inequalities that the multipliers belong to."""
        graph, n_cover = self.programme.graph, self.programme.n_cover
        n_entries = len(graph.member)
        in_test, in_train, tested, rest = np.split(whole, np.cumsum([n_entries, n_entries, n_cover]))
        test, train, at_most, at_least = rest.tolist()
        return Contradiction(
            held_out=at_least - at_most,
            test=test,
            train=train,
            in_test=_entries(graph, in_test),
            in_train=_entries(graph, in_train),
            tested=tuple((int(v), int(tested[v])) for v in np.flatnonzero(tested)),
        )


def _entries(graph: ComponentGraph, multiplier: IntArray) -> tuple[tuple[int, int, int], ...]:
    """Component set, component and multiplier of each entry whose multiplier is not 0."""
    used = np.flatnonzero(multiplier)
    columns = (graph.set_of_entry[used], graph.member[used], multiplier[used])
    return tuple(zip(*(column.tolist() for column in columns), strict=True))
