from collections.abc import Callable
from dataclasses import replace

import numpy as np
import pytest
from matplotlib.figure import Figure

from azeotrope.reports.figure_pairs import pairs_figure
from azeotrope.reports.report_figure import ReportFigure
from azeotrope.reports.report_runs import ReportExperiment

Make = Callable[..., ReportExperiment]
Drawn = Callable[[ReportFigure], Figure]
UNIT = "[ln(mPa s)]"


def test_nothing_to_show(make_experiment: Make) -> None:
    bare = make_experiment()
    empty = replace(bare, runs=tuple(replace(run, predictions=run.predictions.iloc[:0]) for run in bare.runs))
    assert [pairs_figure(found) for found in ([], [make_experiment("ideal")], [empty])] == [None] * 3


def test_pairs_are_of_the_best_model_with_signs_and_a_symmetric_scale(make_experiment: Make, drawn: Drawn) -> None:
    found = [make_experiment("worse", 0.3), make_experiment("better", -0.1)]
    figure = pairs_figure(found)
    cells, scale = drawn(figure).axes
    assert "better" in figure.caption
    assert [label.get_text() for label in cells.get_xticklabels()] == ["CCO", "CO"]
    assert [label.get_text() for label in cells.get_yticklabels()] == ["CO", "O"]
    signs = {line.get_marker(): len(line.get_xdata()) for line in cells.lines}
    assert signs == {"+": 0, "_": 3}
    assert scale.get_title(loc="right") == f"mean error of the excess {UNIT}"
    low, high = scale.get_xlim()
    assert low == -high == pytest.approx(-0.1)
    assert "72 rows" in figure.caption
    assert "All 3 components." in figure.caption
    assert "Colours end" not in figure.caption  # no error is larger than the scale


def test_pairs_of_many_components_are_small_enough(make_experiment: Make) -> None:
    names = [f"C{'C' * k}O" for k in range(30)]
    figure = pairs_figure([make_experiment(n_rows=600, names=names)])
    assert "20 of 30 components, the most frequent." in figure.caption
    assert len(figure.inline_svg()) < 150_000


def test_colours_that_end_before_the_largest_error_say_so(make_experiment: Make, drawn: Drawn) -> None:
    experiment = make_experiment(error=0.1, n_folds=1, names=[f"C{'C' * k}O" for k in range(12)])
    rows = experiment.runs[0].predictions.copy()
    rows.loc[0, "prediction"] += 20.0  # one of two rows of one of twelve pairs
    figure = pairs_figure([replace(experiment, runs=(replace(experiment.runs[0], predictions=rows),))])
    _, limit = drawn(figure).axes[1].get_xlim()
    assert limit == pytest.approx(np.quantile([0.1] * 22 + [10.1] * 2, 0.95))
    assert f"Colours end at ±{limit:.1f}, the 95 % quantile; larger errors have the end colour." in figure.caption
