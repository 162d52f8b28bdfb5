from collections.abc import Callable

import pytest

from azeotrope.reports.experiment_metrics import metric_cell, reason_of
from azeotrope.reports.headline import Cell
from azeotrope.reports.records import RunSummary


def test_mean_and_sample_standard_deviation(make_run: Callable[..., RunSummary]) -> None:
    runs = [make_run({"rsa": value}, fold=fold) for fold, value in enumerate([0.1, 0.3, None])]
    cell = metric_cell(runs, "rsa")
    assert (cell.mean, cell.sd, cell.folds) == (pytest.approx(0.2), pytest.approx(0.2 / 2**0.5), 2)
    assert metric_cell(runs, "unheard of") == Cell()


def test_reasons_are_named_once(make_run: Callable[..., RunSummary]) -> None:
    runs = [make_run({"rsa": None}, fold=fold, reasons={"rsa": "few"}) for fold in range(2)]
    assert reason_of([*runs, make_run({"rsa": 0.1}, fold=2)], "rsa") == "few"
    assert reason_of([*runs, make_run({}, fold=2)], "rsa") == "few; not recorded"
