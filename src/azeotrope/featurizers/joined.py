"""Several fixed representations side by side."""

from collections.abc import Mapping, Sequence

import numpy as np

from azeotrope.errors import ConfigError
from azeotrope.featurizers.protocol import FixedFeaturizer
from azeotrope.typing import FloatArray


class JoinedFeaturizer(FixedFeaturizer):
    """The columns of each block, in the order of the blocks.

    Parameters
    ----------
    blocks
        Fixed featurizers by the name that goes in front of their feature names, as in `morgan:morgan_0`.

    Raises
    ------
    ConfigError
        When there is no block, or one of them is learned in training.
    """

    def __init__(self, blocks: Mapping[str, FixedFeaturizer]) -> None:
        if not blocks:
            raise ConfigError("the joined featurizer has no blocks; name at least one fixed featurizer")
        for name, block in blocks.items():
            if not isinstance(block, FixedFeaturizer):
                raise ConfigError(f"block {name} is a {type(block).__name__}; only fixed featurizers can be joined")
        self.blocks = dict(blocks)

    @property
    def identity(self) -> str:
        """See `FixedFeaturizer.identity`."""
        return "+".join(f"{name}:{block.identity}" for name, block in self.blocks.items())

    @property
    def names(self) -> tuple[str, ...]:
        """See `FixedFeaturizer.names`."""
        return tuple(f"{block}:{name}" for block, part in self.blocks.items() for name in part.names)

    @property
    def parts(self) -> tuple[FixedFeaturizer, ...]:
        """See `FixedFeaturizer.parts`: each block has its own cache entries, which it shares with its use alone."""
        return tuple(part for block in self.blocks.values() for part in block.parts)

    def features(self, smiles: Sequence[str]) -> FloatArray:
        """See `FixedFeaturizer.features`."""
        return np.column_stack([block.features(smiles) for block in self.blocks.values()])
