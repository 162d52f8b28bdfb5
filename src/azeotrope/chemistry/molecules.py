"""The distinct molecules of a data set, in one fixed order."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Literal

import numpy as np

from azeotrope.chemistry.identity import Molecule, without_stereo
from azeotrope.typing import FloatArray, IntArray

StereoPolicy = Literal["keep", "drop"]


@dataclass(frozen=True, eq=False)
class Molecules:
    """Distinct molecules sorted by InChI, so that sorting indices sorts InChIs.

    Attributes
    ----------
    inchi, smiles
        Identity and display form, both of length `m`.
    molar_mass_g_per_mol
        Shape `(m,)`.
    stereo
        ``keep``: stereo isomers are different molecules when rows are grouped (component sets, splits,
        pure references); ``drop``: they are one. Features always see the stereo that was given.
    """

    inchi: tuple[str, ...]
    smiles: tuple[str, ...]
    molar_mass_g_per_mol: FloatArray
    stereo: StereoPolicy = "keep"

    @classmethod
    def of(cls, molecules: Iterable[Molecule], stereo: StereoPolicy = "keep") -> "Molecules":
        """Collect molecules; repeated InChIs count once, the first spelling is displayed."""
        first: dict[str, Molecule] = {}
        for molecule in molecules:
            first.setdefault(molecule.inchi, molecule)
        ordered = [first[inchi] for inchi in sorted(first)]
        return cls(
            tuple(molecule.inchi for molecule in ordered),
            tuple(molecule.smiles for molecule in ordered),
            np.array([molecule.molar_mass_g_per_mol for molecule in ordered], dtype=np.float64),
            stereo,
        )

    def __len__(self) -> int:
        return len(self.inchi)

    @cached_property
    def index(self) -> dict[str, int]:
        """Position of each InChI."""
        return {inchi: position for position, inchi in enumerate(self.inchi)}

    @cached_property
    def group(self) -> IntArray:
        """Identity group of each molecule, shape `(m,)`: the index of the first molecule it equals."""
        if self.stereo == "keep":
            return np.arange(len(self), dtype=np.int64)
        first: dict[str, int] = {}
        keys: Sequence[str] = [without_stereo(inchi) for inchi in self.inchi]
        return np.array([first.setdefault(key, i) for i, key in enumerate(keys)], dtype=np.int64)
