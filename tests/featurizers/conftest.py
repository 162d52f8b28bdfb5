"""Molecules that break careless featurizers, a featurizer that counts, and tiny pretrained models saved to disk."""

import io
import json
from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path

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


@pytest.fixture(scope="session")
def tiny_roberta(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Save a RoBERTa of width 16 with random weights, one token per character, no pooler, and its language head."""
    import torch
    from transformers import RobertaConfig, RobertaForMaskedLM, RobertaTokenizerFast

    folder = tmp_path_factory.mktemp("roberta")
    tokens = ["<s>", "<pad>", "</s>", "<unk>", "<mask>", *map(chr, range(33, 127))]
    (folder / "vocab.json").write_text(json.dumps({token: index for index, token in enumerate(tokens)}))
    (folder / "merges.txt").write_text("#version: 0.2\n")
    RobertaTokenizerFast(str(folder / "vocab.json"), str(folder / "merges.txt")).save_pretrained(folder)
    with torch.random.fork_rng(devices=[]):
        torch.manual_seed(0)
        sizes = {"hidden_size": 16, "intermediate_size": 24, "num_hidden_layers": 2, "num_attention_heads": 2}
        config = RobertaConfig(vocab_size=len(tokens), max_position_embeddings=66, **sizes)
        RobertaForMaskedLM(config).save_pretrained(folder)
    return folder


@pytest.fixture(scope="session")
def tiny_t5(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Save a T5 of width 16 with random weights, decoder included, and a SentencePiece model as its only tokenizer."""
    import sentencepiece
    import torch
    from transformers import T5Config, T5ForConditionalGeneration, T5Tokenizer

    folder = tmp_path_factory.mktemp("t5")
    pieces = io.BytesIO()
    sentencepiece.SentencePieceTrainer.train(
        sentence_iterator=iter(["CCO", "c1ccccc1O", "CC(=O)N", "C[C@H](O)F", "ClC=CBr", "[Na+].[Cl-]"]),
        model_writer=pieces,
        vocab_size=40,
        hard_vocab_limit=False,
        pad_id=0,
        eos_id=1,
        unk_id=2,
        bos_id=-1,
        minloglevel=2,
    )
    (folder / "spiece.model").write_bytes(pieces.getvalue())
    T5Tokenizer(str(folder / "spiece.model"), extra_ids=0, legacy=True).save_pretrained(folder)
    with torch.random.fork_rng(devices=[]):
        torch.manual_seed(0)
        config = T5Config(vocab_size=64, d_model=16, d_kv=8, d_ff=24, num_layers=2, num_heads=2)
        T5ForConditionalGeneration(config).save_pretrained(folder)
    return folder
