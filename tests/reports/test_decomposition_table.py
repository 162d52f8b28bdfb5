from collections.abc import Callable

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from azeotrope.reports.decomposition_table import GIVEN, decomposition_tables
from azeotrope.reports.headline import Mark
from azeotrope.reports.report_runs import ReportExperiment, ReportRun, experiments_of

MakeRun = Callable[..., ReportRun]


def test_no_experiments_no_table() -> None:
    assert decomposition_tables([]) == ()


def test_both_parts_beside_ideal_mixing(make_report_run: MakeRun) -> None:
    parts = {"a": (0.1, 0.4), "b": (0.2, 0.3)}
    runs = [
        make_report_run(model, fold, excess, metrics={"ideal_rmse": pure + fold / 10, "n_covered": 24})
        for model, (excess, pure) in parts.items()
        for fold in (0, 1)
    ]
    (table,) = decomposition_tables(experiments_of(runs))
    assert [column.heading for column in table.columns][2:5] == [
        "folds",
        "covered test rows",
        "pure part: ideal RMSE [ln(mPa s)]",
    ]
    assert [[cell.text for cell in row] for row in table.rows] == [
        ["mixture", "a", "2", "48", "0.450 ± 0.071", "0.100 ± 0", "0.500 ± 0"],
        ["mixture", "b", "2", "48", "0.350 ± 0.071", "0.200 ± 0", "0.500 ± 0"],
    ]
    assert [cell.mark for cell in table.rows[0][4:]] == [Mark.NEAR_BEST, Mark.BEST, Mark.PLAIN]
    assert [cell.mark for cell in table.rows[1][4:]] == [Mark.BEST, Mark.PLAIN, Mark.PLAIN]


@pytest.mark.parametrize("given_pure", [("ideal", {}), ("a", {"decomposition": "excess(pure=measured)"})])
def test_given_pure_values_are_no_contest(make_report_run: MakeRun, given_pure: tuple[str, dict[str, str]]) -> None:
    model, labels = given_pure
    runs = [
        make_report_run(model, 0, 0.1, metrics={"ideal_rmse": 0.0}, **labels),
        make_report_run("b", 0, 0.2, metrics={"ideal_rmse": 0.3}),
    ]
    (table,) = decomposition_tables(experiments_of(runs))
    rows = {row[1].text: row for row in table.rows}
    assert (rows[model][4].text, rows[model][4].note) == ("–", GIVEN)
    assert rows["b"][4].mark is Mark.PLAIN


def test_models_that_lack_folds_are_no_contest(make_report_run: MakeRun) -> None:
    errors = {"easy": (0.1,), "a": (0.2, 0.2), "b": (0.3, 0.3)}
    runs = [make_report_run(model, fold, each) for model, own in errors.items() for fold, each in enumerate(own)]
    (table,) = decomposition_tables(experiments_of(runs))
    assert [row[5].mark for row in table.rows] == [Mark.PLAIN, Mark.BEST, Mark.PLAIN]


def test_data_without_pure_values_have_no_table(make_report_run: MakeRun) -> None:
    nothing = {"ideal_baseline_excess_rmse": None}
    assert decomposition_tables(experiments_of([make_report_run("a", covered=False, metrics=nothing)])) == ()


def test_undefined_parts_have_their_reason(make_report_run: MakeRun) -> None:
    run = make_report_run("a", 0, covered=False, reasons={"excess_rmse": "no pure values"})
    (table,) = decomposition_tables(experiments_of([run]))
    assert [(cell.text, cell.note) for cell in table.rows[0][3:6]] == [
        ("–", "not recorded"),
        ("–", "not recorded"),
        ("–", "no pure values"),
    ]


@given(st.permutations(["a", "b", "ideal"]))
@settings(deadline=None, max_examples=6, suppress_health_check=[HealthCheck.function_scoped_fixture])
def test_order_of_experiments_changes_no_row(
    make_experiments: Callable[..., list[ReportExperiment]], order: list[str]
) -> None:
    errors = {"a": 0.1, "b": 0.2, "ideal": -0.5}
    (table,) = decomposition_tables(make_experiments({model: errors[model] for model in order}))
    (expected,) = decomposition_tables(make_experiments(errors))
    assert set(table.rows) == set(expected.rows)
    assert table.rows[0][1].text == "ideal"
