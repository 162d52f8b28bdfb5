from collections.abc import Callable

from azeotrope.reports.ideal_row import ideal_row
from azeotrope.reports.records import RunSummary


def test_no_run_knows_the_baseline(make_run: Callable[..., RunSummary]) -> None:
    assert ideal_row([[make_run({"rmse": 1.0}), make_run({"ideal_baseline_excess_rmse": None}, fold=1)]]) is None


def test_the_experiment_with_the_most_folds_speaks(make_run: Callable[..., RunSummary]) -> None:
    one = [make_run({"ideal_baseline_excess_rmse": 9.0}, experiment="one")]
    two = [make_run({"ideal_baseline_excess_rmse": 0.5}, experiment="two", fold=fold) for fold in range(2)]
    row = ideal_row([one, two])
    assert row is not None
    assert (row.folds, row.cells["excess_rmse"].mean, row.cells["excess_rmse"].sd) == (2, 0.5, 0.0)


def test_folds_without_it_are_left_out(make_run: Callable[..., RunSummary]) -> None:
    values = (0.2, None, 0.4)
    row = ideal_row([[make_run({"ideal_baseline_excess_rmse": value}, fold=i) for i, value in enumerate(values)]])
    assert row is not None
    assert (row.folds, row.test_rows) == (2, 200)
