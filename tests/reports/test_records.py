from collections.abc import Callable

import pytest

from azeotrope.errors import RunError
from azeotrope.reports.records import RunSummary, by_experiment


def test_no_runs_are_no_experiments() -> None:
    assert by_experiment([]) == {}


def test_folds_are_sorted_and_the_callers_list_is_not(make_run: Callable[..., RunSummary]) -> None:
    runs = [make_run({}, fold=fold) for fold in (2, 0, 1)]
    assert [run.fold for run in by_experiment(runs)["dmpnn"]] == [0, 1, 2]
    assert [run.fold for run in runs] == [2, 0, 1]


def test_a_fold_twice_names_both_runs(make_run: Callable[..., RunSummary]) -> None:
    twice = [make_run({}, fold=0), make_run({}, fold=1), make_run({}, fold=0)]
    with pytest.raises(RunError, match=r"dmpnn-0 and dmpnn-0 are both fold 0 of experiment dmpnn"):
        by_experiment(twice)


@pytest.mark.parametrize("change", [{"unit": "mPa s"}, {"origin": "computed"}, {"aggregator": "set2set"}])
def test_one_experiment_has_one_configuration(make_run: Callable[..., RunSummary], change: dict[str, str]) -> None:
    with pytest.raises(RunError, match="differ in labels, unit or origin"):
        by_experiment([make_run({}, fold=0), make_run({}, fold=1, **change)])


def test_a_missing_label_is_named(make_labels: Callable[..., dict[str, str]]) -> None:
    labels = make_labels()
    del labels["predictor"]
    with pytest.raises(RunError, match="run r1 lacks the labels predictor"):
        RunSummary("r1", "e", labels, 0, {}, "K", "measured")
