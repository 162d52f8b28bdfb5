import subprocess
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import numpy as np
import pandas as pd
import pytest

from azeotrope.errors import RunError
from azeotrope.models.checkpoint import read_checkpoint
from azeotrope.runs.files import read_json_object, write_npz
from azeotrope.runs.fold_results import FoldResults, read_split, write_split
from azeotrope.splits.split import Split

Make = Callable[..., FoldResults]


def test_all_files_are_written(tmp_path: Path, results: Make) -> None:
    results().write(tmp_path)
    assert sorted(path.name for path in tmp_path.iterdir()) == [
        "curves.json",
        "leakage.json",
        "metrics.json",
        "mixing_curve.png",
        "model.ckpt",
        "predictions.parquet",
        "reasons.json",
        "split.npz",
        "versions.json",
    ]
    assert read_json_object(tmp_path / "metrics.json") == {"rmse": 0.5, "excess_rmse": 0.25, "kendall_tau": None}
    assert list(read_json_object(tmp_path / "reasons.json")) == ["kendall_tau"]
    assert read_json_object(tmp_path / "curves.json") == {"curves": []}
    pd.testing.assert_frame_equal(pd.read_parquet(tmp_path / "predictions.parquet"), results().predictions)
    assert read_split(tmp_path / "split.npz").content_hash == results().split.content_hash
    assert read_checkpoint(tmp_path / "model.ckpt") == results().checkpoint


def test_a_run_without_binary_mixtures_has_no_mixing_curve(tmp_path: Path, results: Make) -> None:
    results(mixing_curve=None).write(tmp_path)
    assert not (tmp_path / "mixing_curve.png").exists()


def test_numbers_of_any_kind_become_floats(tmp_path: Path, results: Make) -> None:
    metrics = {"a": np.float64(0.5), "b": np.int64(3), "c": np.float32(0.25), "d": 2}
    results(metrics=metrics, reasons={}).write(tmp_path)
    assert (tmp_path / "metrics.json").read_text() == '{\n  "a": 0.5,\n  "b": 3.0,\n  "c": 0.25,\n  "d": 2.0\n}\n'


@pytest.mark.parametrize("value", [float("nan"), float("inf"), np.float32("-inf")])
def test_metrics_that_are_not_finite_are_refused_by_name(tmp_path: Path, results: Make, value: float) -> None:
    with pytest.raises(RunError, match=r"finite.*'mae'"):
        results(metrics={"mae": value}).write(tmp_path)
    assert list(tmp_path.iterdir()) == []


def test_a_null_without_a_reason_is_refused_by_name(tmp_path: Path, results: Make) -> None:
    with pytest.raises(RunError, match="reason: kendall_tau"):
        results(reasons={}).write(tmp_path)


@pytest.mark.parametrize("size", [0, 1])
def test_small_splits_come_back(tmp_path: Path, size: int) -> None:
    rows = np.arange(size)
    write_split(tmp_path / "split.npz", Split(rows, rows + 1, rows + 2))
    split = read_split(tmp_path / "split.npz")
    assert split.test.tolist() == (rows + 2).tolist()
    assert split.test.dtype == np.int64


def test_a_split_whose_rows_were_changed_is_damage(tmp_path: Path, results: Make) -> None:
    parts = {"train": np.arange(2), "validation": np.arange(1), "test": np.arange(1)}
    write_npz(tmp_path / "split.npz", {**parts, "content_hash": np.array(results().split.content_hash)})
    with pytest.raises(RunError, match=r"split\.npz is damaged"):
        read_split(tmp_path / "split.npz")


@pytest.mark.parametrize("content", [b"", b"PK\x03\x04", b"\x93NUMPY"])
def test_a_damaged_split_file_is_named(tmp_path: Path, content: bytes) -> None:
    (tmp_path / "split.npz").write_bytes(content)
    with pytest.raises(RunError, match=r"split\.npz is not a readable split"):
        read_split(tmp_path / "split.npz")


def test_a_disk_too_small_for_the_model_is_named_and_keeps_no_part_of_it(small_disk: Path, results: Make) -> None:
    import torch

    big = replace(results().checkpoint, state={"weight": torch.zeros(200_000)})
    with pytest.raises(RunError, match=r"cannot write .*model\.ckpt"):
        results(checkpoint=big).write(small_disk)
    assert not list(small_disk.glob("*.ckpt"))
    assert not list(small_disk.glob("*.tmp"))
    assert subprocess.run(["du", "-s", str(small_disk)], capture_output=True, check=True).stdout < b"9"
