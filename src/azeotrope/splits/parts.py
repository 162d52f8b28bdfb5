"""The checks that every split passes: the fold exists, no part is empty, and no row is in two parts."""

from typing import Literal

import numpy as np

from azeotrope.datasets.table import MixtureTable
from azeotrope.errors import SplitError
from azeotrope.splits.split import Split, SplitFamily
from azeotrope.typing import IntArray

Promise = Literal["composition", "component_set", "molecule"]
PROMISES: tuple[Promise, ...] = ("composition", "component_set", "molecule")
PARTS = ("train", "validation", "test")


def check_fold(family: SplitFamily, fold: int) -> None:
    """Raise SplitError unless the family has the fold."""
    if not isinstance(fold, int | np.integer) or not 0 <= fold < family.n_folds:
        raise SplitError(f"fold {fold!r} does not exist: {type(family).__name__} has folds 0 to {family.n_folds - 1}")


def make_split(
    train: IntArray,
    validation: IntArray,
    test: IntArray,
    promise: Promise | None,
    notes: tuple[str, ...] = (),
) -> Split:
    """Return the split with its row indices sorted.

    Raises
    ------
    SplitError
        When a part is empty or a row is in two parts.
    """
    split = Split(np.sort(train), np.sort(validation), np.sort(test), promise, notes)
    check_parts(split)
    return split


def check_parts(split: Split) -> None:
    """Raise SplitError when a part is empty or a row is in two parts."""
    parts = {name: getattr(split, name) for name in PARTS}
    if not all(len(rows) for rows in parts.values()):
        counts = ", ".join(f"{len(rows)} {name}" for name, rows in parts.items())
        raise SplitError(f"a part of the split is empty ({counts} rows); the table is too small for this split")
    named, times = np.unique(np.concatenate(list(parts.values())), return_counts=True)
    repeated = named[times > 1]
    if len(repeated):
        where = [name for name, rows in parts.items() for _ in range(int(np.sum(rows == repeated[0])))]
        raise SplitError(
            f"{len(repeated)} rows are in more than one place: row {repeated[0]} is in {' and '.join(where)}"
        )


def check_rows(table: MixtureTable, split: Split) -> None:
    """Raise SplitError when the split names rows that the table does not have."""
    for name in PARTS:
        rows = getattr(split, name)
        outside = rows[(rows < 0) | (rows >= len(table))]
        if len(outside):
            raise SplitError(f"{name} names row {int(outside[0])}, but the table has {len(table)} rows")
