from collections.abc import Callable
from dataclasses import replace

import numpy as np
from matplotlib.figure import Figure

from azeotrope.reports.figure_curves import curves_figures
from azeotrope.reports.report_figure import ReportFigure
from azeotrope.reports.report_runs import ReportExperiment

Make = Callable[..., ReportExperiment]
Drawn = Callable[[ReportFigure], Figure]
UNIT = "[ln(mPa s)]"


def test_no_curves(make_experiment: Make) -> None:
    experiment = make_experiment()
    bare = replace(experiment, runs=tuple(replace(run, curves=()) for run in experiment.runs))
    assert curves_figures([bare, make_experiment("ideal")], 5) == curves_figures([], 5) == []


def test_curves_are_of_all_folds_and_say_which(make_experiment: Make, drawn: Drawn) -> None:
    experiment = make_experiment(error=0.1, names=("CC(C)=O", "C%10CC#N" * 3))
    errors = {0: (0.2, 0.3, 0.331), 1: (0.1, 0.4, 0.5), 2: (0.15, 0.35, 0.7)}  # the best fold is not the worst's
    runs = tuple(
        replace(run, curves=tuple(replace(each, error=e) for each, e in zip(run.curves, errors[fold], strict=True)))
        for fold, run in enumerate(experiment.runs)
    )
    (figure,) = curves_figures([replace(experiment, runs=runs)], 1)
    picture = drawn(figure)
    assert [[text.get_text() for text in axes.texts] for axes in picture.axes] == [
        ["smallest excess error of 3 folds (fold 1):", "RMSE 0.100 ln(mPa s)"],
        ["median excess error of 3 folds (fold 2):", "RMSE 0.350 ln(mPa s)"],
        ["largest excess error of 3 folds (fold 2):", "RMSE 0.700 ln(mPa s)"],
    ]
    assert picture.axes[0].get_title(loc="left") == "CC(C)=O + C%10CC#NC%1…"
    assert picture.axes[0].get_ylabel() == f"quantity {UNIT}"
    assert picture.axes[0].get_xlabel() == "mole fraction of CC(C)=O, 298.15 K"
    assert all(axes.collections for axes in picture.axes)  # the shaded excess
    labels = [text.get_text() for text in picture.legends[0].get_texts()]
    assert len(labels) == len(set(labels))
    assert "models" not in figure.caption


def test_curves_are_of_the_best_models_and_say_of_how_many(make_experiment: Make) -> None:
    found = [make_experiment(f"m{k}", k / 10) for k in (3, 1, 2)]
    figures = curves_figures([*found, make_experiment("ideal", 0.0)], 2)
    assert [figure.name.rpartition("-")[2] for figure in figures] == ["m1", "m2"]
    assert all("The 2 of 3 models with the smallest excess RMSE." in figure.caption for figure in figures)


def test_curves_without_measured_pure_values_have_no_excess_to_err_in(make_experiment: Make, drawn: Drawn) -> None:
    experiment = make_experiment(n_folds=1)
    (run,) = experiment.runs
    unknown = tuple(
        replace(each, curve=replace(each.curve, ideal=np.full(101, np.nan), temperature_k=None, solute="CS"))
        for each in run.curves
    )
    (figure,) = curves_figures([replace(experiment, runs=(replace(run, curves=unknown),))], 1)
    picture = drawn(figure)
    texts = [text.get_text() for text in picture.axes[0].texts]
    assert texts == ["smallest error of 1 fold (fold 0):", "RMSE 0.100 ln(mPa s)"]
    assert "RMSEs of the property" in figure.caption
    assert picture.axes[0].get_xlabel() == "mole fraction of O, solute CS"
