"""All two-dimensional RDKit descriptors, as RDKit computes them."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from importlib.metadata import version
from typing import TYPE_CHECKING, Any

import numpy as np

from azeotrope.featurizers.parsing import read_smiles
from azeotrope.featurizers.protocol import FixedFeaturizer
from azeotrope.typing import FloatArray

if TYPE_CHECKING:
    from rdkit.Chem import Mol


@dataclass(frozen=True)
class RDKit2D(FixedFeaturizer):
    """The raw values of every descriptor in RDKit's list (217 in RDKit 2026.03), each in its own unit and size.

    NaN where RDKit raises or gives a value that is not finite, as for the charges of rare elements. Finite values stay
    as they are: `Ipc` of a long chain is above 1e78, which single precision cannot hold.
    """

    @property
    def identity(self) -> str:
        """See `FixedFeaturizer.identity`."""
        return f"rdkit_2d-rdkit{version('rdkit')}"

    @property
    def names(self) -> tuple[str, ...]:
        """See `FixedFeaturizer.names`; RDKit's own names, in its order."""
        return tuple(name for name, _ in _descriptors())

    def features(self, smiles: Sequence[str]) -> FloatArray:
        """See `FixedFeaturizer.features`; a few ms per molecule, minutes for a chain of a thousand atoms (`AvgIpc`).

        Raises
        ------
        MoleculeError
            When RDKit cannot read a SMILES.
        """
        from rdkit.rdBase import BlockLogs

        functions = [function for _, function in _descriptors()]
        with BlockLogs(), np.errstate(all="ignore"):
            rows = [[_value(function, molecule) for function in functions] for molecule in map(read_smiles, smiles)]
        values = np.array(rows, dtype=np.float64).reshape(len(smiles), len(functions))
        return np.where(np.isfinite(values), values, np.nan)


def _descriptors() -> list[tuple[str, Callable[[Any], float]]]:
    from rdkit.Chem import Descriptors

    return list(Descriptors.descList)


def _value(function: Callable[["Mol"], float], molecule: "Mol") -> float:
    """Descriptor, NaN when RDKit fails in any of the many ways that 217 functions can."""
    try:
        return float(function(molecule))
    except Exception:  # noqa: BLE001
        return float("nan")
