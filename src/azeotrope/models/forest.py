"""A forest of regression trees as plain arrays, independent of the library it grew in."""

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from azeotrope.typing import FloatArray

if TYPE_CHECKING:
    from sklearn.ensemble import RandomForestRegressor

ROWS_AT_ONCE = 1024
LEAF = -1


@dataclass(frozen=True, eq=False)
class Forest:
    """The nodes of all trees, one tree after the other.

    Attributes
    ----------
    roots
        Index of the root of each tree, shape `(t,)`.
    feature
        Column that an inner node looks at, shape `(nodes,)`; -1 marks a leaf.
    number
        Threshold of an inner node, prediction of a leaf, shape `(nodes,)`.
    children
        Node for values up to the threshold, and node for larger ones, shape `(nodes, 2)`; a leaf is its own child.
    """

    roots: NDArray[np.int32]
    feature: NDArray[np.int32]
    number: FloatArray
    children: NDArray[np.int32]

    @classmethod
    def of(cls, grown: "RandomForestRegressor") -> "Forest":
        """Return the trees of a fitted scikit-learn forest for one output."""
        trees = [estimator.tree_ for estimator in grown.estimators_]

        def joined(name: str) -> NDArray[Any]:
            return np.concatenate([getattr(tree, name).reshape(-1) for tree in trees])

        sizes = [tree.node_count for tree in trees]
        roots = np.cumsum([0, *sizes[:-1]])
        is_leaf = joined("children_left") < 0
        below = np.column_stack([joined("children_left"), joined("children_right")]) + np.repeat(roots, sizes)[:, None]
        own = np.arange(len(is_leaf))[:, None]
        return cls(
            roots.astype(np.int32),
            np.where(is_leaf, LEAF, joined("feature")).astype(np.int32),
            np.where(is_leaf, joined("value"), joined("threshold")),
            np.where(is_leaf[:, None], own, below).astype(np.int32),
        )

    def predict(self, features: FloatArray) -> FloatArray:
        """Return the mean prediction of the trees for each row of features `(n, d)`, shape `(n,)`; also for no rows."""
        prediction = np.empty(len(features))
        for start in range(0, len(features), ROWS_AT_ONCE):
            rows = slice(start, start + ROWS_AT_ONCE)
            prediction[rows] = self.number[self._leaves(features[rows].astype(np.float32))].mean(axis=1)
        return prediction

    def _leaves(self, features: NDArray[np.float32]) -> NDArray[np.int32]:
        """Leaf of each row in each tree, shape `(n, t)`; all descend together until none can."""
        row = np.arange(len(features))[:, None]
        node = np.repeat(self.roots[None, :], len(features), axis=0)
        while True:
            column = self.feature[node]
            if (column == LEAF).all():
                return node
            is_larger = features[row, column] > self.number[node]
            node = self.children[node, is_larger.astype(np.int64)]
