"""Replicates: rows of equal composition and context are averaged, their spread is the noise floor."""

from dataclasses import dataclass

import numpy as np

from azeotrope.chemistry.dense_ids import first_rows, joint_ids, ragged_ids
from azeotrope.chemistry.mixtures import Mixtures
from azeotrope.typing import FloatArray, IntArray


@dataclass(frozen=True, eq=False)
class ReplicateGroups:
    """Which rows repeat each other.

    Attributes
    ----------
    group
        Group of each row, shape `(n,)`, numbered by first appearance.
    first
        First row of each group, shape `(g,)`.
    """

    group: IntArray
    first: IntArray

    def mean(self, value: FloatArray) -> FloatArray:
        """Return the mean of each group, shape `(g,)`."""
        return np.bincount(self.group, value) / np.bincount(self.group)

    def spread(self, value: FloatArray) -> FloatArray:
        """Return largest minus smallest value of each group, shape `(g,)`; 0 for a single row."""
        low: FloatArray = np.full(len(self.first), np.inf)
        high: FloatArray = np.full(len(self.first), -np.inf)
        np.minimum.at(low, self.group, value)
        np.maximum.at(high, self.group, value)
        return high - low

    def pooled_sd(self, value: FloatArray) -> float | None:
        """Return sqrt(sum of squared deviations from group means / sum of (n_g - 1)), or None without replicates."""
        freedom = len(self.group) - len(self.first)
        if freedom == 0:
            return None
        deviation = value - self.mean(value)[self.group]
        return float(np.sqrt(np.sum(deviation**2) / freedom))


def find_replicates(mixtures: Mixtures) -> ReplicateGroups:
    """Group rows of the same molecules (stereo seen), fractions to 0.001, temperature to 1e-6 K, and solute."""
    thousandths = np.rint(mixtures.mole_fraction * 1000).astype(np.int64)
    columns = [ragged_ids(mixtures.offsets, joint_ids(mixtures.component, thousandths))]
    if mixtures.temperature_k is not None:
        columns.append(np.round(mixtures.temperature_k * 1e6).astype(np.int64))
    if mixtures.solute is not None:
        columns.append(mixtures.solute)
    group = joint_ids(*columns)
    return ReplicateGroups(group, first_rows(group))
