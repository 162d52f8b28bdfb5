"""Choosing whole component sets: one eighth for validation, and N of train for a learning curve."""

import numpy as np

from azeotrope.datasets.table import MixtureTable
from azeotrope.errors import SplitError
from azeotrope.splits.order import hash_order
from azeotrope.splits.rows import is_mixture
from azeotrope.typing import IntArray

VALIDATION_ONE_IN = 8


def eighth(count: int) -> int:
    """Return the size of one eighth of `count` things, rounded to nearest and at least 1."""
    return max(1, round(count / VALIDATION_ONE_IN))


def hold_out_sets(table: MixtureTable, rows: IntArray, seed: int, salt: str) -> IntArray:
    """Return the rows of whole component sets that hold about one eighth of the given rows.

    Sets larger than the eighth cannot be chosen; of the others a first stretch of the seeded order is taken, the one
    whose number of rows is nearest to the eighth. The result is therefore never empty and between half and one and
    a half eighths where there are enough small sets; if every set is larger, the smallest one is taken.

    Parameters
    ----------
    rows
        Mixture rows to choose from, at least one.
    seed, salt
        See `hash_order`.
    """
    sets, size = _sets_in_order(table, rows, seed, salt)
    target = len(rows) / VALIDATION_ONE_IN
    small = size <= target
    if not small.any():
        small = np.arange(len(sets)) == np.argmin(size)
    distance = np.abs(np.cumsum(size[small]) - target)
    chosen = sets[small][: int(np.argmin(distance)) + 1]
    return rows[np.isin(table.mixtures.component_set[rows], chosen)]


def keep_train_sets(table: MixtureTable, train: IntArray, count: int | None, seed: int, salt: str) -> IntArray:
    """Return the train rows of the first `count` component sets in a seeded order, and all pure rows.

    The sets kept for a smaller count are among those kept for a larger one. None keeps everything; 0 keeps the pure
    rows only.

    Raises
    ------
    SplitError
        When the count is negative or larger than the number of component sets in train.
    """
    if count is None:
        return train
    mixed = is_mixture(table)[train]
    sets, _ = _sets_in_order(table, train[mixed], seed, salt)
    if not 0 <= count <= len(sets):
        raise SplitError(
            f"max_train_mixtures={count} is not possible: train of this fold has {len(sets)} component sets; "
            f"choose a number from 0 to {len(sets)}, or null for all"
        )
    return train[~mixed | np.isin(table.mixtures.component_set[train], sets[:count])]


def _sets_in_order(table: MixtureTable, rows: IntArray, seed: int, salt: str) -> tuple[IntArray, IntArray]:
    """Ids of the component sets of the rows in seeded order, and how many of the rows each has."""
    sets, size = np.unique(table.mixtures.component_set[rows], return_counts=True)
    names = table.mixtures.component_set_names()
    order = hash_order([names[i] for i in sets], seed, salt)
    return sets[order], size[order]
