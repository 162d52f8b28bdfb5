from collections.abc import Callable

from azeotrope.reports.ideal_row import NO_DIFFERENCE, NOT_RUN, ideal_runs
from azeotrope.reports.records import RunSummary


def test_no_run_knows_the_baseline(make_run: Callable[..., RunSummary]) -> None:
    assert ideal_runs([]) == []
    assert ideal_runs([[make_run({"rmse": 1.0}), make_run({"ideal_baseline_excess_rmse": None}, fold=1)]]) == []


def test_every_fold_of_any_experiment_counts_once(make_run: Callable[..., RunSummary]) -> None:
    """Neither experiment has all folds, so neither alone can speak for the split."""
    folds = {"one": {3: 0.9, 1: 0.5}, "two": {0: 0.4, 1: 7.0}}
    experiments = [
        [make_run({"ideal_baseline_excess_rmse": value}, experiment=name, fold=fold) for fold, value in values.items()]
        for name, values in folds.items()
    ]
    runs = ideal_runs(experiments)
    assert {run.fold: run.metrics["excess_rmse"] for run in runs} == {0: 0.4, 1: 0.5, 3: 0.9}
    assert [run.fold for run in runs] == [0, 1, 3]
    assert {run.experiment_id for run in runs} == {NOT_RUN}


def test_all_that_follows_from_the_baseline_is_there(make_run: Callable[..., RunSummary]) -> None:
    metrics = {"ideal_baseline_excess_rmse": 0.5, "ideal_baseline_kendall_tau": 0.9, "rsa": 0.3, "rmse_covered": 0.1}
    (run,) = ideal_runs([[make_run(metrics)]])
    assert (run.labels["model"], run.labels["predictor"], run.labels["featurizer"]) == ("ideal", "ideal", "none")
    assert run.metrics == {"excess_rmse": 0.5, "excess_ratio": 1.0, "rmse_covered": 0.5, "kendall_tau": 0.9}
    assert NO_DIFFERENCE.estimate.value == NO_DIFFERENCE.low.value == NO_DIFFERENCE.high.value == 0.0


def test_no_excess_is_no_ratio(make_run: Callable[..., RunSummary]) -> None:
    (run,) = ideal_runs([[make_run({"ideal_baseline_excess_rmse": 0.0})]])
    assert (run.metrics["excess_rmse"], run.metrics["excess_ratio"]) == (0.0, None)


def test_folds_without_it_are_left_out(make_run: Callable[..., RunSummary]) -> None:
    runs = [make_run({"ideal_baseline_excess_rmse": value}, fold=fold) for fold, value in enumerate((0.2, None, 0.4))]
    assert [run.fold for run in ideal_runs([runs])] == [0, 2]
