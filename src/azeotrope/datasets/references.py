"""Pure references matched by exact context, and the ideal values that follow from them."""

import numpy as np

from azeotrope.chemistry.dense_ids import joint_ids
from azeotrope.chemistry.mixing_rules import MixingRule
from azeotrope.chemistry.mixtures import Mixtures
from azeotrope.datasets.table import MixtureTable
from azeotrope.typing import FloatArray, IntArray


def pure_values(table: MixtureTable, temperature_bin_k: float | None = None) -> FloatArray:
    """Return the measured pure value of each entry in its row's context.

    An entry's reference is the mean over the table's pure rows of the same molecule (identity group) and solute at
    the same temperature, or in the same temperature bin.

    Parameters
    ----------
    table
        Curated rows, pure and mixed.
    temperature_bin_k
        Bin width in kelvin; None asks for equal temperatures (to 1e-6 K).

    Returns
    -------
    Shape `(k,)`, in the table's unit; NaN where no pure row matches.
    """
    mixtures = table.mixtures
    ids = _entry_ids(mixtures, temperature_bin_k)
    pure_entry = mixtures.is_pure[mixtures.row_of_entry]
    counts = np.bincount(ids[pure_entry], minlength=ids.max(initial=-1) + 1)
    sums = np.bincount(ids[pure_entry], table.value[mixtures.row_of_entry[pure_entry]], minlength=len(counts))
    means: FloatArray = np.divide(sums, counts, out=np.full(len(counts), np.nan), where=counts > 0)
    return means[ids]


def ideal_values(table: MixtureTable, rule: MixingRule, temperature_bin_k: float | None = None) -> FloatArray:
    """Return the ideal value of each row from measured pure values, shape `(n,)`; NaN where one is missing."""
    return rule.ideal(table.mixtures, pure_values(table, temperature_bin_k))


def _entry_ids(mixtures: Mixtures, temperature_bin_k: float | None) -> IntArray:
    """Dense id of each entry's identity group, temperature and solute, shape `(k,)`."""
    context = np.zeros(len(mixtures), dtype=np.int64)
    if mixtures.temperature_k is not None:
        width = 1e-6 if temperature_bin_k is None else temperature_bin_k
        context = np.round(mixtures.temperature_k / width).astype(np.int64)
    if mixtures.solute is not None:
        context = joint_ids(context, mixtures.molecules.group[mixtures.solute])
    return joint_ids(mixtures.molecules.group[mixtures.component], context[mixtures.row_of_entry])
