"""How much better a choice is than the model as it is, and how well the validation rows can tell."""

from collections.abc import Mapping
from pathlib import Path
from typing import Any

import numpy as np
import pandas as pd

from azeotrope.apps.search.result import Finding
from azeotrope.apps.search.tasks import Task
from azeotrope.metrics.resampling import N_RESAMPLES, Interval, delta_rmse
from azeotrope.runs.layout import PREDICTIONS, RUNS

COLUMNS = ["part", "row_index", "truth", "prediction", "component_set"]


def gain_lines(finding: Finding, outputs: Path) -> list[str]:
    """Return the change of the validation RMSE on each task with its 95% interval; none where nothing is chosen.

    Raises
    ------
    OSError
        When the predictions of a run cannot be read.
    """
    if finding.best is None or finding.default.get("value") is None:
        return []
    pairs = zip(finding.search.tasks, finding.runs, finding.default["runs"], strict=True)
    return [_line(task, _change(outputs, run, before)) for task, run, before in pairs]


def _change(outputs: Path, run: Mapping[str, Any], before: Mapping[str, Any]) -> Interval:
    found, default = (_validation_rows(outputs / RUNS / each["run_id"] / PREDICTIONS) for each in (run, before))
    return delta_rmse(
        truth=found["truth"].to_numpy(dtype=np.float64),
        prediction=found["prediction"].to_numpy(dtype=np.float64),
        baseline=default["prediction"].to_numpy(dtype=np.float64),
        groups=found["component_set"].to_numpy(dtype=str),
    )


def _validation_rows(file: Path) -> pd.DataFrame:
    frame = pd.read_parquet(file, columns=COLUMNS)
    return frame[frame["part"] == "validation"].sort_values("row_index")


def _line(task: Task, change: Interval) -> str:
    where = f"{task.dataset} fold {task.number}"
    if change.estimate.value is None:
        return f"change on {where}: no interval, {change.estimate.reason}"
    low, high = change.low.value, change.high.value
    limits = "" if low is None or high is None else f" [{low:+.3g}, {high:+.3g}]"
    return (
        f"change on {where}: {change.estimate.value:+.3g}{limits} {task.unit} "
        f"(95%, {N_RESAMPLES} resamples of {change.n_units} component sets)"
    )
