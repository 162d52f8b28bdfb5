"""Embeddings of SMILES by pretrained text encoders."""

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import TYPE_CHECKING, Any

import numpy as np

from azeotrope.errors import ConfigError
from azeotrope.featurizers.optional import require
from azeotrope.featurizers.pretrained import PretrainedSource
from azeotrope.featurizers.protocol import FixedFeaturizer
from azeotrope.typing import FloatArray

if TYPE_CHECKING:
    from azeotrope.featurizers.text_encoder import TextEncoder

# The one model whose own code may run, at the one revision of it; a checkpoint from elsewhere cannot name another.
TRUSTED_CODE = ("ibm-research/MoLFormer-XL-both-10pct", "7b12d946c181a37f6012b9dc3b002275de070314")
INSTALL = "pip install 'azeotrope[transformers]', or pip install 'transformers>=4.45,<5' sentencepiece"


@dataclass(frozen=True, eq=False)
class TransformerEmbedding(FixedFeaturizer):
    """Mean of the last hidden states of a pretrained encoder over the tokens of a SMILES, special tokens included.

    Each molecule is encoded on its own, so there is no padding and its row is the same to the last bit whatever else
    is asked for. A SMILES of more than `max_tokens` tokens is cut, and a warning names it. Loading and encoding leave
    PyTorch's random state as it was.

    Parameters
    ----------
    prefix
        What the features are called: `prefix_0`, `prefix_1` and so on.
    model_id, revision
        Model of the Hugging Face hub and full hash of its commit; a local folder and None.
    width
        Number `d` of features, so that they have names before the weights are loaded.
    max_tokens
        Longest sequence that the encoder is given, special tokens included; at least 3.
    offline
        Never use the network, only weights that were fetched before.
    trust_remote_code
        Run the Python code that comes with the weights; for `TRUSTED_CODE` alone, whose revision pins that code too.
    options
        Entries of the model's own configuration to replace.

    Raises
    ------
    ConfigError
        When an argument is out of range, or other code is to be trusted.
    """

    prefix: str
    model_id: str
    revision: str | None
    width: int
    max_tokens: int
    offline: bool = False
    trust_remote_code: bool = False
    options: Mapping[str, Any] = field(default_factory=dict)

    def __post_init__(self) -> None:
        for name, smallest in (("width", 1), ("max_tokens", 3)):
            value = getattr(self, name)
            if not isinstance(value, int) or value < smallest:
                raise ConfigError(f"featurizer.{name} is {value!r}; it must be a whole number of at least {smallest}")
        if self.trust_remote_code and (self.model_id, self.revision) != TRUSTED_CODE:
            model_id, revision = TRUSTED_CODE
            raise ConfigError(f"featurizer.trust_remote_code is for {model_id} at revision {revision} alone")

    @property
    def identity(self) -> str:
        """See `FixedFeaturizer.identity`.

        Raises
        ------
        ConfigError
            When transformers is not installed, with the command that installs it.
        DataError
            When the model is a local folder that does not exist.
        """
        options = json.dumps(dict(self.options), sort_keys=True)
        code = "own_code" if self.trust_remote_code else "library_code"
        return f"{self._fingerprint}-mean-{self.max_tokens}tokens-{code}-{options}-transformers{_installed_version()}"

    @property
    def names(self) -> tuple[str, ...]:
        """See `FixedFeaturizer.names`."""
        return tuple(f"{self.prefix}_{column}" for column in range(self.width))

    def features(self, smiles: Sequence[str]) -> FloatArray:
        """See `FixedFeaturizer.features`; 10 ms (ChemBERTa) to half a second (MolT5, large) per molecule on one core.

        Raises
        ------
        ConfigError
            When transformers is not installed, or the weights are of another width or another kind of model.
        DataError
            When the weights are missing or damaged; with the command that fetches them.
        """
        rows = [self._encoder.embed(text) for text in smiles]
        return np.array(rows, dtype=np.float64).reshape(-1, self.width)

    @cached_property
    def _source(self) -> PretrainedSource:
        return PretrainedSource(self.model_id, self.revision, self.offline)

    @cached_property
    def _fingerprint(self) -> str:
        """Hashing a folder of weights takes a second, so it is done once."""
        return self._source.fingerprint()

    @cached_property
    def _encoder(self) -> "TextEncoder":
        _installed_version()
        from azeotrope.featurizers.text_encoder import TextEncoder

        return TextEncoder.load(
            self._source,
            width=self.width,
            max_tokens=self.max_tokens,
            trust_remote_code=self.trust_remote_code,
            options=self.options,
        )


def _installed_version() -> str:
    return require("transformers", purpose="an embedding by a pretrained transformer", commands=INSTALL)
