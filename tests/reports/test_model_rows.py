from collections.abc import Callable

from azeotrope.reports.model_rows import left_out_in_words, model_rows
from azeotrope.reports.report_runs import ReportExperiment

Make = Callable[..., ReportExperiment]


def test_a_model_is_one_row_over_its_splits(make_experiment: Make) -> None:
    found = [
        make_experiment("worse", 0.5, split="mixture"),
        make_experiment("better", 0.2, split="mixture"),
        make_experiment("better", 0.9, split="molecule"),
        make_experiment("elsewhere", 0.1, split="molecule"),
    ]
    rows, n_left_out = model_rows(found)
    assert [(row.title, list(row.by_split)) for row in rows] == [
        ("better", ["mixture", "molecule"]),
        ("worse", ["mixture"]),
        ("elsewhere", ["molecule"]),
    ]
    assert n_left_out == 0


def test_experiments_with_equal_labels_on_one_split_stay_apart(make_experiment: Make) -> None:
    twins = [make_experiment(title=title, experiment=title) for title in ("dmpnn [1]", "dmpnn [2]")]
    rows, _ = model_rows(twins)
    assert [list(row.by_split.values()) for row in rows] == [[twins[0]], [twins[1]]]


def test_the_worst_of_too_many_are_left_out_and_counted(make_experiment: Make) -> None:
    rows, n_left_out = model_rows([make_experiment(f"m{k}", k / 10) for k in range(1, 6)], most=2)
    assert [row.title for row in rows] == ["m1", "m2"]
    assert n_left_out == 3
    assert "3 with larger errors" in left_out_in_words(n_left_out)
    assert left_out_in_words(0) == ""


def test_no_experiments() -> None:
    assert model_rows([]) == ([], 0)
