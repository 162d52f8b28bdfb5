from collections.abc import Callable
from dataclasses import replace

import numpy as np

from azeotrope.reports.paired_table import EQUAL, MOST_PAIRS, UNDECIDED, UNTESTED, paired_tables
from azeotrope.reports.paired_tests import model_pairs
from azeotrope.reports.report_runs import ReportExperiment, ReportRun, experiments_of
from azeotrope.reports.table_csv import table_csv
from azeotrope.reports.table_markdown import table_markdown

MakeExperiments = Callable[..., list[ReportExperiment]]


def test_no_pairs_no_table() -> None:
    assert paired_tables([]) == ()


def test_pairs_with_their_differences_and_verdicts(make_experiments: MakeExperiments) -> None:
    (table,) = paired_tables(model_pairs(make_experiments({"a": 0.1, "b": 0.2, "c": 0.2})))
    assert table.name == "paired-tests-viscosity"
    assert [column.heading for column in table.columns][3:8] == [
        "rows, MAE",
        "component sets, MAE",
        "difference of MAE [ln(mPa s)]",
        "p, MAE",
        "smaller MAE",
    ]
    rows = [[cell.text for cell in row] for row in table.rows]
    assert rows[0][:5] == ["mixture", "a", "b", "48", "24"]
    assert rows[0][5:8] == ["-0.100 [-0.100, -0.100]", "< 0.001", "a"]
    assert rows[2][6:8] == ["1.00", EQUAL]


def test_the_excess_has_its_own_counts(make_report_run: Callable[..., ReportRun]) -> None:
    """Pure values of one component set are unknown, so its two rows have no excess."""
    runs = [make_report_run(model, 0, error) for model, error in {"a": 0.1, "b": 0.2}.items()]
    ideal = runs[0].predictions["ideal"].where(runs[0].predictions["component_set"] > 0)
    runs = [replace(run, predictions=run.predictions.assign(ideal=ideal)) for run in runs]
    (table,) = paired_tables(model_pairs(experiments_of(runs)))
    (row,) = table.rows
    assert [cell.text for cell in row[3:5]] == ["24", "12"]
    assert [cell.text for cell in row[8:10]] == ["22", "11"]


def test_rounding_is_no_difference(make_experiments: MakeExperiments) -> None:
    noise = np.random.default_rng(3).normal(1e-15, 2e-16, 24)
    (table,) = paired_tables(model_pairs(make_experiments({"ideal": -0.5, "a": -0.5 + noise})))
    assert [cell.text for cell in table.rows[0]][10:] == ["0 [0, 0]", "1.00", EQUAL]


def test_a_difference_by_chance_is_not_distinguishable(make_experiments: MakeExperiments) -> None:
    (table,) = paired_tables(model_pairs(make_experiments({"a": 0.1, "b": [0.05, 0.05, 0.15, 0.15] * 6})))
    assert table.rows[0][7].text == UNDECIDED


def test_what_cannot_be_tested_says_why(make_experiments: MakeExperiments) -> None:
    (table,) = paired_tables(model_pairs(make_experiments({"a": 0.1, "b": 0.2}, n_folds=1, n_sets=3)))
    assert table.rows[0][7].text == UNTESTED
    assert "at least 10 groups" in table.rows[0][7].note
    assert "at least 10 groups" in table.rows[0][5].note


def test_data_sets_have_their_own_tables(make_report_run: Callable[..., ReportRun]) -> None:
    runs = [
        make_report_run(model, 0, 0.1, experiment=model + dataset, dataset=dataset)
        for dataset in ("x", "y")
        for model in ("a", "b")
    ]
    tables = paired_tables(model_pairs(experiments_of(runs)))
    assert [table.name for table in tables] == ["paired-tests-x", "paired-tests-y"]
    assert [len(table.rows) for table in tables] == [1, 1]


def test_many_pairs_say_how_small_p_can_be(make_experiments: MakeExperiments) -> None:
    errors = {f"m{number}": 0.1 for number in range(12)}
    (table,) = paired_tables(model_pairs(make_experiments(errors, n_folds=1)))
    assert "with 66 pairs of a split no adjusted p is below 0.0066" in table.notes


def test_of_many_pairs_the_best_against_each_other_are_shown_and_the_csv_has_all(
    make_experiments: MakeExperiments,
) -> None:
    errors = {f"m{number:02}": 0.5 - number / 100 for number in range(12)}
    experiments = make_experiments(errors, n_folds=1)
    (table,) = paired_tables(model_pairs(experiments))
    names = [(row[1].text, row[2].text) for row in table.rows]
    assert len(names) == MOST_PAIRS == 30
    assert names[:12] == [*(("m11", f"m{number:02}") for number in range(10, -1, -1)), ("m10", "m09")]
    assert table.notes[0] == "mixture: 30 of 66 pairs, in the order of the models' errors; the CSV file has all"
    assert len(table.rows_of_csv) == 36
    assert table_csv(table).count("\n") == 67
    assert table_markdown(table).count("| mixture |") == 30
