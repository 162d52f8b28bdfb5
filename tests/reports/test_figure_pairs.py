from collections.abc import Callable
from dataclasses import replace

import pytest
from matplotlib.figure import Figure

from azeotrope.reports.figure_pairs import pairs_figure
from azeotrope.reports.report_figure import ReportFigure
from azeotrope.reports.report_runs import ReportExperiment

Make = Callable[..., ReportExperiment]
Drawn = Callable[[ReportFigure], Figure]
UNIT = "[ln(mPa s)]"


def known(figure: ReportFigure | None) -> ReportFigure:
    assert figure is not None
    return figure


def test_nothing_to_show(make_experiment: Make) -> None:
    bare = make_experiment()
    empty = replace(bare, runs=tuple(replace(run, predictions=run.predictions.iloc[:0]) for run in bare.runs))
    assert [pairs_figure(found) for found in ([], [make_experiment("ideal")], [empty])] == [None] * 3


def test_pairs_are_of_the_best_model_with_signs_and_a_symmetric_scale(make_experiment: Make, drawn: Drawn) -> None:
    found = [make_experiment("worse", 0.3), make_experiment("better", -0.1)]
    figure = known(pairs_figure(found))
    cells, scale = drawn(figure).axes
    assert "better" in figure.caption
    assert [label.get_text() for label in cells.get_xticklabels()] == ["CCO", "CO"]
    assert [label.get_text() for label in cells.get_yticklabels()] == ["CO", "O"]
    signs = {line.get_marker(): len(line.get_xdata()) for line in cells.lines}
    assert signs == {"+": 0, "_": 3}
    assert scale.get_title(loc="right") == f"error of the excess {UNIT}"
    low, high = scale.get_xlim()
    assert low == -high == pytest.approx(-0.1)
    assert "72 rows" in figure.caption


def test_pairs_of_many_components_are_small_enough(make_experiment: Make) -> None:
    names = [f"C{'C' * k}O" for k in range(30)]
    figure = known(pairs_figure([make_experiment(n_rows=600, names=names)]))
    assert "20 most frequent of 30" in figure.caption
    assert len(figure.inline_svg()) < 150_000
