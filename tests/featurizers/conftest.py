"""Molecules that break careless featurizers, and a featurizer that counts."""

from collections.abc import Sequence
from dataclasses import dataclass, field

import numpy as np
import pytest

from azeotrope.featurizers.protocol import FixedFeaturizer
from azeotrope.typing import FloatArray


@pytest.fixture(scope="session")
def odd_smiles() -> list[str]:
    return [
        "O",
        "C",
        "[He]",
        "[H][H]",
        "[13CH4]",
        "[2H]O[2H]",
        "[Na+].[Cl-]",
        "C[Te]C",
        "C[As](C)C",
        "BrB(Br)Br",
        "C[C@H](O)F",
        "C[C@@H](O)F",
        "C/C=C/C",
        "C/C=C\\C",
        f"C{'[CH2]' * 260}C",
    ]


@dataclass
class LengthFeaturizer(FixedFeaturizer):
    """Length of a SMILES and its number of oxygens; remembers every SMILES it has seen."""

    version: str = "1"
    seen: list[str] = field(default_factory=list)

    @property
    def identity(self) -> str:
        return f"length/{self.version}"

    @property
    def names(self) -> tuple[str, ...]:
        return ("length", "oxygens")

    def features(self, smiles: Sequence[str]) -> FloatArray:
        self.seen += smiles
        return np.array([[len(text), text.count("O") or np.nan] for text in smiles]).reshape(-1, 2)


@pytest.fixture
def counting() -> LengthFeaturizer:
    return LengthFeaturizer()
