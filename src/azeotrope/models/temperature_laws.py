"""Physical laws of temperature that are straight lines in 1/T, with coefficients that a network predicts."""

from typing import TYPE_CHECKING

import numpy as np

from azeotrope.chemistry.units import GAS_CONSTANT_J_PER_MOL_K, logarithm_of
from azeotrope.datasets.dataset import Dataset
from azeotrope.errors import ConfigError
from azeotrope.models.scaling import Standardization
from azeotrope.models.temperature import TemperatureLaw
from azeotrope.typing import FloatArray

if TYPE_CHECKING:
    from torch import Tensor


class InverseTemperatureLaw(TemperatureLaw):
    """y = A + B/T for a property y that is given as a logarithm.

    The network predicts the same line in well-conditioned coordinates: with mean T_m and deviation s of the training
    temperatures, 1/T deviates by about s / T_m^2, so the standardised prediction is

    z = a + b u,    u = (1/T - 1/T_m) / (s / T_m^2) = (T_m / s) (T_m - T) / T

    with a and b of order one: a is the prediction at T_m, and b its change when T falls by about one deviation. The
    second form of u subtracts temperatures rather than their nearly equal reciprocals. `parameters` returns A and B.

    Where all training temperatures are equal, s is 1 K and u is 0 in every training row: the prediction at T_m is
    learned, but b stays as it was initialised, so predictions at other temperatures are arbitrary.

    Attributes
    ----------
    logarithms
        Logarithms of which the unit of the property must name one, ``ln`` or ``log10``.
    slope_per_kelvin
        Second parameter of the law, in its own unit, for B = 1 K.
    """

    uses_temperature = True
    n_columns = 0
    n_coefficients = 2
    logarithms: tuple[str, ...]
    slope_per_kelvin: float

    def check(self, dataset: Dataset) -> None:
        """See `TemperatureLaw.check`; the unit of the property must name the logarithm of the law."""
        super().check(dataset)
        if logarithm_of(dataset.info.unit) not in self.logarithms:
            accepted = " or ".join(f"{name}(...)" for name in self.logarithms)
            raise ConfigError(
                f"the temperature law {type(self).__name__} needs a property whose unit is {accepted}, but "
                f"the unit of {dataset.info.dataset} is {dataset.info.unit!r}; use temperature=concat"
            )

    def columns(self, temperature_k: FloatArray, scale: Standardization) -> FloatArray:
        """See `TemperatureLaw.columns`: none, so that the coefficients do not depend on the temperature."""
        return np.zeros((len(temperature_k), 0))

    def combine(self, coefficients: "Tensor", temperature_k: "Tensor", scale: Standardization) -> "Tensor":
        """See `TemperatureLaw.combine`; the coefficients are a and b."""
        deviations = (scale.mean / scale.deviation) * (scale.mean - temperature_k) / temperature_k
        return coefficients[:, 0] + coefficients[:, 1] * deviations

    def parameters(self, coefficients: FloatArray, scale: Standardization, target: Standardization) -> FloatArray:
        """Return A and the slope of the law from predicted coefficients, shape `(n, 2)`.

        B = D b T_m^2 / s and A = M + D a - B / T_m, for a property of mean M and deviation D.

        Parameters
        ----------
        coefficients
            a and b, shape `(n, 2)`.
        scale, target
            Standardisation of the training temperatures in kelvin, and of the property.

        Returns
        -------
        A in the unit of the property, and B times `slope_per_kelvin`.
        """
        slope = target.deviation * coefficients[:, 1] * scale.mean**2 / scale.deviation
        intercept = target.mean + target.deviation * coefficients[:, 0] - slope / scale.mean
        return np.column_stack([intercept, slope * self.slope_per_kelvin])


class ArrheniusTemperature(InverseTemperatureLaw):
    """ln y = A + E / (R T), as for viscosities; `parameters` returns A and the activation energy E in kJ/mol."""

    logarithms = ("ln",)
    slope_per_kelvin = GAS_CONSTANT_J_PER_MOL_K / 1000


class VantHoffTemperature(InverseTemperatureLaw):
    """log10 y = A + B / T, as for solubilities; `parameters` returns A and B in kelvin.

    With van 't Hoff's equation, B = -dH / (R ln 10) for an enthalpy of dissolution dH. A natural logarithm is fitted as
    well, since its A and B differ by the factor ln 10 alone; there it predicts what `ArrheniusTemperature` does.
    """

    logarithms = ("log10", "ln")
    slope_per_kelvin = 1.0
