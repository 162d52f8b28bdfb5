"""Representations under audit: blocks of features, each with its own geometry and its own preparation."""

from abc import ABC, abstractmethod
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np

from azeotrope.chemistry.molecules import Molecules
from azeotrope.metrics.distances import cosine_distances
from azeotrope.typing import BoolArray, FloatArray


class Block(ABC):
    """Features of molecules and how they are treated.

    Attributes
    ----------
    name
        Name of the block.
    """

    name: str

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
        """Return the features, shape `(m, d)`, prepared for distances over these `m` molecules; all finite."""

    def distances(self, features: FloatArray) -> FloatArray:
        """Return the condensed distances of the molecules, shape `(m (m - 1) / 2,)`: cosine unless a block differs."""
        return cosine_distances(self.vectors(features))


@dataclass(frozen=True)
class Representation:
    """Blocks side by side.

    Attributes
    ----------
    name
        Names of the blocks joined by ``+``.
    blocks
        At least one.
    """

    name: str
    blocks: tuple[Block, ...]

    @property
    def identity(self) -> str:
        """Text that is equal only for representations with equal features and treatment."""
        return "+".join(f"{block.name}:{block.identity}" for block in self.blocks)

    def features(
        self, molecules: Molecules, cache_folder: Path | None, *, show_progress: bool
    ) -> tuple[FloatArray, ...]:
        """Return the raw features of each block, shapes `(m, d_b)`."""
        return tuple(block.features(molecules, cache_folder, show_progress=show_progress) for block in self.blocks)

    def distances(self, features: Sequence[FloatArray]) -> FloatArray:
        """Return condensed distances: the block's own, or the cosine distance over all columns of several blocks."""
        if len(self.blocks) == 1:
            return self.blocks[0].distances(features[0])
        return cosine_distances(np.column_stack(self._vectors(features)))

    def is_scaled(self, features: Sequence[FloatArray]) -> BoolArray:
        """Return for each column of all blocks whether it is standardised before a prediction."""
        return np.concatenate([np.full(part.shape[1], block.is_scaled) for block, part in self._pairs(features)])

    def _vectors(self, features: Sequence[FloatArray]) -> list[FloatArray]:
        return [block.vectors(part) for block, part in self._pairs(features)]

    def _pairs(self, features: Sequence[FloatArray]) -> "zip[tuple[Block, FloatArray]]":
        return zip(self.blocks, features, strict=True)
