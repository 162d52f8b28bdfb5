from collections.abc import Callable

import pytest

from azeotrope.reports.report_runs import ReportExperiment
from azeotrope.reports.report_sections import made_from, report_of

MakeExperiments = Callable[..., list[ReportExperiment]]


def test_without_experiments_there_are_audits_only() -> None:
    report = report_of([])
    assert report.sections == ()
    assert "audit" in report.answer[0]


def test_the_leaderboard_is_first_and_no_section_is_empty(make_experiments: MakeExperiments) -> None:
    report = report_of(make_experiments({"dmpnn": 0.1, "ideal": 0.5}))
    assert report.sections[0].name == "leaderboard"
    assert all(section.tables or section.figures for section in report.sections)
    assert len(report.answer) == 1
    assert report.title == "Mixture models on viscosity"


def test_names_are_unique_over_all_sections(make_experiments: MakeExperiments) -> None:
    first, second = (make_experiments({"dmpnn": 0.1}, experiment=name, dataset=name) for name in ("a b", "a-b"))
    sections = report_of([*first, *second]).sections
    assert len(sections[0].tables) == 2
    for names in (
        [section.name for section in sections],
        [table.name for section in sections for table in section.tables],
        [figure.name for section in sections for figure in section.figures],
    ):
        assert len(set(names)) == len(names)


def test_many_answers_are_a_table(make_experiments: MakeExperiments) -> None:
    each = [make_experiments({"dmpnn": 0.1}, experiment=f"{n}", dataset=f"data {n}") for n in range(5)]
    report = report_of([experiment for group in each for experiment in group])
    assert report.answer == (
        "5 combinations of a data set and a split are compared; the table names the best model of each.",
    )
    assert [table.name for table in report.sections[0].tables] == ["answer"]
    assert report.sections[1].name == "leaderboard"
    assert report.title == "Mixture models on data 0, data 1, data 2 and 2 more"


@pytest.mark.parametrize(
    ("n_audits", "filters", "expected"),
    [
        (0, [], "Made by azeotrope report from 2 runs of 1 experiment."),
        (1, ["dataset=mon"], "Made by azeotrope report from 2 runs of 1 experiment and 1 audit; only dataset=mon."),
    ],
)
def test_the_source_is_counted(
    make_experiments: MakeExperiments, n_audits: int, filters: list[str], expected: str
) -> None:
    assert made_from(make_experiments({"dmpnn": 0.1}, n_folds=2), n_audits, filters) == expected


def test_audits_alone_are_counted_too() -> None:
    assert made_from([], 3, []) == "Made by azeotrope report from 3 audits."
