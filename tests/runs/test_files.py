import errno
import os
from pathlib import Path

import numpy as np
import pandas as pd
import pytest

from azeotrope.errors import RunError
from azeotrope.runs.files import (
    read_json,
    read_json_object,
    read_yaml,
    replacing,
    write_bytes,
    write_json,
    write_npz,
    write_parquet,
    write_text,
    write_yaml,
)


def test_json_comes_back(tmp_path: Path) -> None:
    content = {"rmse": 0.1, "tau": None, "name": "η", "empty": {}}
    write_json(tmp_path / "a.json", content)
    assert read_json(tmp_path / "a.json") == content
    assert "η" in (tmp_path / "a.json").read_text(encoding="utf-8")


def test_bytes_of_a_command_line_that_are_no_text_are_kept_as_an_escape(tmp_path: Path) -> None:
    write_json(tmp_path / "a.json", {"argv": os.fsdecode(b"caf\xe9")})
    assert read_json(tmp_path / "a.json") == {"argv": "caf\udce9"}


def test_yaml_keeps_the_order_of_keys(tmp_path: Path) -> None:
    write_yaml(tmp_path / "a.yaml", {"model": {"b": 1, "a": [0.1, None]}, "dataset": "mon"})
    assert list(read_yaml(tmp_path / "a.yaml")) == ["model", "dataset"]
    assert read_yaml(tmp_path / "a.yaml")["model"] == {"b": 1, "a": [0.1, None]}


def test_tables_and_arrays_come_back(tmp_path: Path) -> None:
    frame = pd.DataFrame({"truth": [1.0, np.nan]}, index=[7, 8])
    write_parquet(tmp_path / "a.parquet", frame)
    pd.testing.assert_frame_equal(pd.read_parquet(tmp_path / "a.parquet"), frame.reset_index(drop=True))
    write_npz(tmp_path / "a.npz", {"train": np.arange(3), "test": np.array([], dtype=np.int64)})
    with np.load(tmp_path / "a.npz") as archive:
        assert archive["train"].tolist() == [0, 1, 2]
        assert archive["test"].size == 0


@pytest.mark.parametrize("value", [float("nan"), float("inf"), [1.0, float("-inf")], {1, 2}, np.float32(1)])
def test_what_is_no_strict_json_is_never_written(tmp_path: Path, value: object) -> None:
    with pytest.raises(RunError, match=r"a\.json cannot be written as JSON"):
        write_json(tmp_path / "a.json", {"rmse": value})
    assert list(tmp_path.iterdir()) == []


def test_objects_are_no_yaml(tmp_path: Path) -> None:
    with pytest.raises(RunError, match=r"a\.yaml cannot be written as YAML"):
        write_yaml(tmp_path / "a.yaml", {"value": np.float64(1)})
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize("content", ["", "{", "\x00", '{"a": 1'])
def test_damaged_json_is_named(tmp_path: Path, content: str) -> None:
    (tmp_path / "a.json").write_text(content)
    with pytest.raises(RunError, match=r"a\.json is damaged"):
        read_json(tmp_path / "a.json")


@pytest.mark.parametrize("content", ["", "[1]", "a: [", "\x00"])
def test_damaged_yaml_is_named(tmp_path: Path, content: str) -> None:
    (tmp_path / "a.yaml").write_text(content)
    with pytest.raises(RunError, match=r"a\.yaml is damaged"):
        read_yaml(tmp_path / "a.yaml")


def test_bytes_that_are_no_text_and_other_kinds_of_json_are_damage(tmp_path: Path) -> None:
    (tmp_path / "a.json").write_bytes(b"\xff\xfe")
    with pytest.raises(RunError, match="damaged"):
        read_json(tmp_path / "a.json")
    (tmp_path / "a.json").write_text("[]")
    with pytest.raises(RunError, match="list instead of an object"):
        read_json_object(tmp_path / "a.json")


def test_missing_files_are_named(tmp_path: Path) -> None:
    with pytest.raises(RunError, match=r"cannot read .*a\.json: No such file"):
        read_json(tmp_path / "a.json")
    with pytest.raises(RunError, match=r"cannot read .*a\.yaml: No such file"):
        read_yaml(tmp_path / "a.yaml")


def test_yaml_never_runs_code(tmp_path: Path) -> None:
    (tmp_path / "a.yaml").write_text("a: !!python/object/apply:os.getcwd []")
    with pytest.raises(RunError, match="damaged"):
        read_yaml(tmp_path / "a.yaml")


def test_a_full_disk_keeps_the_old_file_and_leaves_no_other(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    write_text(tmp_path / "a.txt", "old")

    def full(descriptor: int) -> None:
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))

    monkeypatch.setattr(os, "fsync", full)
    with pytest.raises(RunError, match=r"cannot write .*a\.txt: No space left on device; free some space"):
        write_text(tmp_path / "a.txt", "new")
    assert [path.name for path in tmp_path.iterdir()] == ["a.txt"]
    assert (tmp_path / "a.txt").read_text() == "old"


def test_a_real_full_disk_does_the_same(small_disk: Path) -> None:
    write_bytes(small_disk / "a.bin", b"old")
    with pytest.raises(RunError, match="No space left on device"):
        write_bytes(small_disk / "a.bin", bytes(300_000))
    assert [path.name for path in small_disk.iterdir()] == ["a.bin"]
    write_bytes(small_disk / "a.bin", bytes(100_000))


def test_an_error_in_between_leaves_no_file(tmp_path: Path) -> None:
    def stop_half_way() -> None:
        with replacing(tmp_path / "a") as temporary:
            temporary.write_text("half")
            raise KeyError

    with pytest.raises(KeyError):
        stop_half_way()
    assert list(tmp_path.iterdir()) == []


def test_a_missing_folder_is_named(tmp_path: Path) -> None:
    with pytest.raises(RunError, match=r"cannot write .*nowhere/a\.txt"):
        write_text(tmp_path / "nowhere" / "a.txt", "x")
