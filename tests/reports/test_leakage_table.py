from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import Any

import pytest

from azeotrope.reports.leakage_table import KINDS, SEEN, leakage_table, merged, share_text
from azeotrope.reports.report_runs import ReportRun, experiments_of

MakeRun = Callable[..., ReportRun]


def leakage(content: str, rows: int = 100, found: int = 25, train: int = 400, **changes: Any) -> dict[str, Any]:
    counts = {kind: {"rows": found, "share": found / rows} for kind in KINDS}
    return {
        "parts": {"train": {"rows": train}, "validation": {"rows": 50}, "test": {"rows": rows}},
        "shared": dict.fromkeys(SEEN, counts),
        "test_molecules_as_train_solutes": 0,
        "promise": None,
        "notes": [],
        "content_hash": content,
    } | changes


def of(make_report_run: MakeRun, reports: Sequence[dict[str, Any]], model: str = "a", **labels: str) -> list[ReportRun]:
    return [replace(make_report_run(model, fold, **labels), leakage=report) for fold, report in enumerate(reports)]


def test_no_runs_and_no_reports_are_an_empty_table(make_report_run: MakeRun) -> None:
    assert leakage_table([]).rows == ()
    assert leakage_table(experiments_of([make_report_run()])).rows == ()


def test_folds_are_added_up(make_report_run: MakeRun) -> None:
    """25 of 100 and 5 of 200 rows are 30 of 300."""
    runs = of(make_report_run, [leakage("x"), leakage("y", 200, 5, train=300)])
    (row,) = leakage_table(experiments_of(runs)).rows
    assert [cell.text for cell in row[:6]] == ["viscosity", "mixture", "none", "2", "300 to 400", "300"]
    assert [(cell.text, cell.value) for cell in row[6:]] == [("30 (10.0 %)", pytest.approx(0.1))] * 8


def test_folds_that_models_share_count_once(make_report_run: MakeRun) -> None:
    reports = [leakage("x"), leakage("y")]
    runs = of(make_report_run, reports) + of(make_report_run, reports, "b")
    table = leakage_table(experiments_of(runs))
    assert [cell.text for cell in table.rows[0][3:6]] == ["2", "400", "200"]
    assert not [note for note in table.notes if "ways" in note]


def test_other_folds_under_the_same_name_are_said(make_report_run: MakeRun) -> None:
    runs = of(make_report_run, [leakage("x")]) + of(make_report_run, [leakage("z")], "b")
    table = leakage_table(experiments_of(runs))
    assert table.rows[0][3].text == "2"
    assert "viscosity, mixture: experiments were split in 2 ways under this name; all are counted" in table.notes


def test_promise_solutes_and_notes_are_said(make_report_run: MakeRun) -> None:
    report = leakage("x", promise="component_set", test_molecules_as_train_solutes=3, notes=["12 rows in no part"])
    table = leakage_table(experiments_of(of(make_report_run, [report])))
    assert table.rows[0][2].text == "component set"
    assert table.notes[:2] == (
        "viscosity, mixture: up to 3 test molecules of a fold are solutes in train",
        "viscosity, mixture: 12 rows in no part",
    )


def test_a_kind_that_older_runs_lack_is_undefined(make_report_run: MakeRun) -> None:
    report = leakage("x", shared={part: {"molecule": {"rows": 1, "share": 0.01}} for part in SEEN})
    (row,) = leakage_table(experiments_of(of(make_report_run, [report]))).rows
    assert [cell.text for cell in row[6:10]] == ["–", "–", "–", "1 (1.0 %)"]


@pytest.mark.parametrize(
    ("share", "text"),
    [(0.0, "0 %"), (0.0001, "< 0.1 %"), (0.0349, "3.5 %"), (0.5, "50.0 %"), (0.9999, "> 99.9 %"), (1.0, "100 %")],
)
def test_neither_none_nor_all_unless_it_is(share: float, text: str) -> None:
    assert share_text(share) == text


def test_notes_that_differ_in_numbers_are_one() -> None:
    notes = ["12 rows of 7, v2.1", "a", "9 rows of 7, v2.1", "a"]
    assert merged(notes) == ["9 to 12 rows of 7, v2.1", "a"]
    assert merged([]) == []
