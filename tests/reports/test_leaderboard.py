from collections.abc import Callable

import pytest

from azeotrope.reports.comparison import compare
from azeotrope.reports.headline import HEADLINE, Mark
from azeotrope.reports.leaderboard import leaderboard_tables
from azeotrope.reports.notes import AS_GIVEN, LEGEND
from azeotrope.reports.pooled_experiments import pooled_delta_maes
from azeotrope.reports.report_runs import ReportExperiment, ReportRun, experiments_of
from azeotrope.reports.report_table import ReportTable, TableCell

MakeExperiments = Callable[..., list[ReportExperiment]]


def column(table: ReportTable, title: str) -> list[TableCell]:
    place = [each.title for each in table.columns].index(title)
    return [row[place] for row in table.rows]


def of(experiments: list[ReportExperiment]) -> tuple[ReportTable, ...]:
    return leaderboard_tables(experiments, pooled_delta_maes(experiments))


def test_no_experiments_no_table() -> None:
    assert of([]) == ()


def test_cells_are_those_of_the_comparison(make_experiments: MakeExperiments) -> None:
    experiments = make_experiments({"molt5": 0.3, "dmpnn": 0.1, "ideal": -0.5})
    (table,) = of(experiments)
    (comparison,) = compare([run.summary for each in experiments for run in each.runs], pooled_delta_maes(experiments))
    assert [cell.text for cell in column(table, "model")] == ["ideal", "dmpnn", "molt5"]
    for metric in HEADLINE:
        cells = column(table, metric.title)
        assert [cell.value for cell in cells] == [row.cells[metric.name].mean for row in comparison.rows]
        assert [cell.mark for cell in cells] == [row.cells[metric.name].mark for row in comparison.rows]
    assert [cell.mark for cell in column(table, "excess RMSE")] == [Mark.PLAIN, Mark.BEST, Mark.PLAIN]
    assert column(table, "delta MAE")[1].text == "-0.400 [-0.400, -0.400]"
    assert [cell.text for cell in column(table, "test rows")] == ["48"] * 3


def test_the_noise_floor_is_told_where_it_is_known(make_experiments: MakeExperiments) -> None:
    (table,) = of(make_experiments({"dmpnn": 0.1}, metrics={"noise_floor": 0.0612}))
    assert "noise floor (sd of single replicates): 0.061 ln(mPa s)" in table.notes
    (table,) = of(make_experiments({"dmpnn": 0.1}, metrics={"noise_floor": None}))
    assert not [note for note in table.notes if note.startswith("noise floor")]


def test_what_ideal_mixing_is_given_and_what_intervals_leave_out_is_said(make_experiments: MakeExperiments) -> None:
    (table,) = of(make_experiments({"dmpnn": 0.1}))
    assert set(LEGEND) <= set(table.notes)
    assert any(note.startswith("ideal is given the pure values, also of molecules") for note in LEGEND)
    assert AS_GIVEN in LEGEND


def test_the_papers_value_stands_beside_only_where_it_exists(make_experiments: MakeExperiments) -> None:
    (table,) = of(make_experiments({"dmpnn": 0.1, "mine": 0.2}))
    titles = [each.title for each in table.columns]
    assert titles[titles.index("excess RMSE") + 1] == "paper's excess RMSE"
    assert [cell.text for cell in column(table, "paper's excess RMSE")][-2:] == ["0.18 ± 0.034", "–"]
    assert any(note.startswith("paper: Leenhouts") for note in table.notes)
    (other,) = of(make_experiments({"mine": 0.2}, dataset="csv"))
    assert not [each.title for each in other.columns if "paper" in each.title]


def test_units_and_counts_are_in_the_heading(make_experiments: MakeExperiments) -> None:
    (table,) = of(make_experiments({"dmpnn": 0.1}, unit="kcal/mol", origin="computed"))
    headings = [each.heading for each in table.columns]
    assert {"excess RMSE [kcal/mol]", "excess ratio", "delta MAE [kcal/mol]", "folds"} <= set(headings)
    assert "(computed, not measured)" in table.caption
    assert "over folds" in table.caption


def test_an_undefined_metric_has_its_reason(make_experiments: MakeExperiments) -> None:
    (table,) = of(make_experiments({"dmpnn": 0.1}, metrics={"rsa": None}, reasons={"rsa": "3 molecules"}))
    assert column(table, "RSA")[-1] == TableCell("–", note="3 molecules")
    assert "RSA is undefined in 2 of 2 runs: 3 molecules" in table.notes


def test_measured_pure_values_are_said(make_experiments: MakeExperiments) -> None:
    (table,) = of(make_experiments({"dmpnn": 0.1}, decomposition="excess(pure=measured)"))
    assert column(table, "model")[-1].note == "uses the pure values, as ideal does"
    assert "uses the pure values, as ideal does: dmpnn" in table.notes


def test_variants_have_a_column_and_twins_their_id(make_report_run: Callable[..., ReportRun]) -> None:
    runs = [make_report_run(experiment=kind, aggregator=kind) for kind in ("mean", "weighted_sum")]
    (table,) = of(experiments_of(runs))
    assert [cell.text for cell in column(table, "aggregator")][-2:] == ["mean", "weighted_sum"]
    (twins,) = of(experiments_of([make_report_run(experiment=name) for name in ("0123456789", "abcdefghij")]))
    assert [cell.text for cell in column(twins, "experiment")][-2:] == ["01234567", "abcdefgh"]


@pytest.mark.parametrize("name", ["<script>alert(1)</script>", "C%10#N"])
def test_names_of_users_are_texts(make_experiments: MakeExperiments, name: str) -> None:
    (table,) = of(make_experiments({name: 0.1}, dataset=name))
    assert column(table, "model")[-1].text == name
    assert name in table.caption


def test_each_data_set_has_its_table_with_its_own_notes(make_report_run: Callable[..., ReportRun]) -> None:
    reasons = {"x": {"rsa": "none here"}, "y": {}}
    runs = [
        make_report_run(
            experiment=name, dataset=name, metrics={"rsa": 0.1 if name == "y" else None}, reasons=reasons[name]
        )
        for name in reasons
    ]
    first, second = of(experiments_of(runs))
    assert (first.name, second.name) == ("leaderboard-x", "leaderboard-y")
    assert (first.dataset, second.dataset) == ("x", "y")
    assert "RSA is undefined in 1 of 1 runs: none here" in first.notes
    assert not [note for note in second.notes if note.startswith("RSA is undefined")]
