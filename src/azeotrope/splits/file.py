"""Split from a file: published folds, given as rows of the raw mixture file."""

from dataclasses import dataclass
from pathlib import Path

import numpy as np

from azeotrope.datasets.table import MixtureTable
from azeotrope.errors import ConfigError
from azeotrope.splits.holdout import keep_train_sets
from azeotrope.splits.overlap import Overlap
from azeotrope.splits.parts import PROMISES, Promise, make_split
from azeotrope.splits.raw_rows import RawRows, parts_of_rows
from azeotrope.splits.rows import is_mixture
from azeotrope.splits.split import Split, SplitFamily
from azeotrope.splits.split_file import read_fold

TRAIN, VALIDATION, TEST = range(3)
UNNAMED = -1


@dataclass(frozen=True, kw_only=True)
class FileSplit(SplitFamily):
    """Folds as a CSV gives them: columns ``fold,row_index,part``, part being ``train``, ``validation`` or ``test``.

    `row_index` is the 0-based data row of the raw mixture file, before curation. Raw rows that curation dropped and
    mixture rows that the file does not name are left out and counted in the notes. Pure rows that it does not name
    are in train, but with the promise ``molecule`` those of test molecules are left out.

    Attributes
    ----------
    path
        The CSV file; its folds are those it names.
    promise
        What the folds claim that test rows do not share with train and validation: ``composition``,
        ``component_set`` or ``molecule``; None claims nothing.
    mixture_file
        Name of the raw file that `row_index` counts in; None takes the one that gave the most mixture rows.
    raw_rows
        Number of data rows of that raw file. None takes it to end at its last curated row, which is wrong, and said
        so in the error, only where curation dropped the last rows of the file and the split names them.
    max_train_mixtures
        Number of component sets that stay in train, nested; None keeps all.
    seed
        Seed of the order in which component sets stay in train; it does not change the folds.
    """

    path: str
    promise: Promise | None = None
    mixture_file: str | None = None
    raw_rows: int | None = None
    max_train_mixtures: int | None = None
    seed: int = 0

    def __post_init__(self) -> None:
        if self.promise is not None and self.promise not in PROMISES:
            raise ConfigError(f"promise is {self.promise!r}; choose null or one of {', '.join(PROMISES)}")

    def split(self, table: MixtureTable, fold: int) -> Split:
        """See `SplitFamily.split`; refused where the file is faulty or cuts a replicate group between parts."""
        path = Path(self.path).expanduser()
        raw = RawRows.of(table, self.mixture_file, self.raw_rows)
        part, notes = parts_of_rows(table, raw, read_fold(path, fold), path)
        pure = ~is_mixture(table)
        named_train, validation, test = (np.flatnonzero(part == code) for code in (TRAIN, VALIDATION, TEST))
        unnamed_pure = np.flatnonzero((part == UNNAMED) & pure)
        if self.promise == "molecule":
            unnamed_pure = unnamed_pure[~Overlap.of(table, unnamed_pure, test).molecule]
        train = np.concatenate([named_train, unnamed_pure])
        train = keep_train_sets(table, train, self.max_train_mixtures, self.seed, f"file train {fold}")
        left_out = int(np.sum((part == UNNAMED) & ~pure))
        notes += (f"{left_out} mixture rows of the table are not named in fold {fold}: left out",) if left_out else ()
        return make_split(train, validation, test, promise=self.promise, notes=notes)
