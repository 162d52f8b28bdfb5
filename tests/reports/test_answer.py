from collections.abc import Callable, Sequence

import pytest

from azeotrope.reports.answer import answer_sentences, answer_table, standings
from azeotrope.reports.headline import Mark
from azeotrope.reports.paired_tests import model_pairs
from azeotrope.reports.pooled_experiments import pooled_delta_maes
from azeotrope.reports.report_runs import ReportExperiment, ReportRun, experiments_of
from azeotrope.reports.standing import Standing


def found(experiments: Sequence[ReportExperiment]) -> list[Standing]:
    return standings(experiments, pooled_delta_maes(experiments), model_pairs(experiments))


def test_nothing_is_said_about_nothing() -> None:
    assert found([]) == []
    assert answer_table([]).rows == ()


def test_one_line_for_each_data_set_and_split(make_report_run: Callable[..., ReportRun]) -> None:
    places = [("x", "mixture"), ("y", "random"), ("x", "random")]
    runs = [
        make_report_run("a", fold, 0.1, experiment=f"{dataset}{split}", dataset=dataset, split=split)
        for dataset, split in places
        for fold in (0, 1)
    ]
    each = found(experiments_of(runs))
    starts = [sentence.split(":")[0] for sentence in answer_sentences(each)]
    assert starts == ["x, unseen mixtures", "x, random rows", "y, random rows"]
    assert [[cell.text for cell in row[:2]] for row in answer_table(each).rows] == [
        ["x", "mixture"],
        ["x", "random"],
        ["y", "random"],
    ]


def test_the_best_model_with_its_numbers(make_experiments: Callable[..., list[ReportExperiment]]) -> None:
    (row,) = answer_table(found(make_experiments({"ideal": -0.5, "a": 0.1, "b": 0.2, "c": 0.1}))).rows
    texts = [cell.text for cell in row]
    assert texts[2:9] == [
        "a",
        "2",
        "48",
        "0.100 ± 0",
        "ln(mPa s)",
        "80 % below ideal mixing",
        "-0.400 [-0.400, -0.400]",
    ]
    assert texts[9:] == ["b (p < 0.001)", "c (p = 1.00)"]
    assert row[2].mark is Mark.BEST
    assert row[5].value == pytest.approx(0.1)


def test_no_ranked_model_is_a_row_of_dashes(make_experiments: Callable[..., list[ReportExperiment]]) -> None:
    table = answer_table(found(make_experiments({"ideal": -0.5})))
    assert [cell.text for cell in table.rows[0]] == ["viscosity", "mixture", *["–"] * 4, "ln(mPa s)", *["–"] * 4]
    assert "ideal baseline" in table.rows[0][2].note


def test_no_pure_values_leave_no_excess(make_experiments: Callable[..., list[ReportExperiment]]) -> None:
    (row,) = answer_table(found(make_experiments({"a": 0.1}, covered=False))).rows
    assert row[5].text == "–"
    assert row[7].text == "ideal mixing unknown for these rows"
