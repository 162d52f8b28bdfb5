from collections.abc import Callable

from azeotrope.reports.ranking import ranks
from azeotrope.reports.report_runs import ReportExperiment

Make = Callable[..., ReportExperiment]


def test_nothing_has_no_rank() -> None:
    assert ranks([]) == []


def test_the_mean_over_folds_decides_and_then_the_title(make_experiment: Make) -> None:
    better, worse, tied = (make_experiment(name, error) for name, error in (("b", 0.1), ("c", 0.2), ("a", 0.1)))
    assert [each.title for each in sorted(ranks([worse, better, tied]))] == ["a", "b", "c"]


def test_a_fold_in_which_only_some_have_an_error_counts_against_the_others(make_experiment: Make) -> None:
    lacking = make_experiment("a", 0.1, n_folds=1)
    assert [each.is_incomplete for each in ranks([lacking, make_experiment("b", 0.2, n_folds=2)])] == [True, False]


def test_without_any_excess_the_error_of_the_value_ranks(make_experiment: Make) -> None:
    nothing = {"excess_rmse": None}
    found = ranks([make_experiment("a", 0.2, n_folds=1, metrics=nothing), make_experiment("b", n_folds=1)])
    assert [each.is_undefined for each in found] == [True, False]
    (alone,) = ranks([make_experiment("a", 0.2, n_folds=1, metrics=nothing)])
    assert (alone.is_incomplete, round(alone.error, 9)) == (False, 0.6)
