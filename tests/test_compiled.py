from pathlib import Path

import numpy as np
import pytest

from azeotrope.compiled import _hash_of_kernels, _machine_code_folder, compiled
from azeotrope.typing import FloatArray


def running_maximum(values: FloatArray) -> FloatArray:
    """Return the largest value so far."""
    largest = values.copy()
    for i in range(1, len(values)):
        largest[i] = max(largest[i - 1], values[i])
    return largest


def test_a_compiled_function_computes_the_same() -> None:
    values = np.random.default_rng(0).normal(size=50)
    np.testing.assert_array_equal(compiled(running_maximum)(values), running_maximum(values))


def test_it_keeps_its_name_and_documentation() -> None:
    fast = compiled(running_maximum)
    assert (fast.__name__, fast.__doc__) == (running_maximum.__name__, running_maximum.__doc__)


def test_machine_code_of_other_kernels_is_never_used(tmp_path: Path) -> None:
    folder = _machine_code_folder(tmp_path)
    assert folder is not None
    assert folder.parent == tmp_path / "compiled"
    assert folder.name == _hash_of_kernels()


@pytest.mark.parametrize("line", ["from azeotrope.compiled import compiled", "from numba.extending import intrinsic"])
def test_a_changed_kernel_or_instruction_has_machine_code_of_its_own(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, line: str
) -> None:
    monkeypatch.setattr("azeotrope.compiled.PACKAGE_FOLDER", tmp_path)
    hashes = set()
    for version in (1, 2):
        (tmp_path / "kernel.py").write_text(f"{line}\nVERSION = {version}\n")
        hashes.add(_hash_of_kernels.__wrapped__())
    assert len(hashes) == 2


def test_without_a_folder_it_compiles_all_the_same(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    blocked = tmp_path / "file"
    blocked.write_text("")
    monkeypatch.setenv("AZEOTROPE_CACHE", str(blocked))
    assert _machine_code_folder(blocked) is None
    values = np.arange(3.0)
    np.testing.assert_array_equal(compiled(running_maximum)(values), values)
