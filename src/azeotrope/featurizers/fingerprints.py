"""Morgan fingerprints: which circular substructures a molecule has."""

from collections.abc import Sequence
from dataclasses import dataclass
from importlib.metadata import version

import numpy as np

from azeotrope.errors import ConfigError
from azeotrope.featurizers.parsing import read_smiles
from azeotrope.featurizers.protocol import FixedFeaturizer
from azeotrope.typing import FloatArray


@dataclass(frozen=True)
class MorganFingerprint(FixedFeaturizer):
    """Bits of the circular substructures around each atom, folded to a fixed length by hashing.

    A bit is 1 where at least one substructure hashes to it and 0 otherwise; distinct substructures may share a bit. It
    is defined for every molecule: one of a single atom has the bit of that atom.

    Parameters
    ----------
    n_bits
        Length of the fingerprint, at least 1.
    radius
        Largest number of bonds between a substructure's centre and its atoms; 0 sees atoms only.
    include_chirality
        Tell enantiomers apart.

    Raises
    ------
    ConfigError
        When a number is out of range.

    References
    ----------
    D. Rogers, M. Hahn, J. Chem. Inf. Model. 2010, 50, 742
    """

    n_bits: int = 2048
    radius: int = 2
    include_chirality: bool = True

    def __post_init__(self) -> None:
        for name, smallest in (("n_bits", 1), ("radius", 0)):
            value = getattr(self, name)
            if not isinstance(value, int) or value < smallest:
                raise ConfigError(f"featurizer {name} is {value!r}; it must be a whole number of at least {smallest}")

    @property
    def identity(self) -> str:
        """See `FixedFeaturizer.identity`."""
        chirality = "chirality" if self.include_chirality else "flat"
        return f"morgan-{self.n_bits}bits-radius{self.radius}-{chirality}-rdkit{version('rdkit')}"

    @property
    def names(self) -> tuple[str, ...]:
        """See `FixedFeaturizer.names`."""
        return tuple(f"morgan_{bit}" for bit in range(self.n_bits))

    def features(self, smiles: Sequence[str]) -> FloatArray:
        """See `FixedFeaturizer.features`; every value is 0 or 1.

        Raises
        ------
        MoleculeError
            When RDKit cannot read a SMILES.
        """
        from rdkit.Chem.rdFingerprintGenerator import GetMorganGenerator

        generator = GetMorganGenerator(radius=self.radius, fpSize=self.n_bits, includeChirality=self.include_chirality)
        bits = np.zeros((len(smiles), self.n_bits))
        for row, text in zip(bits, smiles, strict=True):
            row[list(generator.GetFingerprint(read_smiles(text)).GetOnBits())] = 1.0
        return bits
