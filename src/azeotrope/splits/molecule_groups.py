"""Five equal groups of molecules that keep as many component sets whole as the poorest group allows."""

from functools import lru_cache

import numpy as np

from azeotrope.datasets.table import MixtureTable
from azeotrope.splits.group_search import swap_while_it_helps
from azeotrope.splits.order import hash_order
from azeotrope.splits.rows import is_mixture
from azeotrope.splits.set_counts import SetMembers
from azeotrope.typing import BoolArray, IntArray


@lru_cache(maxsize=2)
def molecule_groups(table: MixtureTable, seed: int, n_groups: int) -> IntArray:
    """Return the group of each molecule of the table, shape `(m,)`; -1 for molecules that no mixture contains.

    The molecules of the mixtures (identity groups, without solutes) are dealt in a seeded order to groups that are
    equal in size to within one; then `swap_while_it_helps` exchanges molecules. The 539 molecules and 3,216 component
    sets of viscosity take about two seconds, so the last two results are kept for the other folds of a table.

    Parameters
    ----------
    table
        Curated rows; without mixtures every molecule gets -1.
    seed
        Seed of the order from which the search starts.
    n_groups
        Number of groups.
    """
    mixtures = table.mixtures.take(is_mixture(table))
    identity = mixtures.molecules.group
    _, first, rows = np.unique(mixtures.component_set, return_index=True, return_counts=True)
    sets = mixtures.take(first)
    pairs = np.unique(np.column_stack([sets.row_of_entry, identity[sets.component]]), axis=0)
    molecules = np.unique(pairs[:, 1])
    molecules = molecules[hash_order([sets.molecules.inchi[i] for i in molecules], seed, "molecule groups")]
    place = np.full(len(identity), -1, dtype=np.int64)
    place[molecules] = np.arange(len(molecules))
    dealt = np.arange(len(molecules)) % n_groups
    if len(molecules) >= n_groups:
        dealt = swap_while_it_helps(SetMembers(pairs[:, 0], place[pairs[:, 1]]), rows, dealt, n_groups)
    groups = np.append(dealt, -1)[place[identity]]
    groups.setflags(write=False)
    return groups


def whole_rows(table: MixtureTable, group: IntArray, chosen: int) -> BoolArray:
    """Return True for rows whose molecules are all in the chosen group, shape `(n,)`."""
    mixtures = table.mixtures
    return np.logical_and.reduceat(group[mixtures.component] == chosen, mixtures.offsets[:-1])


def touching_rows(table: MixtureTable, group: IntArray, chosen: int) -> BoolArray:
    """Return True for rows with at least one molecule in the chosen group, shape `(n,)`."""
    mixtures = table.mixtures
    return np.logical_or.reduceat(group[mixtures.component] == chosen, mixtures.offsets[:-1])
