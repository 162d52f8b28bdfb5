from collections.abc import Callable
from math import inf, sqrt

import numpy as np
import pytest

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
    assert error.model.value == pytest.approx(sqrt(0.03))
    assert error.ratio == error.score == pytest.approx(sqrt(0.03) / 0.5)
    assert error.against_ideal.estimate.value == pytest.approx(sqrt(0.03) - 0.5)
    assert error.against_ideal.n_units == 16


def test_without_pure_values_the_error_itself_ranks(make_report_run: MakeRun) -> None:
    error = PooledError(experiment(make_report_run("dmpnn", 0, 0.1, 0.2, covered=False)))
    assert not error.has_excess
    assert error.ratio is None
    assert error.score == error.model.value == pytest.approx(0.3)


def test_a_missing_prediction_is_no_rank(make_report_run: MakeRun) -> None:
    error = PooledError(experiment(make_report_run("dmpnn", 0, [np.nan] + 23 * [0.1])))
    assert error.score == inf
    assert "not finite" in error.model.reason


def test_no_true_excess_is_no_ratio(make_report_run: MakeRun) -> None:
    error = PooledError(experiment(make_report_run("dmpnn", 0, 0.1, true_excess=0.0)))
    assert error.ratio is None
    assert error.score == pytest.approx(0.1)
