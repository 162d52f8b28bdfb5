"""A split: three disjoint sets of row indices with a content hash, and the contract of the families that make them."""

import hashlib
from abc import ABC, abstractmethod
from dataclasses import dataclass
from functools import cached_property

import numpy as np

from azeotrope.datasets.table import MixtureTable
from azeotrope.typing import IntArray


@dataclass(frozen=True, eq=False)
class Split:
    """Row indices of one fold, each sorted ascending.

    Attributes
    ----------
    train, validation, test
        Disjoint row indices; rows in none of them are left out on purpose.
    promise
        What test rows must not share with train and validation rows: ``composition``, ``component_set`` or
        ``molecule``; None promises nothing.
    notes
        Sentences for the leakage report, such as rows of a split file that curation dropped.
    """

    train: IntArray
    validation: IntArray
    test: IntArray
    promise: str | None = None
    notes: tuple[str, ...] = ()

    @cached_property
    def content_hash(self) -> str:
        """SHA-256 over the three index arrays, equal on every machine."""
        digest = hashlib.sha256()
        for part in (self.train, self.validation, self.test):
            digest.update(len(part).to_bytes(8, "little"))
            digest.update(np.asarray(part, dtype="<i8").tobytes())
        return digest.hexdigest()


class SplitFamily(ABC):
    """A way to split a table into `n_folds` folds."""

    n_folds = 5

    @abstractmethod
    def split(self, table: MixtureTable, fold: int) -> Split:
        """Return fold `fold` (0-based) of the table.

        Pure rows are never in validation or test unless the family says so. The result depends on the table's
        content, the family's options and the fold alone.

        Raises
        ------
        SplitError
            When a subset would be empty or the data cannot support the family, with the counts.
        """
