from collections.abc import Callable

import pytest
from matplotlib.figure import Figure

from azeotrope.reports.figure_featurizers import featurizers_figure
from azeotrope.reports.report_figure import ReportFigure
from azeotrope.reports.report_runs import ReportExperiment

Make = Callable[..., ReportExperiment]
Drawn = Callable[[ReportFigure], Figure]
UNIT = "[ln(mPa s)]"


def test_nothing_to_show(make_experiment: Make) -> None:
    undefined = make_experiment(metrics={"excess_rmse": None})
    assert [featurizers_figure(found) for found in ([], [make_experiment("ideal")], [undefined])] == [None] * 3


def test_featurizers_compare_models_of_each_split_with_the_baseline(make_experiment: Make, drawn: Drawn) -> None:
    found = [
        make_experiment("b", 0.3, featurizer="y"),
        make_experiment("a", 0.2, featurizer="x"),
        make_experiment("alone", split="molecule"),
    ]
    figure = featurizers_figure(found)
    excess, error = drawn(figure).axes  # the split with one model has nothing to compare
    assert (excess.get_xlabel(), error.get_xlabel()) == (f"excess MAE {UNIT}", f"MAE {UNIT}")
    assert [label.get_text() for label in excess.get_yticklabels()] == ["a", "b"]
    marks = {line.get_marker(): line.get_xydata().ravel().tolist() for line in excess.lines}
    assert marks["o"] == pytest.approx([0.8 * 0.21, 0.0])
    assert marks["s"] == pytest.approx([0.8 * 0.31, 1.0])
    assert 0.5 in [line.get_xdata()[0] for line in excess.lines]  # the MAE of the baseline
    assert "Colour and shape" in figure.caption
    assert [text.get_text() for text in drawn(figure).legends[0].get_texts()][:2] == ["x", "y"]


def test_models_that_differ_in_temperature_alone_have_their_own_figure(make_experiment: Make) -> None:
    heads = [make_experiment(temperature=head, title=head) for head in ("concat", "arrhenius")]
    assert featurizers_figure([*heads, make_experiment("ideal")]) is None
    assert featurizers_figure([*heads, make_experiment("other")]) is not None


def test_one_featurizer_needs_no_word_about_colours(make_experiment: Make) -> None:
    figure = featurizers_figure([make_experiment("a"), make_experiment("b")])
    assert "Colour" not in figure.caption


def test_rows_have_one_order_in_all_splits(make_experiment: Make, drawn: Drawn) -> None:
    errors = {"mixture": {"a": 0.1, "b": 0.2}, "molecule": {"a": 0.4, "b": 0.3}}
    found = [make_experiment(m, e, split=split) for split, models in errors.items() for m, e in models.items()]
    panels = drawn(featurizers_figure(found)).axes
    assert [[label.get_text() for label in axes.get_yticklabels()] for axes in panels[::2]] == [["a", "b"]] * 2
