from collections.abc import Callable

from azeotrope.reports.paired_table import UNDECIDED, UNTESTED, paired_tables
from azeotrope.reports.paired_tests import model_pairs
from azeotrope.reports.report_runs import ReportExperiment, ReportRun, experiments_of

MakeExperiments = Callable[..., list[ReportExperiment]]


def test_no_pairs_no_table() -> None:
    assert paired_tables([]) == ()


def test_pairs_with_their_differences_and_verdicts(make_experiments: MakeExperiments) -> None:
    (table,) = paired_tables(model_pairs(make_experiments({"a": 0.1, "b": 0.2, "c": 0.2})))
    assert table.name == "paired-tests-viscosity"
    assert [column.heading for column in table.columns][5:8] == [
        "difference of MAE [ln(mPa s)]",
        "p, MAE",
        "smaller MAE",
    ]
    rows = [[cell.text for cell in row] for row in table.rows]
    assert rows[0][:5] == ["mixture", "a", "b", "48", "24"]
    assert rows[0][5:8] == ["-0.100 [-0.100, -0.100]", "< 0.001", "a"]
    assert rows[2][6:8] == ["1.00", UNDECIDED]


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
    assert table.notes[-1] == "with 66 pairs of a split no adjusted p is below 0.0066"
