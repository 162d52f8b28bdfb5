"""A pretrained transformer and its tokenizer, loaded from a folder without a word or a trace."""

import logging
import threading
import warnings
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any

import numpy as np
import torch
from transformers import AutoModel, AutoModelForTextEncoding, AutoTokenizer
from transformers.utils import logging as transformers_logging

from azeotrope.errors import ConfigError, DataError
from azeotrope.featurizers.pretrained import PretrainedSource
from azeotrope.typing import FloatArray

logger = logging.getLogger(__name__)

# What is silenced while loading belongs to the whole process.
_loading = threading.Lock()


@dataclass(frozen=True, eq=False)
class TextEncoder:
    """An encoder in evaluation mode, in single precision on the CPU.

    Attributes
    ----------
    model, tokenizer
        Of the transformers library.
    max_tokens
        Longest sequence that the model is given.
    """

    model: Any
    tokenizer: Any
    max_tokens: int

    @classmethod
    def load(
        cls,
        source: PretrainedSource,
        *,
        width: int,
        max_tokens: int,
        trust_remote_code: bool,
        options: Mapping[str, Any],
    ) -> "TextEncoder":
        """Load the encoder part of a model.

        Raises
        ------
        ConfigError
            When the model has another width than `width`, or is made for fewer than `max_tokens` tokens.
        DataError
            When files or weights are missing or damaged.
        """
        with _undisturbed():
            folder = source.folder()
            chosen: dict[str, Any] = {"local_files_only": True, "trust_remote_code": trust_remote_code}
            if trust_remote_code:
                # Of another repository that the configuration might name, no code has this revision.
                chosen["code_revision"] = source.revision
            kind = AutoModel if trust_remote_code else AutoModelForTextEncoding
            try:
                tokenizer = AutoTokenizer.from_pretrained(folder, **chosen)
                model, report = kind.from_pretrained(folder, output_loading_info=True, **chosen, **options)
            except Exception as error:
                raise DataError(
                    f"{source.model_id} cannot be loaded from {folder}: {error}; {source.advice}"
                ) from error
        _check_weights(report["missing_keys"], source)
        _check_configuration(model.config, source, width, max_tokens)
        return cls(model.eval(), tokenizer, max_tokens)

    def embed(self, smiles: str) -> FloatArray:
        """Return the mean of the last hidden states, shape `(d,)`; a text that is too long is cut with a warning."""
        tokens = torch.tensor([self._tokens(smiles)])
        with torch.random.fork_rng(devices=[]), torch.inference_mode():
            states = self.model(input_ids=tokens, attention_mask=torch.ones_like(tokens)).last_hidden_state
        return np.asarray(states[0].double().mean(dim=0).numpy(), dtype=np.float64)

    def _tokens(self, smiles: str) -> list[int]:
        tokens: list[int] = self.tokenizer(smiles, verbose=False)["input_ids"]
        if len(tokens) <= self.max_tokens:
            return tokens
        logger.warning("%s has %d tokens; only the first %d are embedded", smiles, len(tokens), self.max_tokens)
        kept: list[int] = self.tokenizer(smiles, truncation=True, max_length=self.max_tokens)["input_ids"]
        return kept


def _check_weights(missing: list[str], source: PretrainedSource) -> None:
    """Refuse a model that is partly random; the pooler, which the mean does not use, may be."""
    needed = sorted(key for key in missing if not key.startswith("pooler."))
    if needed:
        raise DataError(f"{source.model_id} has no weights for {', '.join(needed[:5])}; {source.advice}")


def _check_configuration(config: Any, source: PretrainedSource, width: int, max_tokens: int) -> None:
    if config.hidden_size != width:
        raise ConfigError(
            f"{source.model_id} gives {config.hidden_size} features; set featurizer.width={config.hidden_size} "
            f"instead of {width}"
        )
    longest = getattr(config, "max_position_embeddings", max_tokens)
    if max_tokens > longest:
        raise ConfigError(f"{source.model_id} takes at most {longest} tokens; featurizer.max_tokens is {max_tokens}")


@contextmanager
def _undisturbed() -> Iterator[None]:
    """Load without progress bars, warnings or a change of the random state."""
    with _loading, warnings.catch_warnings(), torch.random.fork_rng(devices=[]):
        warnings.simplefilter("ignore")
        verbosity = transformers_logging.get_verbosity()
        has_bars = transformers_logging.is_progress_bar_enabled()
        transformers_logging.set_verbosity_error()
        transformers_logging.disable_progress_bar()
        try:
            yield
        finally:
            transformers_logging.set_verbosity(verbosity)
            if has_bars:
                transformers_logging.enable_progress_bar()
