"""Representations under audit: blocks of features, each with its own geometry and its own preparation."""

from abc import ABC, abstractmethod
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np

from azeotrope.chemistry.molecules import Molecules
from azeotrope.errors import ConfigError
from azeotrope.metrics.distances import cosine_distances
from azeotrope.typing import BoolArray, FloatArray


class Block(ABC):
    """Features of molecules and how they are treated."""

    @property
    @abstractmethod
    def identity(self) -> str:
        """Text that is equal only for blocks with equal features and equal treatment."""

    @property
    @abstractmethod
    def is_scaled(self) -> bool:
        """Whether its columns are standardised on the training rows before a prediction; bits are not."""

    @abstractmethod
    def features(self, molecules: Molecules, cache_folder: Path | None, *, show_progress: bool) -> FloatArray:
        """Return raw features, shape `(m, d)`, NaN where one is not defined."""

    @abstractmethod
    def vectors(self, features: FloatArray) -> FloatArray:
        """Return the features, shape `(m, d)`, prepared for distances over these `m` molecules.

        All finite, except that a molecule which the block cannot represent keeps its NaN.
        """

    def distances(self, features: FloatArray) -> FloatArray:
        """Return the condensed distances of the molecules, shape `(m (m - 1) / 2,)`: cosine unless a block differs."""
        return cosine_distances(self.vectors(features))

    def remarks(self, features: FloatArray) -> tuple[str, ...]:
        """Return sentences on what the preparation for distances replaced, by name of the feature; none by default."""
        return ()


@dataclass(frozen=True)
class Representation:
    """Blocks side by side.

    Attributes
    ----------
    blocks
        At least one, by the name that findings give it.

    Raises
    ------
    ConfigError
        When there is no block, or two are the same.
    """

    blocks: Mapping[str, Block]

    def __post_init__(self) -> None:
        if not self.blocks:
            raise ConfigError("a representation needs at least one block")
        first: dict[str, str] = {}
        for name, block in self.blocks.items():
            same = first.setdefault(block.identity, name)
            if same != name:
                raise ConfigError(f"{same} and {name} are the same representation; name it once")

    @classmethod
    def joined(cls, first: "Representation", second: "Representation") -> "Representation":
        """Return all blocks of the first and then of the second.

        Raises
        ------
        ConfigError
            When a block of the second equals one of the first, or has the name of one.
        """
        present = {block.identity: name for name, block in first.blocks.items()}
        for name, block in second.blocks.items():
            if block.identity in present:
                raise ConfigError(f"{name} is already part of the baseline {first.name}; add another representation")
            if name in first.blocks:
                raise ConfigError(f"two different blocks are called {name}; give the added one another name")
        return cls({**first.blocks, **second.blocks})

    @property
    def name(self) -> str:
        """Names of the blocks joined by ``+``."""
        return "+".join(self.blocks)

    @property
    def identity(self) -> str:
        """Text that is equal only for representations with equal names, features and treatment."""
        return "+".join(f"{name}:{block.identity}" for name, block in self.blocks.items())

    def features(
        self, molecules: Molecules, cache_folder: Path | None, *, show_progress: bool
    ) -> tuple[FloatArray, ...]:
        """Return the raw features of each block, shapes `(m, d_b)`."""
        return tuple(
            block.features(molecules, cache_folder, show_progress=show_progress) for block in self.blocks.values()
        )

    def vectors(self, features: Sequence[FloatArray]) -> FloatArray:
        """Return the columns of all blocks, shape `(m, d)`, each prepared as its block does for distances."""
        return np.column_stack([block.vectors(part) for block, part in self._pairs(features)])

    def distances(self, features: Sequence[FloatArray]) -> FloatArray:
        """Return condensed distances: the block's own, or the cosine distance over all columns of several blocks.

        NaN for pairs with a molecule that has no direction; see `lacks_direction`.
        """
        if len(self.blocks) == 1:
            ((block, part),) = self._pairs(features)
            return block.distances(part)
        return cosine_distances(self.vectors(features))

    def lacks_direction(self, features: Sequence[FloatArray]) -> BoolArray:
        """Return for each molecule, shape `(m,)`, whether its vector is zero or undefined: it has no distances."""
        vectors = self.vectors(features)
        return np.array(~np.isfinite(vectors).all(axis=1) | ~vectors.any(axis=1), dtype=np.bool_)

    def is_scaled(self, features: Sequence[FloatArray]) -> BoolArray:
        """Return for each column of all blocks whether it is standardised before a prediction."""
        return np.concatenate([np.full(part.shape[1], block.is_scaled) for block, part in self._pairs(features)])

    def remarks(self, features: Sequence[FloatArray]) -> tuple[str, ...]:
        """Return what the preparation of each block for distances replaced, headed by the name of the block."""
        named = zip(self.blocks.items(), features, strict=True)
        return tuple(f"{name}: {remark}" for (name, block), part in named for remark in block.remarks(part))

    def _pairs(self, features: Sequence[FloatArray]) -> "zip[tuple[Block, FloatArray]]":
        return zip(self.blocks.values(), features, strict=True)
