from collections.abc import Callable
from dataclasses import replace

import numpy as np
from matplotlib.figure import Figure

from azeotrope.reports.figure_curves import curves_figure
from azeotrope.reports.report_figure import ReportFigure
from azeotrope.reports.report_runs import ReportExperiment

Make = Callable[..., ReportExperiment]
Drawn = Callable[[ReportFigure], Figure]
UNIT = "[ln(mPa s)]"


def known(figure: ReportFigure | None) -> ReportFigure:
    assert figure is not None
    return figure


def test_no_curves(make_experiment: Make) -> None:
    experiment = make_experiment()
    assert curves_figure(replace(experiment, runs=tuple(replace(run, curves=()) for run in experiment.runs))) is None


def test_curves_are_of_the_best_fold_in_the_order_best_median_worst(make_experiment: Make, drawn: Drawn) -> None:
    experiment = make_experiment(error=0.1, names=("CC(C)=O", "C%10CC#N" * 3))
    shuffled = tuple(replace(run, curves=run.curves[::-1]) for run in experiment.runs[::-1])
    figure = known(curves_figure(replace(experiment, runs=shuffled)))
    picture = drawn(figure)
    assert [axes.texts[0].get_text().partition(":")[0] for axes in picture.axes] == ["best", "median", "worst"]
    assert picture.axes[0].texts[0].get_text() == "best: excess RMSE 0.100 ln(mPa s)"
    assert picture.axes[0].get_title(loc="left") == "CC(C)=O + C%10CC#NC%1…"
    assert picture.axes[0].get_ylabel() == f"quantity {UNIT}"
    assert picture.axes[0].get_xlabel() == "mole fraction of CC(C)=O, 298.15 K"
    assert all(axes.collections for axes in picture.axes)  # the shaded excess
    assert "fold 0" in figure.caption
    labels = [text.get_text() for text in picture.legends[0].get_texts()]
    assert len(labels) == len(set(labels))


def test_curves_without_measured_pure_values_have_no_excess_to_err_in(make_experiment: Make, drawn: Drawn) -> None:
    experiment = make_experiment(n_folds=1)
    (run,) = experiment.runs
    unknown = tuple(
        replace(each, curve=replace(each.curve, ideal=np.full(101, np.nan), temperature_k=None, solute="CS"))
        for each in run.curves
    )
    picture = drawn(known(curves_figure(replace(experiment, runs=(replace(run, curves=unknown),)))))
    assert picture.axes[0].texts[0].get_text() == "best: RMSE 0.100 ln(mPa s)"
    assert picture.axes[0].get_xlabel() == "mole fraction of O, solute CS"
