"""How temperature enters a model: as columns beside the mixture embedding, as a law of its own, or not at all."""

from abc import ABC, abstractmethod
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from azeotrope.errors import ConfigError
from azeotrope.models.scaling import Standardization
from azeotrope.typing import FloatArray

if TYPE_CHECKING:
    from torch import Tensor


class TemperatureLaw(ABC):
    """Contract of a temperature law.

    Attributes
    ----------
    uses_temperature
        Whether a prediction depends on the temperature; without one it is then NaN.
    n_columns
        Number of columns that the law appends to the mixture embedding.
    n_coefficients
        Number of coefficients that the network predicts for the law.
    """

    uses_temperature: bool
    n_columns: int
    n_coefficients: int

    def check(self, *, has_temperature: bool) -> None:
        """Raise `ConfigError` when the law needs a temperature that the data set does not have."""
        if self.uses_temperature and not has_temperature:
            raise ConfigError(
                f"the temperature law {type(self).__name__} needs a temperature, but the data set has none; "
                "use temperature=none"
            )

    @abstractmethod
    def columns(self, temperature_k: FloatArray, scale: Standardization) -> FloatArray:
        """Return the columns to append, shape `(n, n_columns)`.

        Parameters
        ----------
        temperature_k
            Kelvin, shape `(n,)`; NaN where unknown, which gives NaN columns.
        scale
            Mean and standard deviation of the training temperatures in kelvin.
        """

    @abstractmethod
    def combine(self, coefficients: "Tensor", temperature_k: "Tensor", scale: Standardization) -> "Tensor":
        """Return the standardised prediction, shape `(n,)`, from coefficients of shape `(n, n_coefficients)`."""


@dataclass(frozen=True)
class NoTemperature(TemperatureLaw):
    """The temperature is not seen."""

    uses_temperature = False
    n_columns = 0
    n_coefficients = 1

    def columns(self, temperature_k: FloatArray, scale: Standardization) -> FloatArray:
        """See `TemperatureLaw.columns`."""
        return np.zeros((len(temperature_k), 0))

    def combine(self, coefficients: "Tensor", temperature_k: "Tensor", scale: Standardization) -> "Tensor":
        """See `TemperatureLaw.combine`; the one coefficient is the prediction."""
        return coefficients[:, 0]


@dataclass(frozen=True)
class ConcatTemperature(TemperatureLaw):
    """The standardised temperature is one more column of the mixture embedding."""

    uses_temperature = True
    n_columns = 1
    n_coefficients = 1

    def columns(self, temperature_k: FloatArray, scale: Standardization) -> FloatArray:
        """See `TemperatureLaw.columns`."""
        return scale.apply(temperature_k)[:, None]

    def combine(self, coefficients: "Tensor", temperature_k: "Tensor", scale: Standardization) -> "Tensor":
        """See `TemperatureLaw.combine`; the one coefficient is the prediction."""
        return coefficients[:, 0]
