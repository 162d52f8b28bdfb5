from collections.abc import Callable

from azeotrope.reports.consistency_table import LAWS, consistency_tables
from azeotrope.reports.report_runs import ReportRun, experiments_of

MakeRun = Callable[..., ReportRun]


def test_no_experiments_no_table() -> None:
    assert consistency_tables([]) == ()


def test_the_largest_over_folds_is_shown(make_report_run: MakeRun) -> None:
    runs = [
        make_report_run("a", fold, metrics=dict.fromkeys(LAWS, value))
        for fold, value in enumerate([0.0, 0.0123, 1e-15])
    ]
    (table,) = consistency_tables(experiments_of(runs))
    assert table.name == "consistency-viscosity"
    assert all(column.unit == "ln(mPa s)" for column in table.columns[3:])
    assert [cell.text for cell in table.rows[0]] == ["mixture", "a", "3", *["0.012"] * 4]
    assert {cell.value for cell in table.rows[0][3:]} == {0.0123}


def test_folds_without_a_value_are_said(make_report_run: MakeRun) -> None:
    name = next(iter(LAWS))
    runs = [
        make_report_run("a", 0, metrics={name: 0.5}),
        make_report_run("a", 1, metrics={name: None}, reasons={name: "x"}),
    ]
    (table,) = consistency_tables(experiments_of(runs))
    some, none, *_ = table.rows[0][3:]
    assert (some.text, some.value, some.note) == ("0.50 (1 of 2 folds)", 0.5, "x")
    assert (none.text, none.value, none.note) == ("–", None, "not recorded")
