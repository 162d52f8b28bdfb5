from collections.abc import Callable, Sequence

import pytest

from azeotrope.reports.answer import answer_sentences, answer_table, standings
from azeotrope.reports.headline import Mark
from azeotrope.reports.leaderboard import leaderboard_tables
from azeotrope.reports.paired_tests import model_pairs
from azeotrope.reports.pooled_experiments import pooled_delta_maes
from azeotrope.reports.report_runs import ReportExperiment, ReportRun, experiments_of
from azeotrope.reports.standing import Standing

MakeExperiments = Callable[..., list[ReportExperiment]]


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
    assert starts == ["x, random rows", "x, unseen mixtures", "y, random rows"]
    assert [[cell.text for cell in row[:2]] for row in answer_table(each).rows] == [
        ["x", "random"],
        ["x", "mixture"],
        ["y", "random"],
    ]


def test_the_best_model_with_its_numbers(make_experiments: MakeExperiments) -> None:
    errors = {"ideal": -0.5, "a": 0.1, "b": 0.2, "c": 0.1}
    (row,) = answer_table(found(make_experiments(errors, metrics={"excess_ratio": 0.2}))).rows
    assert [cell.text for cell in row[2:]] == [
        "a",
        "2",
        "48",
        "0.100 ± 0 ln(mPa s)",
        "beats it (ratio 0.200)",
        "2 of 2",
        "1 of 2",
        "c (p = 1.00)",
        "-0.400 [-0.400, -0.400] ln(mPa s)",
    ]
    assert row[2].mark is Mark.BEST
    assert row[5].value == pytest.approx(0.1)
    assert row[8].note == "b (p < 0.001)"


@pytest.mark.parametrize(
    ("error", "model", "verdict"),
    [
        (0.6, "none shown to beat ideal (closest: a)", "worse (ratio 1.20)"),
        (-0.5 + 1e-15, "none shown to beat ideal (closest: a)", "equal (ratio 1.00)"),
        ([0.2, 0.2, 0.72, 0.72] * 6, "none shown to beat ideal (closest: a)", "not distinguishable (ratio 1.06)"),
        ([0.2, 0.2, 0.65, 0.65] * 6, "none shown to beat ideal (closest: a)", "not distinguishable (ratio 0.962)"),
    ],
)
def test_a_model_that_does_not_beat_ideal_mixing_is_not_bold(
    make_experiments: MakeExperiments, error: float | list[float], model: str, verdict: str
) -> None:
    (row,) = answer_table(found(make_experiments({"a": error}))).rows
    assert (row[2].text, row[2].mark, row[6].text) == (model, Mark.PLAIN, verdict)


def test_points_of_learning_curves_do_not_answer(make_report_run: Callable[..., ReportRun]) -> None:
    splits = ["mixture", "mixture (max_train_mixtures=10)", "molecule (max_train_mixtures=10, seed=1)"]
    runs = [make_report_run("a", experiment=split, split=split) for split in splits]
    assert [each.experiments[0].split for each in found(experiments_of(runs))] == [splits[0], splits[2]]


def test_no_ranked_model_is_a_row_of_dashes(make_experiments: MakeExperiments) -> None:
    table = answer_table(found(make_experiments({"ideal": -0.5})))
    assert [cell.text for cell in table.rows[0]] == ["viscosity", "mixture", *["–"] * 9]
    assert "ideal baseline" in table.rows[0][2].note


def test_no_pure_values_leave_the_error_of_the_value(make_experiments: MakeExperiments) -> None:
    (row,) = answer_table(found(make_experiments({"a": 0.1}, covered=False))).rows
    assert row[5].text == "RMSE 0.100 ± 0 ln(mPa s)"
    assert row[6].text == "ideal mixing unknown for these rows"
    assert row[7].note == "no fold has an excess ratio"


def test_the_best_model_is_the_one_that_is_bold_in_the_leaderboard(make_report_run: Callable[..., ReportRun]) -> None:
    """Folds of few rows weigh more in a mean over folds: pooled over rows, b would be ahead."""
    sizes, errors = (100, 10), {"a": (0.40, 0.1), "b": (0.38, 0.3)}
    experiments = experiments_of(
        [
            make_report_run(model, fold, error, n_sets=size)
            for model, own in errors.items()
            for fold, (size, error) in enumerate(zip(sizes, own, strict=True))
        ]
    )
    (table,) = leaderboard_tables(experiments, pooled_delta_maes(experiments))
    place = [column.title for column in table.columns].index("excess RMSE")
    assert [row[1].text for row in table.rows if row[place].mark is Mark.BEST] == ["a"]
    (best,) = found(experiments)
    assert best.best is not None
    assert best.best.experiment.title == "a"
    assert answer_sentences([best])[0].startswith("viscosity, unseen mixtures: a, excess RMSE")
