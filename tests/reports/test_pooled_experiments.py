from collections.abc import Callable
from math import sqrt

import numpy as np
import pytest

from azeotrope.metrics.rounding import is_no_difference
from azeotrope.reports.pooled import pooled_delta_mae
from azeotrope.reports.pooled_experiments import PooledError, pooled_delta_maes
from azeotrope.reports.report_runs import ReportExperiment, ReportRun, experiments_of

MakeRun = Callable[..., ReportRun]


def experiment(*runs: ReportRun) -> ReportExperiment:
    (found,) = experiments_of(runs)
    return found


def test_delta_maes_are_those_of_each_experiment(make_experiments: Callable[..., list[ReportExperiment]]) -> None:
    experiments = make_experiments({"dmpnn": 0.1, "molt5": 0.7})
    found = pooled_delta_maes(experiments)
    assert found == {each.model: pooled_delta_mae([run.predictions for run in each.runs]) for each in experiments}
    assert found["dmpnn"].estimate.value == pytest.approx(-0.4)
    assert found["molt5"].estimate.value == pytest.approx(0.2)


def test_errors_are_pooled_over_rows(make_report_run: MakeRun) -> None:
    """24 rows of 0.1 and 8 of 0.3, against 0.5: sqrt((24 * 0.01 + 8 * 0.09) / 32) / 0.5; pure errors do not count."""
    runs = [make_report_run("dmpnn", 0, 0.1, 0.7), make_report_run("dmpnn", 1, 0.3, n_sets=4)]
    error = PooledError(experiment(*runs))
    assert error.has_excess
    assert error.ratio == pytest.approx(sqrt(0.03) / 0.5)
    assert error.against_ideal.estimate.value == pytest.approx(sqrt(0.03) - 0.5)
    assert error.against_ideal.n_units == 16


def test_a_predicted_excess_within_rounding_is_none(make_report_run: MakeRun) -> None:
    noise = np.random.default_rng(3).uniform(1e-16, 4e-16, 24)
    linear = experiment(make_report_run("a", 0, -0.5 + noise))
    assert is_no_difference(PooledError(linear).against_ideal)
    assert is_no_difference(pooled_delta_maes([linear])["a"])


def test_folds_without_a_ratio_are_left_out(make_report_run: MakeRun) -> None:
    runs = [make_report_run("a", fold, metrics={"excess_ratio": ratio}) for fold, ratio in enumerate((0.2, None, 1.1))]
    assert PooledError(experiment(*runs)).fold_ratios == [0.2, 1.1]


def test_without_pure_values_there_is_no_ratio(make_report_run: MakeRun) -> None:
    error = PooledError(experiment(make_report_run("dmpnn", 0, 0.1, 0.2, covered=False)))
    assert not error.has_excess
    assert error.ratio is None


def test_a_missing_prediction_is_no_ratio(make_report_run: MakeRun) -> None:
    error = PooledError(experiment(make_report_run("dmpnn", 0, [np.nan] + 23 * [0.1])))
    assert error.ratio is None
    assert "not finite" in error.against_ideal.estimate.reason


def test_no_true_excess_is_no_ratio(make_report_run: MakeRun) -> None:
    """As in the leaderboard, rounding of the measured values is none."""
    for excess in (0.0, 2e-16):
        assert PooledError(experiment(make_report_run("dmpnn", 0, 0.1, true_excess=excess))).ratio is None
