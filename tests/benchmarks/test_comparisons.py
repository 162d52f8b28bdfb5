"""Stages in which both sides run in this process: they agree where they compute the same."""

from pathlib import Path
from typing import Any

import evaluation
import feature_models
import features
import loading
import numpy as np
import pandas as pd
import pytest
import resampling
from comparison import comparison
from stage import Stage


def _rows(stage: Stage[Any], tmp_path: Path) -> list[dict[str, Any]]:
    rows = [dict(row) for row in stage.measure(stage.quick, tmp_path)]
    assert all(set(row) == set(stage.columns) for row in rows)
    return rows


@pytest.mark.parametrize("module", [features, feature_models, resampling])
def test_both_sides_agree(module: Any, tmp_path: Path) -> None:
    rows = _rows(module.STAGE, tmp_path)
    assert rows
    assert max(row["difference"] for row in rows) < 1e-12
    assert all(row["ratio"] > 0.0 for row in rows)


def test_metrics_and_their_loops_agree(tmp_path: Path) -> None:
    everything, tau, interval = _rows(evaluation.STAGE, tmp_path)
    assert everything["other_s"] is None
    assert everything["azeotrope_s"] > 0.0
    assert max(tau["difference"], interval["difference"]) < 1e-12


def test_the_loop_of_tau_takes_means_within_sets_first_and_leaves_out_small_groups() -> None:
    frame = pd.DataFrame(
        {
            "component_set": [0, 0, 0, 0, 0, 0, 1, 1, 1, 2, 2],
            "context": [0, 0, 0, 1, 1, 1, 0, 0, 0, 0, 0],
            "composition": np.arange(11),
            "truth": [1, 2, 3, 1, 2, 3, 1, 2, 3, 1, 2],
            "prediction": [1, 2, 3, 3, 2, 1, 1, 2, 3, 2, 1],
        }
    )
    assert evaluation._tau_in_a_loop(frame) == 0.5


def test_batches_hold_every_binary_row_and_reading_both_times(tmp_path: Path) -> None:
    rows = _rows(loading.STAGE, tmp_path)
    assert [row["task"].split(" ")[0] for row in rows] == ["read", "read", "an", "an"]
    assert all(row["azeotrope_s"] > 0.0 and row["other_s"] > 0.0 for row in rows)


def test_a_ratio_says_how_many_times_faster_azeotrope_is() -> None:
    assert comparison("task", 2.0, "loop", 6.0, 0.0)["ratio"] == 3.0
