from collections.abc import Callable

import pytest

from azeotrope.metrics.outcome import Outcome
from azeotrope.metrics.resampling import Interval
from azeotrope.reports.comparison import Comparison, compare
from azeotrope.reports.headline import HEADLINE, Mark
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
        ("mixture", "dmpnn"),
        ("molecule", "ideal"),
        ("molecule", "dmpnn"),
        ("molecule", "rdkit_xgb"),
    ]
    assert (mon.dataset, row_names(mon)) == ("mon", [("mixture", "dmpnn")])


def test_models_come_by_rising_excess_error_the_undefined_last(make_run: Callable[..., RunSummary]) -> None:
    errors = {"a": None, "b": 0.3, "c": 0.1, "ideal": 0.2}
    (comparison,) = compare([make_run({"excess_rmse": error}, model) for model, error in errors.items()])
    assert [row.labels["model"] for row in comparison.rows] == ["ideal", "c", "b", "a"]


def test_the_noise_floor_is_that_of_the_first_run_that_has_it(make_run: Callable[..., RunSummary]) -> None:
    noise = (None, 0.06, 0.06)
    runs = [make_run({"noise_floor": value}, fold=fold) for fold, value in enumerate(noise)]
    assert compare(runs)[0].noise_floor == 0.06
    assert compare(runs[:1])[0].noise_floor is None


def test_the_label_of_the_baseline_is_the_same_run_or_not(
    make_run: Callable[..., RunSummary],
) -> None:
    runs = [
        make_run({"excess_rmse": 0.1, "ideal_baseline_excess_rmse": 0.3}, "dmpnn", experiment="a"),
        make_run({"excess_rmse": 0.1, "ideal_baseline_excess_rmse": 0.3}, "dmpnn", experiment="b", split="random"),
        make_run({"excess_rmse": 0.3}, "ideal", experiment="c", split="random", predictor="ideal"),
    ]
    assert compare(runs)[0].extra_labels == ()


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
    assert ideal.cells["rmse_covered"].mean == pytest.approx(0.3)
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


def test_only_cells_over_all_folds_have_marks(make_run: Callable[..., RunSummary]) -> None:
    """The model with one easy fold has the smallest mean, and comes last; a metric may lack folds of its own."""
    errors = {"easy": [0.1], "a": [0.1, 0.5], "b": [0.2, 0.6], "ideal": [0.3, 0.7]}
    runs = [
        make_run({"excess_rmse": error, "kendall_tau": None if (model, fold) == ("a", 1) else 0.5}, model, fold)
        for model, own in errors.items()
        for fold, error in enumerate(own)
    ]
    (comparison,) = compare(runs)
    assert [row.labels["model"] for row in comparison.rows] == ["ideal", "a", "b", "easy"]
    marks = [row.cells["excess_rmse"].mark for row in comparison.rows]
    assert marks == [Mark.NEAR_BEST, Mark.BEST, Mark.NEAR_BEST, Mark.PLAIN]
    assert [row.cells["kendall_tau"].mark for row in comparison.rows] == [Mark.BEST, Mark.PLAIN, Mark.BEST, Mark.PLAIN]


def test_models_on_other_folds_have_no_best_and_the_ideal_baseline_has_all(make_run: Callable[..., RunSummary]) -> None:
    metrics = {"excess_rmse": 0.1, "ideal_baseline_excess_rmse": 0.3}
    runs = [make_run(metrics, model, fold) for model, folds in {"a": (0, 1), "b": (2, 3, 4)}.items() for fold in folds]
    (comparison,) = compare(runs)
    assert [row.folds for row in comparison.rows] == [5, 2, 3]
    assert {row.cells["excess_rmse"].mark for row in comparison.rows} == {Mark.PLAIN}


def test_the_error_over_all_rows_is_shown_where_some_have_no_pure_values(make_run: Callable[..., RunSummary]) -> None:
    whole, part = ([make_run({"pure_coverage": share, "rmse": 0.4})] for share in (1.0, 0.9))
    assert compare(whole)[0].metrics == HEADLINE
    names = [metric.name for metric in compare(part)[0].metrics]
    assert names[names.index("rmse_covered") + 1] == "rmse"
    assert compare(part)[0].rows[0].cells["rmse"].mean == 0.4


def test_numbers_in_names_of_splits_come_by_their_size(make_run: Callable[..., RunSummary]) -> None:
    splits = [f"mixture (max_train_mixtures={number})" for number in (10, 20, 5)]
    (comparison,) = compare([make_run({}, split=split, experiment=split) for split in splits])
    assert [row.labels["split"] for row in comparison.rows] == [splits[2], *splits[:2]]


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
