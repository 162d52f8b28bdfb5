from collections.abc import Callable

import pytest
from matplotlib.figure import Figure

from azeotrope.reports.figure_featurizers import featurizers_figure
from azeotrope.reports.report_figure import ReportFigure
from azeotrope.reports.report_runs import ReportExperiment

Make = Callable[..., ReportExperiment]
Drawn = Callable[[ReportFigure], Figure]
UNIT = "[ln(mPa s)]"


def known(figure: ReportFigure | None) -> ReportFigure:
    assert figure is not None
    return figure


def test_nothing_to_show(make_experiment: Make) -> None:
    undefined = make_experiment(metrics={"excess_rmse": None})
    assert [featurizers_figure(found) for found in ([], [make_experiment("ideal")], [undefined])] == [None] * 3


def test_featurizers_compare_models_of_each_split_with_the_baseline(make_experiment: Make, drawn: Drawn) -> None:
    found = [
        make_experiment("b", 0.3, featurizer="y"),
        make_experiment("a", 0.2, featurizer="x"),
        make_experiment("alone", split="molecule"),
    ]
    figure = known(featurizers_figure(found))
    excess, error = drawn(figure).axes  # the split with one model has nothing to compare
    assert (excess.get_xlabel(), error.get_xlabel()) == (f"excess RMSE {UNIT}", f"RMSE {UNIT}")
    assert [label.get_text() for label in excess.get_yticklabels()] == ["a", "b"]
    marks = {line.get_marker(): line.get_xydata().ravel().tolist() for line in excess.lines}
    assert marks["o"] == pytest.approx([0.21, 0.0])
    assert marks["s"] == pytest.approx([0.31, 1.0])
    assert [text.get_text() for text in drawn(figure).legends[0].get_texts()][:2] == ["x", "y"]
