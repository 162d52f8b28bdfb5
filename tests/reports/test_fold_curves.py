from collections.abc import Callable, Sequence
from dataclasses import replace

import numpy as np
import pytest

from azeotrope.reports.fold_curves import curves_over_folds
from azeotrope.reports.report_runs import ReportExperiment, StoredCurve

Make = Callable[..., ReportExperiment]
Stored = Sequence[tuple[str, float]]


@pytest.fixture
def over(make_experiment: Make) -> Callable[..., list[tuple[str, int, float]]]:
    """Places, folds and errors that are chosen of folds that store these places and errors."""

    def choose(*folds: Stored, without_excess: Sequence[int] = ()) -> list[tuple[str, int, float]]:
        experiment = make_experiment(n_folds=len(folds))
        curve = experiment.runs[0].curves[0].curve
        unknown = replace(curve, ideal=np.full(101, np.nan))
        runs = tuple(
            replace(
                run, curves=tuple(StoredCurve(*each, unknown if fold in without_excess else curve) for each in kept)
            )
            for fold, (run, kept) in enumerate(zip(experiment.runs, folds, strict=True))
        )
        return [(each.place, each.fold, each.error) for each in curves_over_folds(replace(experiment, runs=runs))]

    return choose


def three(best: float, median: float, worst: float) -> Stored:
    return [("best", best), ("median", median), ("worst", worst)]


def test_the_worst_is_the_worst_of_all_folds_not_of_the_best_fold(over: Callable[..., object]) -> None:
    found = over(three(0.2, 0.3, 0.331), three(0.1, 0.4, 0.5), three(0.15, 0.35, 0.7))
    assert found == [("best", 1, 0.1), ("median", 2, 0.35), ("worst", 2, 0.7)]


def test_of_an_even_number_of_medians_the_better_one(over: Callable[..., object]) -> None:
    found = over(three(0.1, 0.3, 0.5), three(0.1, 0.2, 0.5))
    assert found == [("best", 0, 0.1), ("median", 1, 0.2), ("worst", 1, 0.5)]


def test_none_one_and_two_curves(over: Callable[..., object]) -> None:
    assert over([], []) == []
    assert over([], [("median", 0.3)]) == [("median", 1, 0.3)]
    assert over([("median", 0.3)], [("median", 0.2)]) == [("best", 1, 0.2), ("worst", 0, 0.3)]
    assert over([("best", 0.3), ("worst", 0.4)]) == [("best", 0, 0.3), ("worst", 0, 0.4)]


def test_single_curves_of_folds_are_ranked_with_one_another(over: Callable[..., object]) -> None:
    found = over([("median", 0.3)], [("median", 0.1)], [("median", 0.2)])
    assert found == [("best", 1, 0.1), ("median", 2, 0.2), ("worst", 0, 0.3)]


def test_errors_of_the_property_are_not_ranked_among_those_of_the_excess(over: Callable[..., object]) -> None:
    folds = three(0.1, 0.2, 0.9), three(0.3, 0.4, 0.5)
    assert over(*folds, without_excess=[0]) == [("best", 1, 0.3), ("median", 1, 0.4), ("worst", 1, 0.5)]
    assert over(*folds, without_excess=[0, 1]) == over(*folds)
