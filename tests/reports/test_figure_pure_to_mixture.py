from collections.abc import Callable

import pytest
from matplotlib.figure import Figure

from azeotrope.reports.figure_pure_to_mixture import pure_to_mixture_figure
from azeotrope.reports.report_figure import ReportFigure
from azeotrope.reports.report_runs import ReportExperiment

Make = Callable[..., ReportExperiment]
Drawn = Callable[[ReportFigure], Figure]
UNIT = "[ln(mPa s)]"


def test_nothing_to_show(make_experiment: Make) -> None:
    undefined = make_experiment(metrics={"excess_rmse": None})
    assert [pure_to_mixture_figure(found) for found in ([], [make_experiment("ideal")], [undefined])] == [None] * 3


def test_pure_to_mixture_is_a_difference_paired_by_fold(make_experiment: Make, drawn: Drawn) -> None:
    pure = make_experiment("a", 0.5, split="pure_to_mixture", n_folds=3)
    molecule = make_experiment("a", 0.2, split="molecule", n_folds=2)
    figure = pure_to_mixture_figure([pure, molecule, make_experiment("b", split="molecule")])
    (axes,) = drawn(figure).axes
    assert [label.get_text() for label in axes.get_yticklabels()] == ["a"]
    assert [bar.get_width() for bar in axes.patches] == pytest.approx([0.9, 0.6, 0.3])  # RMSE, ideal part, excess
    assert UNIT in axes.get_xlabel()
    assert "2 folds, paired by fold" in figure.caption
    left, right = sorted(axes.texts, key=lambda text: text.xy[0])  # a difference below 0: pure training errs less
    assert left.get_text() == "← pure training has the smaller error"
    assert right.get_text() == "mixture training has it →"


def test_pure_to_mixture_compares_only_equal_options(make_experiment: Make) -> None:
    molecule = make_experiment(split="molecule (seed=1)")
    assert pure_to_mixture_figure([make_experiment(split="pure_to_mixture"), molecule]) is None
    assert pure_to_mixture_figure([make_experiment(split="pure_to_mixture (seed=1)"), molecule]) is not None
    other = make_experiment(split="molecule (seed=1)", predictor="other")
    assert pure_to_mixture_figure([make_experiment(split="pure_to_mixture (seed=1)"), other]) is None
