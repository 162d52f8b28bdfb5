"""Blocks of features that are computed by the same featurizers, through the same cache, as those of the models."""

from dataclasses import dataclass
from pathlib import Path

import numpy as np

from azeotrope.audits.representation import Block
from azeotrope.audits.standardisation import is_constant, standardised
from azeotrope.chemistry.molecules import Molecules
from azeotrope.errors import ConfigError
from azeotrope.featurizers.cache import featurize
from azeotrope.featurizers.protocol import FixedFeaturizer
from azeotrope.metrics.distances import tanimoto_distances
from azeotrope.typing import BoolArray, FloatArray

LARGEST_FLOAT32 = float(np.finfo(np.float32).max)


@dataclass(frozen=True)
class FeaturizerBlock(Block):
    """What the blocks of a featurizer have in common.

    Parameters
    ----------
    featurizer
        What computes the features.

    Raises
    ------
    ConfigError
        When the featurizer is learned in training.
    """

    featurizer: FixedFeaturizer

    def __post_init__(self) -> None:
        if not isinstance(self.featurizer, FixedFeaturizer):
            raise ConfigError(
                f"{type(self.featurizer).__name__} has no fixed features; audit a fixed featurizer or a trained run"
            )

    @property
    def identity(self) -> str:
        """See `Block.identity`."""
        return f"{type(self).__name__}({self.featurizer.identity})"

    def features(self, molecules: Molecules, cache_folder: Path | None, *, show_progress: bool) -> FloatArray:
        """See `Block.features`."""
        return featurize(self.featurizer, molecules, cache_folder, show_progress=show_progress)


@dataclass(frozen=True)
class BitBlock(FeaturizerBlock):
    """Fingerprints: Tanimoto distance, and bits stay bits in a prediction."""

    @property
    def is_scaled(self) -> bool:
        """See `Block.is_scaled`."""
        return False

    def vectors(self, features: FloatArray) -> FloatArray:
        """See `Block.vectors`; the bits as they are.

        Raises
        ------
        ConfigError
            When a feature is neither 0 nor 1.
        """
        faulty = ~np.isin(features, (0.0, 1.0))
        if faulty.any():
            row, column = np.argwhere(faulty)[0]
            raise ConfigError(
                f"{self.featurizer.names[column]} is {features[row, column]}, which is no bit; use EmbeddingBlock or "
                "DescriptorBlock for features that are not all 0 or 1"
            )
        return features

    def distances(self, features: FloatArray) -> FloatArray:
        """Return Tanimoto distances, shape `(m (m - 1) / 2,)`, from 0 to 1; NaN for two molecules without any bit."""
        return tanimoto_distances(self.vectors(features) == 1.0)


@dataclass(frozen=True)
class EmbeddingBlock(FeaturizerBlock):
    """Vectors of an encoder, pretrained or trained here: cosine distance of the raw vectors."""

    @property
    def is_scaled(self) -> bool:
        """See `Block.is_scaled`."""
        return True

    def vectors(self, features: FloatArray) -> FloatArray:
        """See `Block.vectors`; the vectors as they are."""
        return features


@dataclass(frozen=True)
class DescriptorBlock(FeaturizerBlock):
    """Named quantities of different units and sizes: cosine distance of their z-scores over the molecules.

    A descriptor that is not finite for a molecule gets the median of the others. One that is constant, or defined for
    no molecule, is 0 and tells no molecules apart.
    """

    @property
    def is_scaled(self) -> bool:
        """See `Block.is_scaled`."""
        return True

    def vectors(self, features: FloatArray) -> FloatArray:
        """See `Block.vectors`; population z-scores of the median-filled columns, whatever the size of their values."""
        return standardised(_filled(features))

    def remarks(self, features: FloatArray) -> tuple[str, ...]:
        """See `Block.remarks`; descriptors that are undefined, constant, or too large for single precision."""
        finite = np.isfinite(features)
        size = np.abs(features, out=np.zeros_like(features), where=finite)
        never = ~finite.any(axis=0)
        kinds: dict[str, BoolArray] = {
            "filled with the median where they are undefined": np.array(~finite.all(axis=0) & ~never),
            "defined for no molecule, so 0": np.array(never),
            "constant, so 0": is_constant(_filled(features)) & ~never,
            "larger than a 32-bit number can be": np.array((size > LARGEST_FLOAT32).any(axis=0)),
        }
        return tuple(
            f"{columns.sum()} {kind}: {self._named(columns)}" for kind, columns in kinds.items() if columns.any()
        )

    def _named(self, columns: BoolArray) -> str:
        return ", ".join(np.array(self.featurizer.names)[columns])


def _filled(features: FloatArray) -> FloatArray:
    """Columns with the median of their finite values in place of the others; 0 where there are none."""
    finite = np.isfinite(features)
    filled = np.where(finite, features, 0.0)
    for column in np.flatnonzero(~finite.all(axis=0) & finite.any(axis=0)):
        defined = finite[:, column]
        filled[~defined, column] = _median(features[defined, column])
    return filled


def _median(values: FloatArray) -> float:
    """Median of finite values; halved before the middle pair is added, so that it cannot overflow."""
    return float(np.median(values / 2.0) * 2.0)
