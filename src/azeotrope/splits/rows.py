"""What the split families ask of a table's rows: mixture or pure, and a key that names the row's content."""

from collections.abc import Callable

import numpy as np

from azeotrope.chemistry.dense_ids import dense_ids, first_rows, joint_ids, ragged_ids
from azeotrope.chemistry.mixtures import Mixtures
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
    texts = [_compositions(mixtures)]
    if mixtures.temperature_k is not None:
        kelvin = np.round(mixtures.temperature_k * MICRO)
        texts.append(_repeated(dense_ids(kelvin), lambda row: f"{kelvin[row]:.0f}"))
    if mixtures.solute is not None:
        texts.append([mixtures.molecules.inchi[solute] for solute in mixtures.solute.tolist()])
    return ["|".join(parts) for parts in zip(*texts, strict=True)]


def _compositions(mixtures: Mixtures) -> list[str]:
    """InChIs of each row in rising order, with their mole fractions."""
    inchi, bounds = mixtures.molecules.inchi, mixtures.offsets
    order = np.lexsort((mixtures.component, mixtures.row_of_entry))
    component, part = mixtures.component[order], np.round(mixtures.mole_fraction[order] * MICRO).astype(np.int64)

    def text(row: int) -> str:
        entries = slice(bounds[row], bounds[row + 1])
        return " ".join(f"{inchi[i]}:{n}" for i, n in zip(component[entries], part[entries], strict=True))

    return _repeated(ragged_ids(bounds, joint_ids(component, part)), text)


def _repeated(ids: IntArray, text_of_row: Callable[[int], str]) -> list[str]:
    """Text of each row, made once for all rows of a dense id."""
    texts = [text_of_row(row) for row in first_rows(ids)]
    return [texts[i] for i in ids.tolist()]
