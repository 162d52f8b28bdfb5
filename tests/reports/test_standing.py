from collections.abc import Callable, Sequence

import numpy as np
import pytest

from azeotrope.reports.paired_tests import model_pairs
from azeotrope.reports.pooled_experiments import pooled_delta_maes
from azeotrope.reports.report_runs import ReportExperiment, ReportRun, experiments_of
from azeotrope.reports.standing import Standing, standing

MakeExperiments = Callable[..., list[ReportExperiment]]


def of(experiments: Sequence[ReportExperiment]) -> Standing:
    return standing(experiments, pooled_delta_maes(experiments), model_pairs(experiments))


def test_only_the_ideal_baseline_is_no_rank(make_experiments: MakeExperiments) -> None:
    found = of(make_experiments({"ideal": -0.5}))
    assert found.best is None
    assert found.rivals == ()
    assert found.delta.estimate.reason == "no model is ranked"


@pytest.mark.parametrize("order", ["abc", "cba", "bca"])
def test_the_smallest_error_is_best_in_any_order(make_experiments: MakeExperiments, order: str) -> None:
    errors = {"a": 0.1, "b": 0.3, "c": 0.2, "ideal": -0.5}
    found = of(make_experiments({model: errors[model] for model in ["ideal", *order]}))
    assert found.best.experiment.title == "a"
    assert [(rival.title, rival.lead) for rival in found.rivals] == [("c", 1), ("b", 1)]
    assert found.delta.estimate.value == pytest.approx(-0.4)


def test_errors_of_the_pure_part_do_not_rank(make_report_run: Callable[..., ReportRun]) -> None:
    runs = [make_report_run("a", 0, 0.1, 0.9), make_report_run("b", 0, 0.2)]
    found = of(experiments_of(runs))
    assert found.best.experiment.title == "a"
    assert [rival.lead for rival in found.rivals] == [1]
    assert found.delta.estimate.value > 0


def test_ranks_without_pure_values_are_by_the_error_itself(make_experiments: MakeExperiments) -> None:
    found = of(make_experiments({"a": 0.2, "b": 0.1}, covered=False))
    assert found.best.experiment.title == "b"
    assert [(rival.title, rival.lead) for rival in found.rivals] == [("a", 1)]


def test_a_lead_that_hangs_on_one_component_set_is_none(make_experiments: MakeExperiments) -> None:
    """One large error makes b's RMSE the larger, though nearly all of its errors are smaller."""
    found = of(make_experiments({"a": 0.2, "b": np.array([3.0] + 47 * [0.05])}, n_folds=1, n_sets=24))
    assert found.best.experiment.title == "a"
    assert [rival.lead for rival in found.rivals] == [0]


def test_a_rival_ahead_by_the_test_is_told(make_experiments: MakeExperiments) -> None:
    """A few large errors decide the RMSE, all others the mean absolute error."""
    errors = np.full(400, 0.05)
    errors[:8] = 1.6
    found = of(make_experiments({"a": 0.2, "b": errors}, n_folds=1, n_sets=200))
    assert found.best.experiment.title == "a"
    assert [rival.lead for rival in found.rivals] == [-1]


def test_none_beats_ideal_only_where_no_other_model_does(make_report_run: Callable[..., ReportRun]) -> None:
    """Folds of few rows weigh more in a mean over folds, by which a is best; the tests are of all rows together."""
    errors = {"a": (0.52, 0.1), "b": (0.45, 0.45)}
    runs = {
        model: [
            make_report_run(model, fold, error, n_sets=size)
            for fold, (size, error) in enumerate(zip((100, 10), own, strict=True))
        ]
        for model, own in errors.items()
    }
    assert of(experiments_of(runs["a"])).none_beats_ideal
    both = of(experiments_of(runs["a"] + runs["b"]))
    assert both.best.experiment.title == "a"
    assert not both.none_beats_ideal


def test_what_is_not_tested_against_ideal_is_no_verdict(make_experiments: MakeExperiments) -> None:
    assert not of(make_experiments({"ideal": -0.5})).none_beats_ideal
    assert not of(make_experiments({"a": 0.6}, covered=False)).none_beats_ideal
    assert not of(make_experiments({"a": 0.6}, n_folds=1, n_sets=4)).none_beats_ideal


def test_models_without_all_folds_are_not_ranked(make_report_run: Callable[..., ReportRun]) -> None:
    runs = [make_report_run("a", 0, 0.01), make_report_run("b", 0, 0.2), make_report_run("b", 1, 0.2)]
    found = of(experiments_of(runs))
    assert found.best.experiment.title == "b"
    assert [each.title for each in found.incomplete] == ["a"]
    assert found.rivals == ()


def test_models_without_an_error_are_not_ranked(make_experiments: MakeExperiments) -> None:
    found = of(make_experiments({"a": 0.1, "b": [np.nan] + 23 * [0.1]}))
    assert found.best.experiment.title == "a"
    assert list(found.unranked) == ["b"]


def test_a_missing_pair_is_an_error(make_experiments: MakeExperiments) -> None:
    with pytest.raises(ValueError, match="lack a against b"):
        standing(make_experiments({"a": 0.1, "b": 0.2}), {}, [])
