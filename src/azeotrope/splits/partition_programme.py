"""The search for a partition as an integer programme."""

from dataclasses import dataclass
from functools import cached_property

import numpy as np
from scipy.optimize import Bounds, LinearConstraint, milp
from scipy.sparse import csr_array, eye_array, hstack, vstack

from azeotrope.splits.partition_graph import ComponentGraph
from azeotrope.splits.partition_rule import PartitionRule, Quantity
from azeotrope.typing import BoolArray, FloatArray, IntArray


@dataclass(frozen=True, eq=False)
class PartitionProgramme:
    """A rule on a graph as inequalities over variables between 0 and 1.

    The variables are held out `x` (one per component), test `y` and train `z` (one per component set), in this order.
    A set is a test set at most as much as each member is held out, and a train set at most as much as each is not::

        y[e] - x[v] <= 0,  z[e] + x[v] <= 1                    for each entry (e, v)
        x[v] - sum of y[e] over the sets e of v <= 0           for each v, where every held-out one must be tested
        -sum of weight y <= -min_test_units,  -sum of weight z <= -min_train_units
        sum of x <= n_held_out,  -sum of x <= -n_held_out

    With `x` whole, the largest `y` and `z` are whole too.
    """

    graph: ComponentGraph
    rule: PartitionRule

    @cached_property
    def matrix(self) -> csr_array:
        """Whole coefficients, one row per inequality in the order above, shape `(rows, c + 2 s)`."""
        graph = self.graph
        ones = np.ones(len(graph.member), dtype=np.int64)
        entries = np.arange(len(graph.member))
        component = csr_array((ones, (entries, graph.member)), shape=(len(entries), graph.n_components))
        belongs = csr_array((ones, (entries, graph.set_of_entry)), shape=(len(entries), graph.n_sets))
        nothing = csr_array(belongs.shape, dtype=np.int64)
        blocks = [hstack([-component, belongs, nothing]), hstack([component, nothing, belongs])]
        if self.rule.every_held_out_in_test:
            sets_of = component.T @ belongs
            blocks.append(hstack([eye_array(graph.n_components, dtype=np.int64), -sets_of, 0 * sets_of]))
        return csr_array(vstack([*blocks, csr_array(self._totals)]))

    @cached_property
    def limit(self) -> IntArray:
        """Right-hand side of each inequality, shape `(rows,)`."""
        rule, n_entries = self.rule, len(self.graph.member)
        totals = [-rule.min_test_units, -rule.min_train_units, rule.n_held_out, -rule.n_held_out]
        return np.repeat([0, 1, 0, *totals], [n_entries, n_entries, self.n_cover, 1, 1, 1, 1]).astype(np.int64)

    @property
    def n_cover(self) -> int:
        """Number of inequalities that demand that a held-out component is tested."""
        return self.graph.n_components if self.rule.every_held_out_in_test else 0

    @cached_property
    def is_demand(self) -> BoolArray:
        """True for what the rule demands, False for what `y` and `z` mean; shape `(rows,)`."""
        return np.arange(len(self.limit)) >= 2 * len(self.graph.member)

    def propose(self, quantity: Quantity) -> IntArray | None:
        """Return held-out components with as many units of a kind as the solver finds, or None where it finds none.

        The solver works with floating-point numbers: nothing is proved, and the caller must count.
        """
        graph = self.graph
        if not graph.n_sets:
            return None
        gain = {"test_units": self._totals[0], "train_units": self._totals[1]}[quantity]
        solved = milp(
            gain.astype(np.float64),
            integrality=(np.arange(len(gain)) < graph.n_components).astype(np.int64),
            bounds=Bounds(0, 1),
            constraints=LinearConstraint(self.matrix.astype(np.float64), ub=self.limit),
        )
        if solved.x is None:
            return None
        held_out: FloatArray = solved.x[: graph.n_components]
        return np.flatnonzero(held_out > 0.5)

    @property
    def _totals(self) -> IntArray:
        """The last four rows: test units, train units, and the number of held-out components from both sides."""
        component, sets = np.ones(self.graph.n_components, dtype=np.int64), self.graph.weight
        rows = ((0, -1, 0), (0, 0, -1), (1, 0, 0), (-1, 0, 0))
        return np.array([np.concatenate([a * component, b * sets, c * sets]) for a, b, c in rows])
