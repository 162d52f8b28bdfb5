"""The 200 normalised RDKit descriptors, as descriptastorus defines them."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cache
from importlib.metadata import version
from typing import Any

import numpy as np

from azeotrope.featurizers.parsing import read_smiles
from azeotrope.featurizers.protocol import FixedFeaturizer
from azeotrope.typing import FloatArray

FLAT = 1e-12


@dataclass(frozen=True)
class NormalizedDescriptors(FixedFeaturizer):
    """Each descriptor's percentile in the distribution fitted by descriptastorus (`RDKit2DNormalized`).

    A value lies between 0 and 1: the share of drug-like molecules below it. Raw values outside the range of the fit,
    infinite ones included, are clipped to it. NaN where RDKit cannot compute the descriptor, as for partial charges of
    rare elements; descriptastorus itself gives 0 when RDKit raises. Descriptors whose fitted distribution is flat over
    its whole range are set to that constant without computing them (`Ipc` would take minutes for a polymer).

    References
    ----------
    K. Yang et al., J. Chem. Inf. Model. 2019, 59, 3370; https://github.com/bp-kelley/descriptastorus
    """

    @property
    def identity(self) -> str:
        """See `FixedFeaturizer.identity`."""
        return f"rdkit2d_normalized-descriptastorus{version('descriptastorus')}-rdkit{version('rdkit')}"

    @property
    def names(self) -> tuple[str, ...]:
        """See `FixedFeaturizer.names`."""
        return tuple(_descriptors())

    def features(self, smiles: Sequence[str]) -> FloatArray:
        """See `FixedFeaturizer.features`; about 3 ms per molecule.

        Raises
        ------
        MoleculeError
            When RDKit cannot read a SMILES.
        """
        from rdkit.rdBase import BlockLogs

        descriptors = _descriptors().values()
        with BlockLogs(), np.errstate(all="ignore"):
            raw = [[_raw(function, molecule) for function, _ in descriptors] for molecule in map(read_smiles, smiles)]
            columns = np.array(raw, dtype=np.float64).reshape(len(smiles), len(descriptors)).T
            normalized = [np.asarray(cdf(column)) for column, (_, cdf) in zip(columns, descriptors, strict=True)]
        return np.column_stack(normalized).astype(np.float64)


def _raw(function: Callable[[Any], float], molecule: Any) -> float:
    """Raw descriptor, NaN when RDKit fails in any of the many ways that 200 functions can."""
    try:
        return float(function(molecule))
    except Exception:  # noqa: BLE001
        return float("nan")


@cache
def _descriptors() -> dict[str, tuple[Callable[[Any], float], Callable[[FloatArray], FloatArray]]]:
    """Raw function and cumulative distribution of each descriptor, in the order of descriptastorus."""
    from descriptastorus.descriptors import MakeGenerator
    from descriptastorus.descriptors.rdNormalizedDescriptors import cdfs

    generator = MakeGenerator(("RDKit2DNormalized",))
    chosen = {}
    for name, _ in generator.columns:
        low, high = float(cdfs[name](-np.inf)), float(cdfs[name](np.inf))
        chosen[name] = _flat(low) if abs(high - low) < FLAT else (generator.funcs[name], cdfs[name])
    return chosen


def _flat(value: float) -> tuple[Callable[[Any], float], Callable[[FloatArray], FloatArray]]:
    """Stand in for a descriptor that is the same for every molecule."""
    return lambda _: value, lambda column: column
