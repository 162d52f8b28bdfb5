import xml.etree.ElementTree as ET
from collections.abc import Callable

from azeotrope.reports.report_figures import MOST_CURVES, figures_of
from azeotrope.reports.report_runs import ReportExperiment

Make = Callable[..., ReportExperiment]
SECTIONS = {
    "decomposition", "pure_to_mixture", "featurizers", "learning_curves", "temperature", "parity", "curves", "pairs",
}  # fmt: skip
HOSTILE = "<script>alert('C%10#\"&')</script>"


def test_nothing_has_no_figures() -> None:
    assert figures_of([]) == {name: [] for name in SECTIONS}


def test_each_data_set_and_split_has_its_own(make_experiment: Make) -> None:
    found = [
        make_experiment(model, dataset=dataset, split=split)
        for dataset in ("viscosity", "density")
        for split in ("molecule", "pure_to_mixture")
        for model in ("ideal", "a", "b")
    ]
    counts = {section: len(figures) for section, figures in figures_of(found).items()}
    assert counts == {
        "decomposition": 2,
        "pure_to_mixture": 2,
        "featurizers": 2,
        "learning_curves": 0,
        "temperature": 0,
        "parity": 4,
        "curves": 8,
        "pairs": 4,
    }


def test_names_are_unique_where_only_signs_differ(make_experiment: Make) -> None:
    found = [make_experiment(dataset=dataset) for dataset in ("a b", "a_b", "a+b")]
    names = [figure.name for figures in figures_of(found).values() for figure in figures]
    assert len(names) == len(set(names)) > 0


def test_a_big_report_has_few_curves(make_experiment: Make) -> None:
    splits, models = ("mixture", "molecule", "random", "own"), [f"m{k}" for k in range(9)]
    found = [make_experiment(model, split=split, n_folds=1, n_rows=4) for split in splits for model in models]
    assert len(figures_of(found)["curves"]) == MOST_CURVES


def test_every_users_text_is_text_in_every_figure(make_experiment: Make) -> None:
    changes = {"unit": HOSTILE, "dataset": HOSTILE, "names": (HOSTILE, "C#N", "C%10"), "n_folds": 1}
    labels = [
        ("molecule", "concat", 9),
        ("molecule", HOSTILE, 9),
        ("pure_to_mixture", "concat", 9),
        (f"molecule (max_train_mixtures=5, note={HOSTILE})", "concat", 5),
        (f"molecule (note={HOSTILE})", "concat", 9),
    ]
    found = [
        make_experiment(split=split, temperature=head, train_mixtures=count, title=f"{HOSTILE} {head}", **changes)
        for split, head, count in labels
    ]
    found.append(make_experiment(split="molecule", featurizer=HOSTILE, title=HOSTILE, **changes))
    figures = [figure for figures in figures_of(found).values() for figure in figures]
    assert {figure.name.partition("-")[0] for figure in figures} == SECTIONS
    for figure in figures:
        root = ET.fromstring(figure.inline_svg())  # noqa: S314 - our own file
        assert not [element for element in root.iter() if element.tag.endswith("script")]
        assert any("<script>" in (element.text or "") for element in root.iter() if element.tag.endswith("text"))


def test_two_reports_of_equal_runs_are_equal(make_experiment: Make) -> None:
    def all_files() -> list[tuple[str, str, bytes]]:
        found = [make_experiment(model) for model in ("a", "b")]
        figures = [figure for figures in figures_of(found).values() for figure in figures]
        return [(figure.name, figure.inline_svg(), figure.png()) for figure in figures]

    assert all_files() == all_files()


def test_figures_say_what_they_show_alone(make_experiment: Make) -> None:
    found = figures_of([make_experiment(model, split="molecule") for model in ("a", "b")])
    shown = {name: {(each.dataset, each.split, each.model) for each in figures} for name, figures in found.items()}
    assert shown["decomposition"] == shown["featurizers"] == {("viscosity", "", "")}
    assert shown["parity"] == {("viscosity", "molecule", "")}
    assert shown["pairs"] == {("viscosity", "molecule", "a")}
    assert shown["curves"] == {("viscosity", "molecule", "a"), ("viscosity", "molecule", "b")}
