"""Molecule split: mixtures made only of molecules that train has never seen."""

from dataclasses import dataclass
from typing import Literal, get_args

import numpy as np

from azeotrope.datasets.table import MixtureTable
from azeotrope.errors import ConfigError, SplitError
from azeotrope.splits.group_search import MIN_ROWS, MIN_SETS
from azeotrope.splits.holdout import hold_out_sets, keep_train_sets
from azeotrope.splits.molecule_groups import molecule_groups, touching_rows, whole_rows
from azeotrope.splits.parts import check_fold, make_split
from azeotrope.splits.rows import is_mixture
from azeotrope.splits.split import Split, SplitFamily
from azeotrope.typing import IntArray

Validation = Literal["component_sets", "molecules"]


@dataclass(frozen=True, kw_only=True)
class MoleculeSplit(SplitFamily):
    """Test is the mixtures made only of one of five groups of molecules; train and validation have none of them.

    Mixtures that contain held-out and other molecules are in no part, and pure rows of held-out molecules are not in
    train. A solute is neither held out nor counted as a component.

    Attributes
    ----------
    validation
        ``component_sets``: one eighth of the rest by whole component sets, so that validation asks for unseen
        combinations; ``molecules``: the next of the five groups, held out in the same way as the test group, so that
        validation asks for unseen molecules as the test does, at the price of a smaller train.
    seed
        Seed of the groups.
    max_train_mixtures
        Number of component sets that stay in train, nested; None keeps all.
    """

    validation: Validation = "component_sets"
    seed: int = 0
    max_train_mixtures: int | None = None

    def __post_init__(self) -> None:
        if self.validation not in get_args(Validation):
            choices = ", ".join(get_args(Validation))
            raise ConfigError(f"validation is {self.validation!r}; choose one of {choices}")

    def split(self, table: MixtureTable, fold: int) -> Split:
        """See `SplitFamily.split`; refused where any fold has fewer than 5 component sets or 20 rows."""
        check_fold(self, fold)
        mixed = is_mixture(table)
        group = molecule_groups(table, self.seed, self.n_folds)
        self._check_folds(table, group)
        test = mixed & whole_rows(table, group, fold)
        rest = ~touching_rows(table, group, fold)
        if self.validation == "molecules":
            held_out = (fold + 1) % self.n_folds
            validation = np.flatnonzero(mixed & whole_rows(table, group, held_out))
            train = np.flatnonzero(rest & ~touching_rows(table, group, held_out))
        else:
            validation = hold_out_sets(table, np.flatnonzero(rest & mixed), self.seed, f"molecule validation {fold}")
            train = np.flatnonzero(rest)
            train = train[~np.isin(train, validation)]
        train = keep_train_sets(table, train, self.max_train_mixtures, self.seed, f"molecule train {fold}")
        notes = (
            f"{int(np.sum(mixed & ~test & ~rest))} mixture rows combine held-out and other molecules: in no part",
            f"{int(np.sum(~mixed & ~rest))} pure rows of held-out molecules: in no part",
        )
        return make_split(train, validation, np.flatnonzero(test), promise="molecule", notes=notes)

    def _check_folds(self, table: MixtureTable, group: IntArray) -> None:
        """Refuse tables in which any fold is too small to be a test."""
        mixed = is_mixture(table)
        tests = [mixed & whole_rows(table, group, fold) for fold in range(self.n_folds)]
        sets = [len(np.unique(table.mixtures.component_set[test])) for test in tests]
        rows = [int(np.sum(test)) for test in tests]
        if min(sets) < MIN_SETS or min(rows) < MIN_ROWS:
            raise SplitError(
                f"too few mixtures are made only of held-out molecules: folds 0 to {self.n_folds - 1} have "
                f"{', '.join(map(str, sets))} component sets (at least {MIN_SETS} are needed) with "
                f"{', '.join(map(str, rows))} rows (at least {MIN_ROWS}); use split=mixture for this data set"
            )
