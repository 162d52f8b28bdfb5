"""Stages that start other programs, in their quick sizes."""

from pathlib import Path
from typing import Any

import folds
import growth
import numpy as np
import pandas as pd
import pytest
import startup
import training
from binary_csv import write_binary_csv
from composing import binary_rows, experiment
from measure_steps import STEPS
from processes import run_worker
from stage import Stage

pytestmark = pytest.mark.slow


def _rows(stage: Stage[Any], tmp_path: Path) -> list[dict[str, Any]]:
    rows = [dict(row) for row in stage.measure(stage.quick, tmp_path)]
    assert {key for row in rows for key in row} == set(stage.columns)
    return rows


def test_growth_goes_through_every_step(tmp_path: Path) -> None:
    rows = _rows(growth.STAGE, tmp_path)
    assert [(row["axis"], row["number"], row["step"]) for row in rows] == [("rows", 1_000, step) for step in STEPS]
    assert all(row["us_per_row"] == pytest.approx(1e3 * row["seconds"]) for row in rows)


def test_folds_are_compared_with_the_first_number(tmp_path: Path) -> None:
    one, two = _rows(folds.STAGE, tmp_path)
    assert (one["folds"], one["ratio"], two["folds"]) == (1, 1.0, 2)
    assert two["ratio"] == two["seconds"] / one["seconds"]


def test_startup_compares_imports(tmp_path: Path) -> None:
    (row,) = _rows(startup.STAGE, tmp_path)
    assert (row["task"], row["other"]) == ("import azeotrope", "import chemprop")


@pytest.mark.data
def test_all_sides_train_on_the_same_rows(tmp_path: Path) -> None:
    rows = _rows(training.STAGE, tmp_path)
    assert [row["side"] for row in rows] == [*(training.AZEOTROPE, training.COMMAND, training.LIBRARY, training.TARGET)]
    assert all(0.0 < row["validation_rmse"] < 3.0 for row in rows)
    assert all(row["rows_per_s"] == pytest.approx(192 * 2 / row["fit_s"]) for row in rows)
    assert [row["seeds"] for row in rows] == [2, 1, 1, 2]
    target, reached = rows[1], rows[3]
    assert (reached["target_ratio"] is not None) == (reached["validation_rmse"] <= target["validation_rmse"])


@pytest.mark.data
def test_the_error_of_the_library_is_the_one_that_it_logged_while_training(tmp_path: Path) -> None:
    write_binary_csv(tmp_path / "binary.csv", 1_000)
    task = training.SHARED | {"csv": str(tmp_path / "binary.csv"), "batch_size": 32, "epochs": 2, "seed": 0}
    answer = run_worker("fit_chemprop.py", task, tmp_path / "log").answer
    assert answer["validation_rmse"] == pytest.approx(answer["logged_rmse"], rel=1e-3)


@pytest.mark.data
def test_the_csv_holds_binary_rows_of_train_and_validation_only(tmp_path: Path) -> None:
    csv = tmp_path / "binary.csv"
    assert write_binary_csv(csv, 50) == 50
    frame = pd.read_csv(csv)
    assert list(frame["split"]) == ["train"] * 50 + ["val"] * 50 + ["test"] * 50
    assert (frame["smiles_1"] != frame["smiles_2"]).all()
    assert frame["fraction_1"].between(0.0, 1.0, inclusive="neither").all()
    viscosity = experiment("dataset=viscosity", "split=mixture")
    split = binary_rows(viscosity, at_most=50)
    for rows, part in ((split.train, "train"), (split.validation, "val"), (split.validation, "test")):
        written = frame.loc[frame["split"] == part, "value"]
        np.testing.assert_allclose(written, viscosity.dataset.table.value[rows], rtol=1e-12)
