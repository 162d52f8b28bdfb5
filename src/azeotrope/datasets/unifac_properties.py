"""Properties of liquid mixtures: an ideal part from the pure solvents and an excess part from modified UNIFAC."""

from abc import ABC, abstractmethod
from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np

from azeotrope.datasets.unifac_model import ModifiedUnifac
from azeotrope.typing import FloatArray

JOULE_PER_KILOCALORIE = 4184.0
PASCAL_PER_KILOPASCAL = 1000.0


@dataclass(frozen=True, eq=False)
class Liquid:
    """`n` compositions of one system at one temperature.

    Attributes
    ----------
    model
        Modified UNIFAC of the system's `k` components.
    system
        Which of the data set's `m` solvents the components are.
    mole_fraction
        Shape `(n, k)`.
    temperature_k
        Kelvin.
    """

    model: ModifiedUnifac
    system: tuple[int, ...]
    mole_fraction: FloatArray
    temperature_k: float


@dataclass(frozen=True, eq=False)
class LiquidProperty(ABC):
    """A property z = ideal part + excess part, whose excess part vanishes for pure solvents.

    Attributes
    ----------
    pure
        Values of the `m` pure solvents by temperature in kelvin, each of shape `(m,)`.
    """

    pure: Mapping[float, FloatArray]

    @abstractmethod
    def ideal(self, liquid: Liquid) -> FloatArray:
        """Return the ideal part of each composition, shape `(n,)`."""

    @abstractmethod
    def excess(self, liquid: Liquid) -> FloatArray:
        """Return the excess part of each composition, shape `(n,)`."""

    def pure_of(self, liquid: Liquid) -> FloatArray:
        """Return the pure values of the liquid's components, shape `(k,)`."""
        return self.pure[liquid.temperature_k][list(liquid.system)]


class VaporizationEnthalpy(LiquidProperty):
    """Heat that turns a mole of liquid into an ideal vapour of the same composition: z = sum_i x_i dHvap_i - H^E.

    In kcal/mol; pure values in J/mol. The linear ideal part is exact.
    """

    def ideal(self, liquid: Liquid) -> FloatArray:
        """See `LiquidProperty.ideal`."""
        return liquid.mole_fraction @ self.pure_of(liquid) / JOULE_PER_KILOCALORIE

    def excess(self, liquid: Liquid) -> FloatArray:
        """See `LiquidProperty.excess`; it is -H^E."""
        return -liquid.model.excess_enthalpy(liquid.mole_fraction, liquid.temperature_k) / JOULE_PER_KILOCALORIE


class LogBubblePressure(LiquidProperty):
    """Logarithm of the pressure in kPa at which a liquid begins to boil: z = ln sum_i x_i gamma_i P_i.

    Pure values in Pa. The vapour is ideal, so the ideal part is Raoult's law.
    """

    def ideal(self, liquid: Liquid) -> FloatArray:
        """See `LiquidProperty.ideal`."""
        return np.asarray(np.log(liquid.mole_fraction @ self.pure_of(liquid) / PASCAL_PER_KILOPASCAL))

    def excess(self, liquid: Liquid) -> FloatArray:
        """See `LiquidProperty.excess`."""
        activity = liquid.mole_fraction * np.exp(liquid.model.ln_gamma(liquid.mole_fraction, liquid.temperature_k).real)
        return np.asarray(np.log(activity @ self.pure_of(liquid) / PASCAL_PER_KILOPASCAL)) - self.ideal(liquid)
