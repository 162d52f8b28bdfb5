"""Measured pure values that a model carries with it, found again by identity, temperature and solute."""

from dataclasses import dataclass, replace

import numpy as np

from azeotrope.chemistry.identity import without_stereo
from azeotrope.chemistry.mixtures import Mixtures
from azeotrope.chemistry.molecules import Molecules
from azeotrope.datasets.dataset import Dataset
from azeotrope.datasets.references import pure_values
from azeotrope.errors import ConfigError
from azeotrope.models.protocol import State
from azeotrope.typing import FloatArray, IntArray

# Temperatures count as equal within this many kelvin where the property has no bin of its own.
EQUAL_TEMPERATURES_K = 1e-6

# Identity of the molecule, number of the temperature bin, identity of the solute; None without temperature or solute.
_Key = tuple[str, int | None, str | None]


@dataclass(frozen=True)
class PureReferences:
    """Pure values by molecule and context.

    Attributes
    ----------
    values
        Mean measured value of each key.
    stereo
        Stereo policy of the data they come from.
    bin_k
        Width of the temperature bins; None asks for equal temperatures.
    has_solute, has_temperature
        Which context they depend on.
    """

    values: dict[_Key, float]
    stereo: str
    bin_k: float | None
    has_solute: bool
    has_temperature: bool

    @classmethod
    def among(cls, dataset: Dataset, rows: IntArray) -> "PureReferences":
        """Return the references that the pure rows among `rows` of the table hold."""
        mixtures, bin_k = dataset.table.mixtures, dataset.info.reference_temperature_bin_k
        return cls(
            _values(dataset, rows, mixtures.molecules.stereo, bin_k),
            mixtures.molecules.stereo,
            bin_k,
            has_solute=mixtures.solute is not None,
            has_temperature=mixtures.temperature_k is not None,
        )

    def extended(self, dataset: Dataset) -> "PureReferences":
        """Return these references and those of all pure rows of `dataset`, which count where both know a value.

        Raises
        ------
        ConfigError
            When the other values depend on another context.
        """
        mixtures = dataset.table.mixtures
        context = (mixtures.solute is not None, mixtures.temperature_k is not None)
        if context != (self.has_solute, self.has_temperature):
            words = {True: "with", False: "without"}
            raise ConfigError(
                f"the pure values of {dataset.info.dataset} are {words[context[0]]} a solute and {words[context[1]]} a "
                f"temperature, those of the model {words[self.has_solute]} and {words[self.has_temperature]}"
            )
        rows = np.arange(len(mixtures))
        return replace(self, values=self.values | _values(dataset, rows, self.stereo, self.bin_k))

    def of(self, mixtures: Mixtures) -> FloatArray:
        """Return the value of each entry in its row's context, shape `(k,)`; NaN where it was not measured.

        Without a context that they depend on, all are NaN.
        """
        if self.has_temperature > (mixtures.temperature_k is not None) or self.has_solute > (
            mixtures.solute is not None
        ):
            return np.full(len(mixtures.component), np.nan)
        context = mixtures if self.has_temperature else replace(mixtures, temperature_k=None)
        keys = _keys(context if self.has_solute else replace(context, solute=None), self.stereo, self.bin_k)
        return np.array([self.values.get(key, np.nan) for key in keys], dtype=np.float64)

    def state(self) -> State:
        """Return what `from_state` restores."""
        return {
            "references": [[*key, value] for key, value in self.values.items()],
            "stereo": self.stereo,
            "bin_k": self.bin_k,
            "has_solute": self.has_solute,
            "has_temperature": self.has_temperature,
        }

    @classmethod
    def from_state(cls, state: State) -> "PureReferences":
        """Restore what `state` returned; other keys are ignored."""
        return cls(
            {(inchi, temperature, solute): value for inchi, temperature, solute, value in state["references"]},
            state["stereo"],
            state["bin_k"],
            has_solute=state["has_solute"],
            has_temperature=state["has_temperature"],
        )


def _values(dataset: Dataset, rows: IntArray, stereo: str, bin_k: float | None) -> dict[_Key, float]:
    table = dataset.table.take(rows[dataset.table.mixtures.is_pure[rows]])
    return dict(zip(_keys(table.mixtures, stereo, bin_k), pure_values(table, bin_k).tolist(), strict=True))


def _keys(mixtures: Mixtures, stereo: str, bin_k: float | None) -> list[_Key]:
    """Key of each entry."""
    identity = _identities(mixtures.molecules, stereo)
    row = mixtures.row_of_entry
    bins: list[int | None] = [None] * len(row)
    solutes: list[str | None] = [None] * len(row)
    if mixtures.temperature_k is not None:
        width = EQUAL_TEMPERATURES_K if bin_k is None else bin_k
        number = np.round(mixtures.temperature_k / width)
        bins = np.where(np.isfinite(number), number, -1).astype(np.int64)[row].tolist()
    if mixtures.solute is not None:
        solutes = [identity[index] for index in mixtures.solute[row]]
    return list(zip((identity[index] for index in mixtures.component), bins, solutes, strict=True))


def _identities(molecules: Molecules, stereo: str) -> list[str]:
    """What each molecule is recognised by under the stereo policy of the training data."""
    return [without_stereo(inchi) if stereo == "drop" else inchi for inchi in molecules.inchi]
