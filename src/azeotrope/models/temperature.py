"""How temperature enters a model: as columns beside the mixture embedding, as a law of its own, or not at all."""

from abc import ABC, abstractmethod
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from azeotrope.datasets.dataset import Dataset
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

    def check(self, dataset: Dataset) -> None:
        """Raise `ConfigError` when the law needs a temperature that the data set lacks, or another unit."""
        if self.uses_temperature and dataset.table.mixtures.temperature_k is None:
            raise ConfigError(
                f"the temperature law {type(self).__name__} needs a temperature, but {dataset.info.dataset} has none; "
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
        """Return the standardised prediction, shape `(n,)`.

        It is linear in the coefficients, without a constant: the sum of two sets of coefficients gives the sum of
        their predictions, and coefficients of 0 give 0. So an ideal and an excess part add up.

        Parameters
        ----------
        coefficients
            Predictions of the network, shape `(n, n_coefficients)`.
        temperature_k
            Kelvin, shape `(n,)`, positive; NaN where unknown, which gives NaN if the law uses temperature itself.
        scale
            Mean and standard deviation of the training temperatures in kelvin.
        """


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
