"""Random features that know nothing about a molecule: the negative control of every audit."""

import hashlib
from collections.abc import Sequence
from dataclasses import dataclass
from importlib.metadata import version

import numpy as np

from azeotrope.errors import ConfigError
from azeotrope.featurizers.protocol import FixedFeaturizer
from azeotrope.typing import FloatArray


@dataclass(frozen=True)
class GaussianFeatures(FixedFeaturizer):
    """Independent standard normal numbers, which depend on the seed and the SMILES and on nothing else.

    Parameters
    ----------
    width
        Number `d` of features, at least 1.
    seed
        At least 0; another seed gives other numbers.

    Raises
    ------
    ConfigError
        When a number is out of range.
    """

    width: int
    seed: int

    def __post_init__(self) -> None:
        for name, smallest in (("width", 1), ("seed", 0)):
            value = getattr(self, name)
            if not isinstance(value, int) or value < smallest:
                raise ConfigError(f"featurizer.{name} is {value!r}; it must be a whole number of at least {smallest}")

    @property
    def identity(self) -> str:
        """See `FixedFeaturizer.identity`; NumPy's version is part of it, since its normal numbers may change."""
        return f"gaussian-{self.width}-seed{self.seed}-numpy{version('numpy')}"

    @property
    def names(self) -> tuple[str, ...]:
        """See `FixedFeaturizer.names`."""
        return tuple(f"gaussian_{column}" for column in range(self.width))

    def features(self, smiles: Sequence[str]) -> FloatArray:
        """See `FixedFeaturizer.features`."""
        return np.array([self._row(text) for text in smiles], dtype=np.float64).reshape(-1, self.width)

    def _row(self, smiles: str) -> FloatArray:
        digest = hashlib.sha256(f"{self.seed}\n{smiles}".encode()).digest()
        return np.random.default_rng(int.from_bytes(digest, "big")).standard_normal(self.width)
