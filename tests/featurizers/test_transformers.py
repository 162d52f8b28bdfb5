import importlib.metadata
import re
import subprocess
import sys
from pathlib import Path
from typing import Any

import numpy as np
import pytest
import torch
from hypothesis import given, settings
from hypothesis import strategies as st

from azeotrope.errors import ConfigError, DataError
from azeotrope.featurizers.transformers import TRUSTED_CODE, TransformerEmbedding

REVISION = "0123456789abcdef" * 2 + "01234567"


def embedding(folder: Path, **options: Any) -> TransformerEmbedding:
    return TransformerEmbedding(
        **{"prefix": "tiny", "model_id": str(folder), "revision": None, "width": 16, "max_tokens": 64} | options
    )


@pytest.fixture(scope="module", params=["tiny_roberta", "tiny_t5"])
def tiny(request: pytest.FixtureRequest) -> TransformerEmbedding:
    return embedding(request.getfixturevalue(request.param))


def test_building_and_naming_load_nothing() -> None:
    script = (
        "import sys; from azeotrope.featurizers.transformers import TransformerEmbedding as Embedding; "
        f"one = Embedding('x', 'no/model', '{REVISION}', 3, 9); "
        "print(one.names, one.identity, one.features([]).shape, {'torch', 'transformers'} & set(sys.modules))"
    )
    run = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=True)
    assert run.stdout.startswith(
        f"('x_0', 'x_1', 'x_2') no/model@{REVISION}-mean-9tokens-library_code-{{}}-transformers"
    )
    assert run.stdout.endswith("(0, 3) set()\n")


def test_odd_molecules_have_finite_rows(tiny: TransformerEmbedding, odd_smiles: list[str]) -> None:
    features = tiny.features(odd_smiles)
    assert features.dtype == np.float64
    assert features.shape == (len(odd_smiles), len(tiny.names))
    assert np.isfinite(features).all()


@settings(max_examples=20)
@given(chosen=st.lists(st.integers(0, 13), min_size=1, max_size=6))
def test_a_row_is_the_same_to_the_last_bit_whatever_else_is_asked_for(
    tiny: TransformerEmbedding, odd_smiles: list[str], chosen: list[int]
) -> None:
    alone = np.vstack([tiny.features([odd_smiles[index]]) for index in chosen])
    np.testing.assert_array_equal(tiny.features([odd_smiles[index] for index in chosen]), alone)


@pytest.mark.slow
def test_another_process_gives_the_same_row(tiny_roberta: Path) -> None:
    script = (
        "from azeotrope.featurizers.transformers import TransformerEmbedding as Embedding; import sys; "
        "print(Embedding('x', sys.argv[1], None, 16, 64).features(['CCO'])[0, 0].hex())"
    )
    run = subprocess.run([sys.executable, "-c", script, tiny_roberta], capture_output=True, text=True, check=True)
    assert (run.stdout.strip(), run.stderr) == (embedding(tiny_roberta).features(["CCO"])[0, 0].hex(), "")


def test_stereo_is_seen(tiny: TransformerEmbedding) -> None:
    assert not np.allclose(*tiny.features(["C[C@H](O)F", "C[C@@H](O)F"]))


@pytest.mark.parametrize(
    "changed",
    [{"max_tokens": 32}, {"options": {"hidden_act": "relu"}}, {"revision": REVISION}],
)
def test_what_changes_numbers_changes_the_identity(tiny_roberta: Path, changed: dict[str, Any]) -> None:
    assert embedding(tiny_roberta, **changed).identity != embedding(tiny_roberta).identity


def test_what_changes_no_number_does_not_change_the_identity(tiny_roberta: Path, tmp_path: Path) -> None:
    import shutil

    copy = shutil.copytree(tiny_roberta, tmp_path / "copy")
    assert embedding(copy, offline=True, prefix="copy").identity == embedding(tiny_roberta).identity
    weights = bytearray((copy / "model.safetensors").read_bytes())
    weights[-1] ^= 1
    (copy / "model.safetensors").write_bytes(weights)
    assert embedding(copy).identity != embedding(tiny_roberta).identity


@pytest.mark.parametrize(
    ("model_id", "revision"),
    [("someone/else", REVISION), (TRUSTED_CODE[0], REVISION), ("someone/else", TRUSTED_CODE[1]), ("a_folder", None)],
)
def test_code_is_trusted_only_of_one_model_at_one_revision(model_id: str, revision: str | None) -> None:
    trusted = TransformerEmbedding("x", *TRUSTED_CODE, 16, 64, trust_remote_code=True)
    assert trusted.trust_remote_code
    with pytest.raises(ConfigError, match="trust_remote_code is for ibm-research/MoLFormer"):
        TransformerEmbedding("x", model_id, revision, 16, 64, trust_remote_code=True)


def test_a_revision_is_a_whole_hash(tiny_roberta: Path) -> None:
    with pytest.raises(ConfigError, match="revision is 'main'"):
        embedding(tiny_roberta, revision="main")._source  # noqa: B018


@pytest.mark.parametrize(("option", "value"), [("width", 0), ("max_tokens", 2), ("max_tokens", 1.5)])
def test_an_impossible_size_is_refused(tmp_path: Path, option: str, value: float) -> None:
    with pytest.raises(ConfigError, match=f"featurizer.{option} is {value}"):
        embedding(tmp_path, **{option: value})


def test_missing_weights_are_an_error_with_the_command(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("huggingface_hub.constants.HF_HUB_CACHE", str(tmp_path))
    absent = TransformerEmbedding("x", "owner/model", REVISION, 16, 64, offline=True)
    with pytest.raises(DataError, match=re.escape(f"hf download owner/model --revision {REVISION}")):
        absent.features(["C"])


def test_the_missing_package_is_named_with_the_command(monkeypatch: pytest.MonkeyPatch, tiny_roberta: Path) -> None:
    def version(name: str) -> str:
        raise importlib.metadata.PackageNotFoundError(name)

    monkeypatch.setattr("azeotrope.featurizers.optional.version", version)
    for use in (lambda one: one.identity, lambda one: one.features(["C"])):
        with pytest.raises(
            ConfigError, match=r"needs the package transformers.*pip install 'azeotrope\[transformers\]'"
        ):
            use(embedding(tiny_roberta))


def test_torch_is_as_random_after_as_before(tiny_roberta: Path) -> None:
    state = torch.get_rng_state()
    embedding(tiny_roberta).features(["CCO"])
    assert torch.equal(torch.get_rng_state(), state)
