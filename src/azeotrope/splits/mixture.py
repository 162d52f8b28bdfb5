"""Mixture split: whole component sets are held out, so the test asks for unseen combinations of known molecules."""

import heapq
from dataclasses import dataclass

import numpy as np

from azeotrope.datasets.table import MixtureTable
from azeotrope.errors import SplitError
from azeotrope.splits.holdout import hold_out_sets, keep_train_sets
from azeotrope.splits.order import hash_order
from azeotrope.splits.parts import check_fold, make_split
from azeotrope.splits.rows import is_mixture
from azeotrope.splits.split import Split, SplitFamily
from azeotrope.typing import IntArray


@dataclass(frozen=True, kw_only=True)
class MixtureSplit(SplitFamily):
    """Test is one fifth of the mixture rows by whole component sets, validation one eighth of the rest, likewise.

    The solute is not part of a component set. Pure rows are always in train, and the molecules of a test mixture
    may appear in other mixtures of train.

    Attributes
    ----------
    seed
        Seed of the order of component sets.
    max_train_mixtures
        Number of component sets that stay in train, nested; None keeps all.
    """

    seed: int = 0
    max_train_mixtures: int | None = None

    def split(self, table: MixtureTable, fold: int) -> Split:
        """See `SplitFamily.split`; refused with fewer component sets than folds."""
        check_fold(self, fold)
        mixed = is_mixture(table)
        rows = np.flatnonzero(mixed)
        in_test = balanced_folds(table, rows, self.seed, self.n_folds) == fold
        rest = rows[~in_test]
        validation = hold_out_sets(table, rest, self.seed, f"mixture validation {fold}")
        train = np.concatenate([np.flatnonzero(~mixed), rest[~np.isin(rest, validation)]])
        train = keep_train_sets(table, train, self.max_train_mixtures, self.seed, f"mixture train {fold}")
        return make_split(train, validation, rows[in_test], promise="component_set")


def balanced_folds(table: MixtureTable, rows: IntArray, seed: int, n_folds: int) -> IntArray:
    """Return the fold of each of the given mixture rows, whole component sets together, balanced in rows.

    Sets go from largest to smallest, ties in seeded order, each to the fold with the fewest rows so far. The largest
    fold exceeds the smallest by at most the size of the largest set.

    Raises
    ------
    SplitError
        When there are fewer component sets than folds.
    """
    sets, inverse, size = np.unique(table.mixtures.component_set[rows], return_inverse=True, return_counts=True)
    if len(sets) < n_folds:
        raise SplitError(f"{n_folds} folds need as many component sets, but the table has {len(sets)}")
    names = table.mixtures.component_set_names()
    order = hash_order([names[i] for i in sets], seed, "mixture test")
    order = order[np.argsort(-size[order], kind="stable")]
    filled = [(0, fold) for fold in range(n_folds)]
    fold_of_set = np.empty(len(sets), dtype=np.int64)
    for position in order:
        count, fold = filled[0]
        fold_of_set[position] = fold
        heapq.heapreplace(filled, (count + int(size[position]), fold))
    return fold_of_set[inverse.reshape(-1)]
