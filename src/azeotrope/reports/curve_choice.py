"""Which binary system a mixing curve shows."""

from dataclasses import dataclass

import numpy as np

from azeotrope.chemistry.dense_ids import first_rows, joint_ids
from azeotrope.chemistry.mixtures import Mixtures
from azeotrope.datasets.dataset import Dataset
from azeotrope.datasets.references import ideal_values
from azeotrope.typing import FloatArray, IntArray

BINARY = 2


@dataclass(frozen=True)
class BinarySystem:
    """Two molecules in one context.

    Attributes
    ----------
    first, second
        Molecule indices in the table; the mole fraction on the curve is that of the first.
    temperature_k
        Kelvin, or None where the property has no temperature.
    solute
        Molecule index, or None where there is no solute.
    rows
        Table rows of the system among the rows that were asked about, ascending.
    """

    first: int
    second: int
    temperature_k: float | None
    solute: int | None
    rows: IntArray


def choose_system(dataset: Dataset, rows: IntArray) -> BinarySystem | None:
    """Return the binary system at one temperature and solute that shows a mixing curve best.

    Systems whose ideal line is known (both pure references measured) come first, then those with the most distinct
    compositions, then the one with the larger absolute excess, then the one whose first row comes earlier.

    Parameters
    ----------
    dataset
        The data set.
    rows
        Table rows to choose from, shape `(n,)`, such as a test set.

    Returns
    -------
    None when no row has exactly two components (stereo isomers that the data set treats as one do not count).
    """
    binary = binary_rows(dataset.table.mixtures, np.sort(rows))
    if len(binary) == 0:
        return None
    mixtures = dataset.table.mixtures.take(binary)
    system = system_ids(mixtures)
    chosen = _best_system(system, count_compositions(mixtures, system), _absolute_excess(dataset, binary))
    return system_of(dataset.table.mixtures, binary[chosen])


def system_ids(mixtures: Mixtures) -> IntArray:
    """Return the dense id of each row's component set, temperature and solute, shape `(n,)`."""
    return joint_ids(mixtures.component_set, mixtures.context)


def count_compositions(mixtures: Mixtures, system: IntArray) -> IntArray:
    """Return the number of distinct compositions of each system, shape `(s,)`, from the system of each row."""
    distinct = first_rows(joint_ids(system, mixtures.composition))
    return np.bincount(system[distinct], minlength=system.max(initial=-1) + 1)


def system_of(mixtures: Mixtures, rows: IntArray) -> BinarySystem:
    """Return the system that at least one row of it, all of one system, stands for."""
    row = int(rows[0])
    first, second = mixtures.component[mixtures.offsets[row] :][:2]
    return BinarySystem(
        int(first),
        int(second),
        None if mixtures.temperature_k is None else float(mixtures.temperature_k[row]),
        None if mixtures.solute is None else int(mixtures.solute[row]),
        rows,
    )


def rows_of_system(mixtures: Mixtures, system: BinarySystem) -> IntArray:
    """Return all rows with the system's component set and context, shape `(n,)`."""
    same = mixtures.component_set == mixtures.component_set[system.rows[0]]
    if mixtures.temperature_k is not None:
        same &= mixtures.temperature_k == system.temperature_k
    if mixtures.solute is not None:
        same &= mixtures.solute == system.solute
    return np.flatnonzero(same)


def binary_rows(mixtures: Mixtures, rows: IntArray) -> IntArray:
    """Return those of the rows that have two components of different identity groups, in their order."""
    pairs: IntArray = rows[mixtures.n_components[rows] == BINARY]
    group = mixtures.molecules.group[mixtures.component]
    start = mixtures.offsets[pairs]
    distinct: IntArray = pairs[group[start] != group[start + 1]]
    return distinct


def _absolute_excess(dataset: Dataset, rows: IntArray) -> FloatArray:
    """Absolute excess of the rows, NaN where unknown; the rest of a large table is not looked at."""
    references = np.flatnonzero(dataset.table.mixtures.is_pure)
    part = dataset.table.take(np.r_[rows, references])
    ideal = ideal_values(part, dataset.info.mixing_rule, dataset.info.reference_temperature_bin_k)
    return np.abs(part.value - ideal)[: len(rows)]


def _best_system(system: IntArray, n_compositions: IntArray, excess: FloatArray) -> IntArray:
    """Positions of the winning system; `system` is a dense id, so the one that comes first has the lowest."""
    n_systems = len(n_compositions)
    known = np.bincount(system, np.isfinite(excess), minlength=n_systems) > 0
    largest = np.zeros(n_systems)
    np.fmax.at(largest, system, excess)
    merit = np.lexsort((-np.arange(n_systems), np.where(known, largest, 0.0), n_compositions, known))
    return np.flatnonzero(system == merit[-1])
