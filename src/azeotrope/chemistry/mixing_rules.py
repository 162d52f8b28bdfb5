"""Ideal mixing rules: quasi-arithmetic means of pure-compound values, z_id = g^-1(sum_i x_i g(z_i))."""

from abc import ABC, abstractmethod

import numpy as np

from azeotrope.chemistry.mixtures import Mixtures
from azeotrope.errors import RunError
from azeotrope.typing import FloatArray


class MixingRule(ABC):
    """How pure values combine when a mixture is ideal; rules of one name are equal."""

    name: str

    def __eq__(self, other: object) -> bool:
        return isinstance(other, MixingRule) and other.name == self.name

    def __hash__(self) -> int:
        return hash(self.name)

    @staticmethod
    def named(name: str) -> "MixingRule":
        """Return the rule of that name, which a checkpoint stores. Raises `RunError` when there is none."""
        for rule in MixingRule.__subclasses__():
            if rule.name == name:
                return rule()
        raise RunError(f"the checkpoint was made with the mixing rule {name!r}, which this version does not have")

    @abstractmethod
    def ideal(self, mixtures: Mixtures, pure_values: FloatArray) -> FloatArray:
        """Return the ideal value of each mixture, shape `(n,)`.

        Parameters
        ----------
        mixtures
            Compositions of `n` rows with `k` entries.
        pure_values
            Pure value of each entry in its row's context, shape `(k,)`; NaN where unknown. Those of entries with
            fraction 0 do not count.

        Returns
        -------
        Values in the unit of `pure_values`; NaN for rows with an unknown pure value. For a pure compound it is
        the pure value itself; the result lies between the smallest and largest pure value of the row.
        """


class LinearMixing(MixingRule):
    """z_id = sum_i x_i z_i, exact for ideal enthalpies and volumes and a heuristic for fuel numbers."""

    name = "linear"

    def ideal(self, mixtures: Mixtures, pure_values: FloatArray) -> FloatArray:
        """See `MixingRule.ideal`."""
        present = np.where(mixtures.mole_fraction == 0, 0.0, pure_values)
        return np.add.reduceat(mixtures.mole_fraction * present, mixtures.offsets[:-1])


class RaoultMixing(MixingRule):
    """z_id = ln sum_i x_i exp(z_i): Raoult's law on the logarithm of a vapour pressure."""

    name = "raoult"

    def ideal(self, mixtures: Mixtures, pure_values: FloatArray) -> FloatArray:
        """See `MixingRule.ideal`; the largest value is taken out first, so that exp cannot overflow."""
        start = mixtures.offsets[:-1]
        present = np.where(mixtures.mole_fraction == 0, -np.inf, pure_values)
        peak = np.maximum.reduceat(present, start)
        shifted = np.exp(present - np.repeat(peak, mixtures.n_components))
        return peak + np.log(np.add.reduceat(mixtures.mole_fraction * shifted, start))
