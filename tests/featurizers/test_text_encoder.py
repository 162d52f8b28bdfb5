import json
import logging
import shutil
import threading
import warnings
from pathlib import Path
from typing import Any

import numpy as np
import pytest
import torch

from azeotrope.errors import ConfigError, DataError
from azeotrope.featurizers.pretrained import PretrainedSource
from azeotrope.featurizers.text_encoder import TextEncoder

REVISION = "0123456789abcdef" * 2 + "01234567"

CONFIGURATION = """
from transformers import PretrainedConfig

class DiceConfig(PretrainedConfig):
    model_type = "dice"

    def __init__(self, hidden_size=4, loaded=False, **others):
        self.hidden_size, self.loaded = hidden_size, loaded
        super().__init__(**others)
"""
MODEL = """
import torch
from transformers import PreTrainedModel
from transformers.modeling_outputs import BaseModelOutput
from .configuration_dice import DiceConfig

class DiceModel(PreTrainedModel):
    config_class = DiceConfig

    def __init__(self, config):
        super().__init__(config)
        self.table = torch.nn.Embedding(200, config.hidden_size)
        self.post_init()

    def _init_weights(self, module):
        pass

    def forward(self, input_ids, attention_mask):
        states = self.table(input_ids)
        return BaseModelOutput(states if self.config.loaded else states + torch.rand(1))
"""


def load(folder: Path, **options: Any) -> TextEncoder:
    arguments = {"width": 16, "max_tokens": 64, "trust_remote_code": False, "options": {}} | options
    return TextEncoder.load(PretrainedSource(str(folder), None, offline=True), **arguments)


@pytest.mark.parametrize("name", ["tiny_roberta", "tiny_t5"])
def test_the_mean_is_that_of_a_padded_batch_over_its_mask(name: str, request: pytest.FixtureRequest) -> None:
    from transformers import AutoTokenizer, RobertaModel, T5EncoderModel

    folder = request.getfixturevalue(name)
    smiles = ["C", "CCO", "CC(=O)Nc1ccc(O)cc1"]
    tokenizer = AutoTokenizer.from_pretrained(folder)
    with torch.random.fork_rng(devices=[]):
        model = {"tiny_roberta": RobertaModel, "tiny_t5": T5EncoderModel}[name].from_pretrained(folder).eval()
    padded = tokenizer(smiles, padding=True, return_tensors="pt")
    with torch.inference_mode():
        states = model(input_ids=padded["input_ids"], attention_mask=padded["attention_mask"]).last_hidden_state
    mask = padded["attention_mask"][:, :, None].double()
    assert mask.min() == 0
    expected = (states.double() * mask).sum(dim=1) / mask.sum(dim=1)
    encoder = load(folder)
    np.testing.assert_allclose([encoder.embed(text) for text in smiles], expected.numpy(), atol=2e-6)


def test_a_cut_molecule_is_named_with_its_numbers_of_tokens(
    tiny_roberta: Path, caplog: pytest.LogCaptureFixture
) -> None:
    encoder = load(tiny_roberta, max_tokens=8)
    with caplog.at_level(logging.WARNING):
        fits = encoder.embed("CCCCCO")
        assert caplog.messages == []
        cut = encoder.embed("CCCCCOCC")
    assert caplog.messages == ["CCCCCOCC has 10 tokens; only the first 8 are embedded"]
    np.testing.assert_array_equal(cut, fits)


def test_loading_and_encoding_print_nothing(
    tiny_roberta: Path, tiny_t5: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always")
        for folder in (tiny_roberta, tiny_t5):
            load(folder).embed("C" * 600)
    assert capfd.readouterr().out == ""
    assert capfd.readouterr().err == ""
    assert caught == []


def test_what_was_silenced_speaks_again(tiny_roberta: Path) -> None:
    from transformers.utils import logging as transformers_logging

    before = (transformers_logging.get_verbosity(), transformers_logging.is_progress_bar_enabled())
    load(tiny_roberta)
    with pytest.raises(DataError):
        load(tiny_roberta.parent)
    assert (transformers_logging.get_verbosity(), transformers_logging.is_progress_bar_enabled()) == before


def test_threads_may_load_at_once(tiny_roberta: Path) -> None:
    rows: list[np.ndarray] = []
    threads = [threading.Thread(target=lambda: rows.append(load(tiny_roberta).embed("CCO"))) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert len(rows) == 4
    assert all(np.array_equal(row, rows[0]) for row in rows)


def test_another_width_is_named(tiny_roberta: Path) -> None:
    with pytest.raises(ConfigError, match=r"gives 16 features; set featurizer.width=16 instead of 768"):
        load(tiny_roberta, width=768)


def test_more_tokens_than_the_model_has_positions_are_refused(tiny_roberta: Path) -> None:
    with pytest.raises(ConfigError, match=r"takes at most 66 tokens; featurizer.max_tokens is 67"):
        load(tiny_roberta, max_tokens=67)


def test_a_damaged_file_is_an_error_and_not_a_random_model(tiny_roberta: Path, tmp_path: Path) -> None:
    folder = shutil.copytree(tiny_roberta, tmp_path / "copy")
    weights = (folder / "model.safetensors").read_bytes()
    (folder / "model.safetensors").write_bytes(weights[: len(weights) // 2])
    with pytest.raises(DataError, match="cannot be loaded from"):
        load(folder)


def test_a_model_without_some_of_its_weights_is_refused(tiny_roberta: Path, tmp_path: Path) -> None:
    from safetensors.torch import load_file, save_file

    folder = shutil.copytree(tiny_roberta, tmp_path / "copy")
    weights = load_file(folder / "model.safetensors")
    del weights["roberta.encoder.layer.1.output.dense.weight"]
    save_file(weights, folder / "model.safetensors", metadata={"format": "pt"})
    with pytest.raises(DataError, match=r"no weights for encoder\.layer\.1\.output\.dense\.weight"):
        load(folder)


@pytest.fixture
def dice(tiny_roberta: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> PretrainedSource:
    """Put a model with its own code, random unless told not to be, where the models of the hub are kept."""
    from safetensors.torch import save_file

    monkeypatch.setattr("huggingface_hub.constants.HF_HUB_CACHE", str(tmp_path / "hub"))
    for module in ("dynamic_module_utils", "utils.hub"):
        monkeypatch.setattr(f"transformers.{module}.HF_MODULES_CACHE", str(tmp_path / "modules"))
    folder = tmp_path / "hub" / "models--owner--dice" / "snapshots" / REVISION
    shutil.copytree(tiny_roberta, folder, ignore=shutil.ignore_patterns("model.safetensors", "config.json"))
    (folder / "configuration_dice.py").write_text(CONFIGURATION)
    (folder / "modeling_dice.py").write_text(MODEL)
    own_code = {"AutoConfig": "configuration_dice.DiceConfig", "AutoModel": "modeling_dice.DiceModel"}
    (folder / "config.json").write_text(json.dumps({"model_type": "dice", "hidden_size": 4, "auto_map": own_code}))
    table = torch.arange(800, dtype=torch.float32).reshape(200, 4)
    save_file({"table.weight": table}, folder / "model.safetensors", metadata={"format": "pt"})
    return PretrainedSource("owner/dice", REVISION, offline=True)


def test_a_model_with_its_own_code_runs_only_when_trusted(dice: PretrainedSource) -> None:
    untrusted: dict[str, Any] = {"width": 4, "max_tokens": 64, "options": {"loaded": True}}
    with pytest.raises(DataError, match="trust_remote_code"):
        TextEncoder.load(dice, trust_remote_code=False, **untrusted)
    encoder = TextEncoder.load(dice, trust_remote_code=True, **untrusted)
    # <s> C </s> are tokens 0, 39 and 2; token t has the row 4 t, 4 t + 1, ...
    np.testing.assert_array_equal(encoder.embed("C"), 4 * (0 + 39 + 2) / 3 + np.arange(4))


def test_a_model_that_draws_random_numbers_leaves_ours_alone(dice: PretrainedSource) -> None:
    encoder = TextEncoder.load(dice, width=4, max_tokens=64, trust_remote_code=True, options={})
    state = torch.get_rng_state()
    encoder.embed("C")
    assert torch.equal(torch.get_rng_state(), state)
