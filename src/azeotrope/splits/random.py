"""Random split of mixture rows: the comparison point, which leaks compositions and component sets on purpose."""

from dataclasses import dataclass

import numpy as np

from azeotrope.datasets.table import MixtureTable
from azeotrope.errors import SplitError
from azeotrope.splits.holdout import eighth, keep_train_sets
from azeotrope.splits.order import hash_order
from azeotrope.splits.parts import check_fold, make_split
from azeotrope.splits.rows import is_mixture, row_keys
from azeotrope.splits.split import Split, SplitFamily


@dataclass(frozen=True, kw_only=True)
class RandomSplit(SplitFamily):
    """Test is one fifth of the mixture rows, validation one eighth of the others; all pure rows train.

    It measures interpolation between rows of the same mixtures and promises nothing; the leakage report says how
    many test rows have their composition in train.

    Attributes
    ----------
    seed
        Seed of the order of rows.
    max_train_mixtures
        Number of component sets whose rows stay in train; None keeps all.
    """

    seed: int = 0
    max_train_mixtures: int | None = None

    def split(self, table: MixtureTable, fold: int) -> Split:
        """See `SplitFamily.split`; refused with fewer mixture rows than folds."""
        check_fold(self, fold)
        mixed = is_mixture(table)
        rows = np.flatnonzero(mixed)
        if len(rows) < self.n_folds:
            raise SplitError(f"{self.n_folds} folds need as many mixture rows, but the table has {len(rows)}")
        keys = row_keys(table, rows)
        order = hash_order(keys, self.seed, "random test")
        test, rest = order[fold :: self.n_folds], np.delete(order, slice(fold, None, self.n_folds))
        rest = rest[hash_order([keys[i] for i in rest], self.seed, f"random validation {fold}")]
        validation, train = np.split(rest, [eighth(len(rest))])
        train = np.concatenate([np.flatnonzero(~mixed), rows[train]])
        train = keep_train_sets(table, train, self.max_train_mixtures, self.seed, f"random train {fold}")
        return make_split(train, rows[validation], rows[test], promise=None)
