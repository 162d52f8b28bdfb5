"""Folds of rated units that never cut a molecule, equal on every machine and for every order of the rows."""

from dataclasses import dataclass

import numpy as np

from azeotrope.datasets.ratings import RatingsTable
from azeotrope.errors import ConfigError
from azeotrope.splits.order import hash_order
from azeotrope.typing import IntArray


@dataclass(frozen=True, eq=False)
class Fold:
    """Units of one fold; train and test are disjoint and together all units.

    Attributes
    ----------
    train, test
        Unit indices in an order that depends on content alone, so that a learner that samples its rows is the same
        for every order of the table.
    """

    train: IntArray
    test: IntArray


def molecule_folds(table: RatingsTable, n_folds: int, n_repeats: int, seed: int) -> tuple[Fold, ...]:
    """Return `n_repeats` times `n_folds` folds; in each repeat every unit is in one test part.

    Units of the same molecules, such as conflicting spellings, replicates or other fractions of a mixture, are always
    in the same fold. The folds differ by at most one in their number of such groups.

    Parameters
    ----------
    table
        Units with at least `n_folds` different sets of molecules.
    n_folds, n_repeats
        At least 2 and 1.
    seed
        Seed of the order in which molecules are dealt to folds.

    Returns
    -------
    Repeat by repeat.

    Raises
    ------
    ConfigError
        When there are fewer sets of molecules than folds.
    """
    group = table.units.component_set
    names = table.units.component_set_names()
    if len(names) < n_folds:
        raise ConfigError(
            f"{n_folds} folds need at least {n_folds} different molecules, but {table.info.dataset} has {len(names)} "
            "rated ones; choose fewer folds"
        )
    units = np.array(sorted(range(len(table)), key=table.unit_ids.__getitem__), dtype=np.int64)
    folds = []
    for repeat in range(n_repeats):
        place = np.empty(len(names), dtype=np.int64)
        place[hash_order(names, seed, f"audit folds {repeat}")] = np.arange(len(names))
        ordered = units[np.argsort(place[group[units]], kind="stable")]
        fold = place[group[ordered]] % n_folds
        folds += [Fold(ordered[fold != chosen], ordered[fold == chosen]) for chosen in range(n_folds)]
    return tuple(folds)
