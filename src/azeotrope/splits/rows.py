"""What the split families ask of a table's rows: mixture or pure, and a key that names the row's content."""

from itertools import pairwise

import numpy as np

from azeotrope.datasets.table import MixtureTable
from azeotrope.typing import BoolArray, IntArray

MICRO = 1e6


def is_mixture(table: MixtureTable) -> BoolArray:
    """Return True for rows of at least two different molecules, shape `(n,)`.

    Molecules are identity groups: where stereo isomers count as one molecule, a mixture of two isomers is a pure
    compound here and is treated as one by every split family.
    """
    group = table.mixtures.molecules.group[table.mixtures.component]
    start = table.mixtures.offsets[:-1]
    return np.asarray(np.minimum.reduceat(group, start) != np.maximum.reduceat(group, start), dtype=np.bool_)


def row_keys(table: MixtureTable, rows: IntArray) -> list[str]:
    """Return one key per row that names its composition and context.

    The key holds the InChIs with their mole fractions, the temperature and the solute's InChI; numbers are rounded
    to 1e-6, far above the last digit in which machines may differ. Curated rows have distinct keys.
    """
    mixtures = table.mixtures.take(rows)
    inchi = mixtures.molecules.inchi
    order = np.lexsort((mixtures.component, mixtures.row_of_entry))
    parts = np.round(mixtures.mole_fraction[order] * MICRO).astype(np.int64).tolist()
    entries = [f"{inchi[i]}:{part}" for i, part in zip(mixtures.component[order].tolist(), parts, strict=True)]
    bounds = mixtures.offsets.tolist()
    keys = [" ".join(entries[start:stop]) for start, stop in pairwise(bounds)]
    if mixtures.temperature_k is not None:
        kelvins = np.round(mixtures.temperature_k * MICRO).tolist()
        keys = [f"{key}|{kelvin:.0f}" for key, kelvin in zip(keys, kelvins, strict=True)]
    if mixtures.solute is not None:
        keys = [f"{key}|{inchi[solute]}" for key, solute in zip(keys, mixtures.solute.tolist(), strict=True)]
    return keys
