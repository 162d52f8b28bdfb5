from collections.abc import Callable

import pytest

from azeotrope.reports.figure_groups import (
    by_split,
    figure_name,
    grouped,
    limit_of,
    ranked,
    same_but,
    whole_training,
    without_limit,
)
from azeotrope.reports.report_runs import ReportExperiment

Make = Callable[..., ReportExperiment]


@pytest.mark.parametrize(
    ("split", "whole", "limit"),
    [
        ("mixture", "mixture", None),
        ("mixture (max_train_mixtures=30)", "mixture", 30),
        ("mixture (max_train_mixtures=300, seed=1)", "mixture (seed=1)", 300),
        ("mixture (fold=a, max_train_mixtures=5, seed=1)", "mixture (fold=a, seed=1)", 5),
        ("mixture_temperature (direction=high_to_low, max_train_mixtures=7)",
         "mixture_temperature (direction=high_to_low)", 7),
    ],
)  # fmt: skip
def test_a_split_without_its_limit_to_training_mixtures(split: str, whole: str, limit: int | None) -> None:
    assert (without_limit(split), limit_of(split)) == (whole, limit)


def test_splits_come_from_the_easiest_to_the_hardest_then_by_name(make_experiment: Make) -> None:
    names = ("own", "pure_to_mixture", "molecule (seed=1)", "molecule", "random", "mixture")
    found = by_split([make_experiment(split=name) for name in names])
    assert list(found) == ["random", "mixture", "molecule", "molecule (seed=1)", "pure_to_mixture", "own"]


def test_rank_is_by_excess_error_then_by_error_then_undefined(make_experiment: Make) -> None:
    nothing = {"excess_rmse": None, "rmse": None}
    experiments = [
        make_experiment("undefined", metrics=nothing),
        make_experiment("only_error", 0.0, metrics={"excess_rmse": None}),
        make_experiment("worse", 0.5),
        make_experiment("better", 0.2),
    ]
    assert [each.title for each in ranked(experiments)] == ["better", "worse", "only_error", "undefined"]
    assert ranked([]) == []


def test_models_that_lack_folds_come_after_those_that_have_all(make_experiment: Make) -> None:
    experiments = [make_experiment("easy", 0.1, n_folds=1), make_experiment("a", 0.5), make_experiment("b", 0.4)]
    assert [each.title for each in ranked([*experiments, make_experiment("ideal", 0.45, n_folds=5)])] == [
        "b",
        "a",
        "easy",
        "ideal",
    ]


def test_learning_curves_are_no_whole_training(make_experiment: Make) -> None:
    whole, part = make_experiment(), make_experiment(split="mixture (max_train_mixtures=30)")
    assert whole_training([part, whole]) == [whole]


def test_equal_but_for_a_label(make_experiment: Make) -> None:
    one, other = make_experiment(temperature="concat"), make_experiment(temperature="arrhenius")
    assert same_but(one, "temperature") == same_but(other, "temperature")
    assert same_but(one, "split") != same_but(other, "split")


def test_groups_keep_the_order() -> None:
    assert grouped([3, 1, 4, 6], lambda number: number % 2) == {1: [3, 1], 0: [4, 6]}


@pytest.mark.parametrize(
    ("parts", "name"),
    [
        (("parity", "viscosity", "mixture"), "parity-viscosity-mixture"),
        (("parity", "<Script>", "a (b=1)"), "parity-script-a_b_1"),
        (("parity", "粘度"), "parity-x"),
        (("parity", "a" * 99), "parity-" + "a" * 40),
    ],
)
def test_names_of_figures_are_file_stems(parts: tuple[str, ...], name: str) -> None:
    assert figure_name(*parts) == name
