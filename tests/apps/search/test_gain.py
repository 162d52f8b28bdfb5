from pathlib import Path
from types import SimpleNamespace
from typing import Any

import numpy as np
import pandas as pd
import pytest

from azeotrope.apps.search.gain import gain_lines


def write_run(outputs: Path, run_id: str, error: float, n_sets: int = 12) -> dict[str, str]:
    """Predictions that are off by `error` on the validation rows, in any order, and by far more on the test rows."""
    rows = np.random.default_rng(len(run_id)).permutation(2 * n_sets)
    parts = np.where(rows < n_sets, "validation", "test")
    frame = pd.DataFrame(
        {
            "part": parts,
            "row_index": rows,
            "truth": rows.astype(float),
            "prediction": rows + np.where(parts == "test", 100.0, error),
            "component_set": [f"set {row}" for row in rows],
        }
    )
    folder = outputs / "runs" / run_id
    folder.mkdir(parents=True)
    frame.to_parquet(folder / "predictions.parquet")
    return {"run_id": run_id}


def finding(*, best: dict[str, str] | None, default: dict[str, str] | None) -> Any:
    task = SimpleNamespace(dataset="mine", unit="K", number=2)
    return SimpleNamespace(
        best=best,
        runs=[best],
        default={} if default is None else {"value": 1.0, "runs": [default]},
        search=SimpleNamespace(tasks=[task]),
    )


def test_the_change_has_its_interval_unit_and_number_of_units(tmp_path: Path) -> None:
    best, default = write_run(tmp_path, "best", 1.5), write_run(tmp_path, "default", 2.0)
    assert gain_lines(finding(best=best, default=default), tmp_path) == [
        "change on mine fold 2: -0.5 [-0.5, -0.5] K (95%, 2000 resamples of 12 component sets)"
    ]


def test_too_few_component_sets_give_no_interval(tmp_path: Path) -> None:
    best, default = write_run(tmp_path, "best", 1.5, n_sets=4), write_run(tmp_path, "default", 2.0, n_sets=4)
    [line] = gain_lines(finding(best=best, default=default), tmp_path)
    assert line == "change on mine fold 2: no interval, a bootstrap needs at least 10 groups, here are 4"


@pytest.mark.parametrize("kept", ["best", "default"])
def test_without_two_sides_there_is_nothing_to_compare(tmp_path: Path, kept: str) -> None:
    sides = {"best": None, "default": None} | {kept: write_run(tmp_path, kept, 1.0)}
    assert gain_lines(finding(**sides), tmp_path) == []
