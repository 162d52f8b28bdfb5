import errno
import logging
import subprocess
import sys
from pathlib import Path
from typing import Any, NoReturn

import numpy as np
import pytest

from azeotrope.chemistry.identity import parse_molecule
from azeotrope.chemistry.molecules import Molecules
from azeotrope.featurizers.cache import FeatureCache, featurize

WRITER = """
import sys
from pathlib import Path
import numpy as np
from azeotrope.featurizers.cache import FeatureCache
cache = FeatureCache(Path(sys.argv[1]), 200)
smiles = ["C" * n for n in range(1, 60)]
rows = np.arange(59.0)[:, None] + np.arange(200) / 7
for _ in range(20):
    cache.put_many(smiles, rows)
    assert all(row is None or np.array_equal(row, rows[i]) for i, row in enumerate(cache.get_many(smiles)))
"""


@pytest.fixture
def alcohols() -> Molecules:
    return Molecules.of(parse_molecule(smiles) for smiles in ("CO", "CCO", "CCC", "CCCO"))


def stored_files(folder: Path) -> list[Path]:
    return sorted(path for path in folder.rglob("*") if path.is_file())


def test_no_molecules_give_no_rows(counting: Any, tmp_path: Path) -> None:
    assert featurize(counting, Molecules.of([]), tmp_path).shape == (0, 2)


def test_one_row_per_molecule_with_and_without_a_cache(counting: Any, alcohols: Molecules, tmp_path: Path) -> None:
    expected = counting.features(alcohols.smiles)
    for folder in (None, tmp_path, tmp_path):
        np.testing.assert_array_equal(featurize(counting, alcohols, folder), expected)


def test_a_molecule_is_computed_once_and_undefined_values_survive(
    counting: Any, alcohols: Molecules, tmp_path: Path
) -> None:
    first = featurize(counting, alcohols, tmp_path)
    counting.seen.clear()
    np.testing.assert_array_equal(featurize(counting, alcohols, tmp_path), first)
    assert counting.seen == []
    assert np.isnan(first).any()
    assert len(stored_files(tmp_path)) == len(alcohols)


def test_another_version_does_not_share_entries(counting: Any, alcohols: Molecules, tmp_path: Path) -> None:
    featurize(counting, alcohols, tmp_path)
    counting.version = "2"
    counting.seen.clear()
    featurize(counting, alcohols, tmp_path)
    assert len(counting.seen) == len(alcohols)


@pytest.mark.parametrize("damage", [b"", b"short", b"x" * 48])
def test_a_damaged_entry_is_computed_again(counting: Any, alcohols: Molecules, tmp_path: Path, damage: bytes) -> None:
    expected = featurize(counting, alcohols, tmp_path)
    damaged, *_ = stored_files(tmp_path)
    damaged.write_bytes(damage)
    counting.seen.clear()
    np.testing.assert_array_equal(featurize(counting, alcohols, tmp_path), expected)
    assert len(counting.seen) == 1
    counting.seen.clear()
    featurize(counting, alcohols, tmp_path)
    assert counting.seen == []


def test_an_entry_under_the_name_of_another_molecule_is_not_believed(
    counting: Any, alcohols: Molecules, tmp_path: Path
) -> None:
    expected = featurize(counting, alcohols, tmp_path)
    first, second, *_ = stored_files(tmp_path)
    first.write_bytes(second.read_bytes())
    np.testing.assert_array_equal(featurize(counting, alcohols, tmp_path), expected)


def test_one_flipped_bit_is_noticed(tmp_path: Path) -> None:
    cache = FeatureCache(tmp_path, 3)
    cache.put_many(["C"], np.array([[1.0, 2.0, 3.0]]))
    (file,) = stored_files(tmp_path)
    content = bytearray(file.read_bytes())
    content[-1] ^= 1
    file.write_bytes(content)
    assert cache.get_many(["C"]) == [None]


def test_a_full_disk_costs_one_warning_and_no_features(
    counting: Any,
    alcohols: Molecules,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    caplog: pytest.LogCaptureFixture,
) -> None:
    def full(*_: object) -> NoReturn:
        raise OSError(errno.ENOSPC, "No space left on device")

    monkeypatch.setattr("azeotrope.featurizers.cache.MOLECULES_AT_ONCE", 1)
    monkeypatch.setattr(Path, "write_bytes", full)
    with caplog.at_level(logging.WARNING):
        features = featurize(counting, alcohols, tmp_path)
    np.testing.assert_array_equal(features, counting.features(alcohols.smiles))
    assert len(caplog.records) == 1
    assert "No space left" in caplog.text
    assert stored_files(tmp_path) == []


def test_parallel_writers_never_show_each_other_half_an_entry(tmp_path: Path) -> None:
    writers = [subprocess.Popen([sys.executable, "-c", WRITER, str(tmp_path)]) for _ in range(2)]
    assert [writer.wait(timeout=60) for writer in writers] == [0, 0]
    assert {path.suffix for path in stored_files(tmp_path)} == {".bin"}
    assert len(stored_files(tmp_path)) == 59
