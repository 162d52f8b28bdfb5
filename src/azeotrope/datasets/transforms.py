"""From the value a source reports to the value a data set models."""

from abc import ABC, abstractmethod
from dataclasses import dataclass

import numpy as np

from azeotrope.chemistry.mixtures import Mixtures
from azeotrope.typing import FloatArray


class ValueTransform(ABC):
    """A conversion at the data boundary; it may need the composition."""

    @abstractmethod
    def __call__(self, value: FloatArray, mixtures: Mixtures) -> FloatArray:
        """Return the modelled value of each row, shape `(n,)`."""


@dataclass(frozen=True)
class Scale(ValueTransform):
    """Multiply by a constant: the identity for factor 1, log10 to ln for factor ln 10."""

    factor: float = 1.0

    def __call__(self, value: FloatArray, mixtures: Mixtures) -> FloatArray:
        """See `ValueTransform`."""
        return value * self.factor


@dataclass(frozen=True)
class MolarVolume(ValueTransform):
    """V_m = sum_i x_i M_i / rho in cm3/mol from a density in g/cm3; its ideal rule is mole-fraction linear."""

    def __call__(self, value: FloatArray, mixtures: Mixtures) -> FloatArray:
        """See `ValueTransform`."""
        return molar_mass(mixtures) / value


def molar_mass(mixtures: Mixtures) -> FloatArray:
    """Return the mean molar mass of each mixture in g/mol, shape `(n,)`."""
    mass = mixtures.mole_fraction * mixtures.molecules.molar_mass_g_per_mol[mixtures.component]
    return np.add.reduceat(mass, mixtures.offsets[:-1])
