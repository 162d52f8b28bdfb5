import math
from collections.abc import Callable

import pytest

from azeotrope.reports.records import RunSummary
from azeotrope.reports.summary import summarise


def test_no_runs_no_rows() -> None:
    assert summarise([]) == []


def test_mean_and_sample_standard_deviation_by_hand(make_run: Callable[..., RunSummary]) -> None:
    """Of 1, 2, 6: mean 3, squared deviations 4 + 1 + 9 = 14, divided by 2."""
    (row,) = summarise([make_run({"rmse": value}, fold=fold) for fold, value in enumerate((1.0, 2.0, 6.0))])
    assert (row.mean, row.sd, row.folds) == (3.0, pytest.approx(math.sqrt(7.0)), 3)


def test_one_fold_has_no_standard_deviation(make_run: Callable[..., RunSummary]) -> None:
    (row,) = summarise([make_run({"rmse": 2.5})])
    assert (row.mean, row.sd, row.folds) == (2.5, None, 1)


def test_undefined_folds_are_left_out_and_not_counted(make_run: Callable[..., RunSummary]) -> None:
    values = (1.0, None, 3.0, math.nan, math.inf)
    (row,) = summarise([make_run({"rsa": value}, fold=fold) for fold, value in enumerate(values)])
    assert (row.mean, row.sd, row.folds) == (2.0, pytest.approx(math.sqrt(2.0)), 2)


def test_nowhere_defined_is_none_and_never_zero(make_run: Callable[..., RunSummary]) -> None:
    (row,) = summarise([make_run({"rsa": None})])
    assert (row.mean, row.sd, row.folds) == (None, None, 0)


def test_zero_is_a_value(make_run: Callable[..., RunSummary]) -> None:
    (row,) = summarise([make_run({"delta_mae": 0.0}, fold=0), make_run({"delta_mae": 0.0}, fold=1)])
    assert (row.mean, row.sd, row.folds) == (0.0, 0.0, 2)


def test_experiments_with_equal_labels_stay_apart(make_run: Callable[..., RunSummary]) -> None:
    rows = summarise([make_run({"rmse": 1.0}, experiment="a"), make_run({"rmse": 3.0}, experiment="b")])
    assert [(row.experiment, row.mean, row.folds) for row in rows] == [("a", 1.0, 1), ("b", 3.0, 1)]


def test_a_metric_of_some_folds_only(make_run: Callable[..., RunSummary]) -> None:
    rows = summarise([make_run({"rmse": 1.0}, fold=0), make_run({"rmse": 3.0, "mae": 0.5}, fold=1)])
    assert [(row.metric, row.mean, row.folds) for row in rows] == [("rmse", 2.0, 2), ("mae", 0.5, 1)]


def test_the_order_of_runs_changes_no_number(make_run: Callable[..., RunSummary]) -> None:
    runs = [make_run({"rmse": value}, fold=fold) for fold, value in enumerate((0.1, 0.2, 0.7, 0.3))]
    assert summarise(runs) == summarise(runs[::-1])


def test_the_papers_value_comes_along(make_run: Callable[..., RunSummary]) -> None:
    (row,) = summarise([make_run({"excess_rmse": 0.2})])
    assert row.paper == (0.18, 0.034, "Table 10")
