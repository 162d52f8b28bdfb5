from collections.abc import Callable
from dataclasses import replace

import numpy as np
import pytest

from azeotrope.reports.fold_values import (
    FoldValues,
    baseline_error,
    baseline_mae,
    counts_in_words,
    folds_in_words,
    n_covered,
    noise_floor,
    spread_in_words,
)
from azeotrope.reports.report_runs import ReportExperiment

Make = Callable[..., ReportExperiment]


def test_mean_and_sample_sd_over_folds(make_experiment: Make) -> None:
    found = FoldValues.of(make_experiment(error=0.1), "excess_rmse")
    assert found.values == pytest.approx({0: 0.10, 1: 0.11, 2: 0.12})
    assert (found.mean, found.sd) == (pytest.approx(0.11), pytest.approx(np.std([0.10, 0.11, 0.12], ddof=1)))


@pytest.mark.parametrize("undefined", [None, float("nan"), float("inf")])
def test_what_is_undefined_is_no_zero(make_experiment: Make, undefined: float | None) -> None:
    found = FoldValues.of(make_experiment(metrics={"excess_rmse": undefined}), "excess_rmse")
    assert (dict(found.values), found.mean, found.sd) == ({}, None, None)
    assert FoldValues.of(make_experiment(), "no such metric").mean is None


def test_one_fold_has_no_sd(make_experiment: Make) -> None:
    found = FoldValues.of(make_experiment(error=0.1, n_folds=1), "excess_rmse")
    assert (found.mean, found.sd) == (0.1, None)


def test_differences_are_of_the_folds_that_both_have() -> None:
    difference = FoldValues({0: 3.0, 1: 5.0, 3: 9.0}).minus(FoldValues({1: 1.0, 2: 7.0, 3: 2.0}))
    assert dict(difference.values) == {1: 4.0, 3: 7.0}
    assert FoldValues({0: 1.0}).minus(FoldValues({})).mean is None


def test_every_fold_of_any_experiment_counts_once_for_the_baseline(make_experiment: Make) -> None:
    first = make_experiment("first", n_folds=1, metrics={"ideal_baseline_excess_rmse": 0.2})
    both = make_experiment("both", n_folds=2, metrics={"ideal_baseline_excess_rmse": 0.8})
    unknown = make_experiment("unknown", n_folds=3, metrics={"ideal_baseline_excess_rmse": None})
    second = replace(both, runs=both.runs[1:])
    assert baseline_error([first, second, unknown]) == pytest.approx(0.5)
    assert baseline_error([second, first, second]) == pytest.approx(0.5)
    assert baseline_error([unknown]) is None
    assert baseline_error([]) is None


def test_the_noise_floor_is_of_the_first_that_knows_it(make_experiment: Make) -> None:
    known = make_experiment()
    unknown = make_experiment(metrics={"noise_floor": None})
    assert noise_floor([unknown, known]) == 0.05
    assert noise_floor([unknown]) is None


def test_folds_and_rows_in_words(make_experiment: Make) -> None:
    one, three = make_experiment(n_folds=1, n_rows=10), make_experiment(n_folds=3, n_rows=1000)
    assert [folds_in_words(each) for each in ([one], [three], [three, one])] == ["1 fold", "3 folds", "1 to 3 folds"]
    assert counts_in_words([three]) == "3 folds (3,000 covered test rows)"
    assert counts_in_words([three, one]) == "1 to 3 folds (up to 3,000 covered test rows)"
    assert counts_in_words([make_experiment(metrics={"n_covered": None})]) == "3 folds"
    assert spread_in_words([one, three]) == "mean and sd over 1 to 3 folds (up to 3,000 covered test rows)"
    assert spread_in_words([one]) == "1 fold (10 covered test rows), so without error bars"


def test_the_rows_are_those_that_the_errors_are_of(make_experiment: Make) -> None:
    partly = make_experiment(n_folds=3, test_rows=100, metrics={"n_covered": 90.0})
    assert n_covered(partly) == 270
    assert spread_in_words([partly]) == "mean and sd over 3 folds (270 covered test rows)"


def test_mae_of_the_baseline_is_the_mean_size_of_the_excess_of_covered_rows(make_experiment: Make) -> None:
    one, two = make_experiment(n_folds=1, n_rows=4), make_experiment(n_folds=2, n_rows=4)
    rows = two.runs[0].predictions.assign(truth=[1.0, 3.0, 9.0, 4.0], ideal=[2.0, 1.0, np.nan, 4.0])
    first = replace(one, runs=(replace(one.runs[0], predictions=rows),))
    second = replace(two, runs=(replace(two.runs[1], predictions=rows.assign(ideal=[1.0, 1.0, np.nan, 3.0])),))
    assert baseline_mae([first]) == 1.0
    assert baseline_mae([second, replace(two, runs=(first.runs[0], two.runs[1]))]) == 1.0
    unknown = replace(one, runs=(replace(one.runs[0], predictions=rows.assign(ideal=np.nan)),))
    assert baseline_mae([unknown]) is None
    assert baseline_mae([]) is None
