from pathlib import Path

import numpy as np
import pytest
import torch

from azeotrope.errors import RunError
from azeotrope.models.checkpoint import Checkpoint, Domain, read_checkpoint, write_checkpoint

CHECKPOINT = Checkpoint(
    spec={"_target_": "somewhere.Model", "seed": 0, "options": [1, None, 0.5]},
    state={"weights": torch.arange(3.0), "nested": {"name": "x"}},
    quantity="viscosity",
    unit="ln(mPa s)",
    mixing_rule="linear",
    domain=Domain(("InChI=1S/H2O/h1H2",), (273.15, 373.15), has_solute=False),
    stereo="keep",
)


def test_round_trip(tmp_path: Path) -> None:
    path = tmp_path / "model.ckpt"
    write_checkpoint(path, CHECKPOINT)
    restored = read_checkpoint(path)
    np.testing.assert_array_equal(restored.state["weights"], CHECKPOINT.state["weights"])
    assert restored.spec == CHECKPOINT.spec
    assert restored.domain == CHECKPOINT.domain
    assert list(tmp_path.iterdir()) == [path]


def test_a_missing_file_is_named(tmp_path: Path) -> None:
    with pytest.raises(RunError, match="no checkpoint at"):
        read_checkpoint(tmp_path / "model.ckpt")


def test_a_damaged_file_is_named(tmp_path: Path) -> None:
    path = tmp_path / "model.ckpt"
    path.write_bytes(b"junk")
    with pytest.raises(RunError, match="not a readable azeotrope checkpoint"):
        read_checkpoint(path)


def test_a_file_of_another_format_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "model.ckpt"
    torch.save({"format": 99}, path)
    with pytest.raises(RunError, match="format 99"):
        read_checkpoint(path)


def test_code_in_a_file_is_not_run(tmp_path: Path) -> None:
    path = tmp_path / "model.ckpt"
    torch.save({"format": 1, "spec": print}, path)
    with pytest.raises(RunError, match="not a readable"):
        read_checkpoint(path)
