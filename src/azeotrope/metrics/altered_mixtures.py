"""Mixtures written differently that mean the same: what a consistent model must not tell apart.

Every function returns new mixtures with as many rows and leaves its argument as it is. `chosen_entry` names one entry
of each row, shape `(n,)`.
"""

from dataclasses import replace

import numpy as np

from azeotrope.chemistry.mixtures import Mixtures
from azeotrope.typing import FloatArray, IntArray

TRACE_FRACTION = 1e-6


def reversed_components(mixtures: Mixtures) -> Mixtures:
    """List the components of each row in reverse."""
    return _reordered(mixtures, -np.arange(len(mixtures.component), dtype=np.float64))


def shuffled_components(mixtures: Mixtures, rng: np.random.Generator) -> Mixtures:
    """List the components of each row in a random order."""
    return _reordered(mixtures, rng.random(len(mixtures.component)))


def with_split_component(mixtures: Mixtures, chosen_entry: IntArray) -> Mixtures:
    """Write the chosen component of each row as two entries with half its fraction each, the second one last."""
    half = mixtures.mole_fraction[chosen_entry] / 2.0
    fractions = mixtures.mole_fraction.copy()
    fractions[chosen_entry] = half
    return _with_appended(replace(mixtures, mole_fraction=fractions), mixtures.component[chosen_entry], half)


def with_absent_component(mixtures: Mixtures, guest: IntArray) -> Mixtures:
    """Append the molecule `guest[r]` with fraction 0 to each row `r`."""
    return _with_appended(mixtures, guest, np.zeros(len(mixtures)))


def nearly_pure(mixtures: Mixtures, chosen_entry: IntArray, partner_entry: IntArray) -> Mixtures:
    """Replace each row by a binary of its chosen component with a trace (1e-6) of a partner, in the row's context."""
    entries = np.column_stack([chosen_entry, partner_entry]).reshape(-1)
    return replace(
        mixtures,
        offsets=2 * np.arange(len(mixtures) + 1),
        component=mixtures.component[entries],
        mole_fraction=np.tile([1.0 - TRACE_FRACTION, TRACE_FRACTION], len(mixtures)),
    )


def pure_limit(mixtures: Mixtures, chosen_entry: IntArray) -> Mixtures:
    """Replace each row by its chosen component alone, in the row's context."""
    component = mixtures.component[chosen_entry]
    return Mixtures.pure(mixtures.molecules, component, mixtures.temperature_k, mixtures.solute)


def absent_guests(mixtures: Mixtures, candidates: IntArray, rng: np.random.Generator) -> IntArray:
    """Return for each row a random candidate molecule that it does not hold, shape `(n,)`; -1 where there is none."""
    group = mixtures.molecules.group
    in_row = np.zeros((len(mixtures), len(mixtures.molecules)), dtype=bool)
    in_row[mixtures.row_of_entry, group[mixtures.component]] = True
    taken = in_row[:, group[candidates]]
    preference = np.where(taken, -1.0, rng.random(taken.shape))
    best = preference.argmax(axis=1) if len(candidates) else np.zeros(len(mixtures), dtype=np.int64)
    return np.where(taken.all(axis=1), -1, np.append(candidates, -1)[best])


def _reordered(mixtures: Mixtures, key: FloatArray) -> Mixtures:
    order = np.lexsort((key, mixtures.row_of_entry))
    return replace(mixtures, component=mixtures.component[order], mole_fraction=mixtures.mole_fraction[order])


def _with_appended(mixtures: Mixtures, component: IntArray, fraction: FloatArray) -> Mixtures:
    """Append one entry to each row."""
    ends = mixtures.offsets[1:]
    return replace(
        mixtures,
        offsets=mixtures.offsets + np.arange(len(mixtures) + 1),
        component=np.insert(mixtures.component, ends, component),
        mole_fraction=np.insert(mixtures.mole_fraction, ends, fraction),
    )
