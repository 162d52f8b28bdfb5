from collections.abc import Callable

import pytest

from azeotrope.metrics.outcome import Outcome
from azeotrope.metrics.resampling import Interval
from azeotrope.reports.comparison import Comparison, compare
from azeotrope.reports.headline import Mark
from azeotrope.reports.records import RunSummary


def row_names(comparison: Comparison) -> list[tuple[str, str]]:
    return [(row.labels["split"], row.labels["model"]) for row in comparison.rows]


def test_nothing_to_compare() -> None:
    assert compare([]) == []


def test_one_comparison_per_data_set_rows_by_split_and_the_ideal_first(make_run: Callable[..., RunSummary]) -> None:
    runs = [
        make_run({"rmse_covered": 1.0}, "dmpnn", split="molecule", experiment="a"),
        make_run({"rmse_covered": 1.0}, "dmpnn", split="mixture", experiment="b"),
        make_run({"rmse_covered": 1.0}, "ideal", split="molecule", experiment="c"),
        make_run({"rmse_covered": 1.0}, "rdkit_xgb", split="molecule", experiment="d"),
        make_run({"rmse_covered": 1.0}, "dmpnn", dataset="mon", experiment="e"),
    ]
    viscosity, mon = compare(runs)
    assert row_names(viscosity) == [
        ("molecule", "ideal"),
        ("molecule", "dmpnn"),
        ("molecule", "rdkit_xgb"),
        ("mixture", "dmpnn"),
    ]
    assert (mon.dataset, row_names(mon)) == ("mon", [("mixture", "dmpnn")])


def test_a_name_used_for_two_units_is_two_tables(make_run: Callable[..., RunSummary]) -> None:
    runs = [make_run({}, experiment="a", dataset="csv"), make_run({}, experiment="b", dataset="csv", unit="K")]
    assert [comparison.unit for comparison in compare(runs)] == ["ln(mPa s)", "K"]


def test_the_ideal_baseline_is_shown_without_an_ideal_run(make_run: Callable[..., RunSummary]) -> None:
    metrics = [{"excess_rmse": 0.1, "ideal_baseline_excess_rmse": value} for value in (0.2, 0.4)]
    (comparison,) = compare([make_run(values, fold=fold) for fold, values in enumerate(metrics)])
    ideal, dmpnn = comparison.rows
    assert (ideal.labels["model"], ideal.experiment, ideal.folds, ideal.test_rows) == ("ideal", "", 2, 200)
    assert ideal.cells["excess_rmse"].mean == pytest.approx(0.3)
    assert ideal.cells["excess_rmse"].paper == (0.3, 0.035, "Table 10")
    assert ideal.cells["excess_ratio"].mean == 1.0
    assert ideal.cells["rmse_covered"].mean is None
    assert dmpnn.cells["excess_rmse"].mark is Mark.BEST


def test_an_ideal_run_is_not_doubled(make_run: Callable[..., RunSummary]) -> None:
    runs = [make_run({"excess_rmse": 0.3, "ideal_baseline_excess_rmse": 0.3}, model) for model in ("dmpnn", "ideal")]
    assert row_names(compare(runs)[0]) == [("mixture", "ideal"), ("mixture", "dmpnn")]


def test_marks_stay_within_their_split(make_run: Callable[..., RunSummary]) -> None:
    runs = [
        make_run({"rmse_covered": value}, model, split=split, experiment=f"{model} {split}")
        for split, offset in (("random", 0.0), ("molecule", 1.0))
        for model, value in (("dmpnn", 0.2 + offset), ("ideal", 0.3 + offset))
    ]
    (comparison,) = compare(runs)
    assert [row.cells["rmse_covered"].mark for row in comparison.rows] == [Mark.PLAIN, Mark.BEST] * 2


def test_labels_that_follow_from_the_model_are_not_shown(make_run: Callable[..., RunSummary]) -> None:
    (comparison,) = compare([make_run({}, model) for model in ("ideal", "dmpnn", "rdkit_xgb")])
    assert (comparison.extra_labels, comparison.repeated) == ((), False)


def test_labels_that_vary_within_a_model_are_shown(make_run: Callable[..., RunSummary]) -> None:
    runs = [make_run({}, experiment=name, aggregator=name) for name in ("set2set", "attentive")]
    (comparison,) = compare(runs)
    assert (comparison.extra_labels, comparison.repeated) == (("aggregator",), False)


def test_experiments_with_equal_labels_are_two_rows_told_apart(make_run: Callable[..., RunSummary]) -> None:
    (comparison,) = compare([make_run({"rmse_covered": 1.0}, experiment=name) for name in ("a", "b")])
    assert [row.experiment for row in comparison.rows] == ["a", "b"]
    assert comparison.repeated


def test_the_pooled_difference_replaces_the_mean_over_folds(make_run: Callable[..., RunSummary]) -> None:
    pooled = {"dmpnn": Interval(Outcome.of(-0.2), Outcome.of(-0.3), Outcome.of(-0.1), 12)}
    runs = [make_run({"delta_mae": None}, fold=0), make_run({"delta_mae": -0.5}, fold=1)]
    cell = compare(runs, pooled)[0].rows[0].cells["delta_mae"]
    assert (cell.mean, cell.sd, cell.interval, cell.folds) == (-0.2, None, (-0.3, -0.1), 2)


def test_an_undefined_pooled_difference_leaves_the_mean_over_folds(make_run: Callable[..., RunSummary]) -> None:
    pooled = {"dmpnn": Interval.undefined("too few", 3)}
    cell = compare([make_run({"delta_mae": -0.5})], pooled)[0].rows[0].cells["delta_mae"]
    assert (cell.mean, cell.interval) == (-0.5, None)


def test_unknown_test_rows_are_not_counted_as_none(make_run: Callable[..., RunSummary]) -> None:
    (comparison,) = compare([make_run({}, fold=0), make_run({}, fold=1, test_rows=None)])
    assert comparison.rows[0].test_rows is None
