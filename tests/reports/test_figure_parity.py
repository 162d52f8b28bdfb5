from collections.abc import Callable
from dataclasses import replace

import numpy as np
from matplotlib.figure import Figure

from azeotrope.reports.figure_parity import BASELINE_ROWS, FAINTEST, FEW_ROWS, parity_figure
from azeotrope.reports.report_figure import ReportFigure
from azeotrope.reports.report_runs import ReportExperiment

Make = Callable[..., ReportExperiment]
Drawn = Callable[[ReportFigure], Figure]
UNIT = "[ln(mPa s)]"


def test_nothing_to_show(make_experiment: Make) -> None:
    bare = make_experiment()
    empty = replace(bare, runs=tuple(replace(run, predictions=run.predictions.iloc[:0]) for run in bare.runs))
    assert [parity_figure(found) for found in ([], [make_experiment("ideal")], [empty])] == [None] * 3


def test_parity_has_a_panel_of_equal_axes_for_each_of_the_best_models(make_experiment: Make, drawn: Drawn) -> None:
    found = [make_experiment(f"m{k}", k / 10) for k in range(8, 0, -1)]
    figure = parity_figure([*found, make_experiment("ideal", 0.0)])
    panels = drawn(figure).axes
    assert [axes.get_title(loc="left") for axes in panels] == ["m1", "m2", "m3", "m4", "m5", "m6"]
    assert all(axes.get_xlim() == axes.get_ylim() == panels[0].get_xlim() for axes in panels)
    assert {axes.get_xlabel() for axes in panels} == {f"measured {UNIT}"}
    assert panels[0].get_ylabel() == f"predicted {UNIT}"
    assert "of 8" in figure.caption
    assert "3 folds" in figure.caption
    assert [axes.get_title(loc="left") for axes in drawn(parity_figure(found, most=1)).axes] == ["m1"]


def test_parity_draws_every_row_of_all_folds_and_the_baseline(make_experiment: Make, drawn: Drawn) -> None:
    experiment = make_experiment(error=0.1, n_folds=2, n_rows=5)
    (axes,) = drawn(parity_figure([experiment])).axes
    lines = {line.get_marker(): line.get_xydata() for line in axes.lines}
    truth = np.tile(experiment.runs[0].predictions["truth"], 2)
    np.testing.assert_allclose(lines["o"], np.stack([truth, truth + 0.1], axis=1))
    np.testing.assert_allclose(lines["x"], np.stack([truth, truth - 0.5], axis=1))
    assert axes.texts[0].get_text() == "10 rows, all covered: RMSE 0.315 ± 0.021"


def test_parity_tells_the_error_of_all_rows_from_that_of_the_covered_ones(make_experiment: Make, drawn: Drawn) -> None:
    metrics = {"rmse": 0.5, "rmse_covered": 0.4, "n_covered": 3}
    heads = [
        make_experiment(n_folds=2, n_rows=5, metrics=metrics, title=f"dmpnn · temperature={head}")
        for head in ("arrhenius", "none")
    ]
    axes, _ = drawn(parity_figure(heads)).axes
    assert axes.get_title(loc="left") == "dmpnn"
    assert [text.get_text() for text in axes.texts] == [
        "temperature=arrhenius",
        "all 10 rows: RMSE 0.500 ± 0",
        "6 covered rows: RMSE 0.400 ± 0",
    ]
    undefined = make_experiment(metrics={"rmse": None, "n_covered": None})
    (axes,) = drawn(parity_figure([undefined])).axes
    assert [text.get_text() for text in axes.texts] == ["all 72 rows: RMSE undefined"]


def test_parity_leaves_out_rows_without_a_prediction(make_experiment: Make, drawn: Drawn) -> None:
    experiment = make_experiment(n_folds=1, n_rows=4)
    rows = experiment.runs[0].predictions.assign(prediction=[1.0, np.nan, 2.0, np.nan], ideal=np.nan)
    (axes,) = drawn(parity_figure([replace(experiment, runs=(replace(experiment.runs[0], predictions=rows),))])).axes
    lines = {line.get_marker(): line.get_ydata().tolist() for line in axes.lines}
    assert (lines["o"], lines["x"]) == ([1.0, 2.0], [])


def test_many_rows_are_a_density_and_a_wild_prediction_does_not_squeeze_the_rest(
    make_experiment: Make, drawn: Drawn
) -> None:
    experiment = make_experiment(n_folds=1, n_rows=20 * FEW_ROWS)
    rows = experiment.runs[0].predictions.copy()
    rows.loc[0, "prediction"] = 1e6
    figure = parity_figure([replace(experiment, runs=(replace(experiment.runs[0], predictions=rows),))])
    (axes,) = drawn(figure).axes
    assert axes.get_ylim()[1] < 10.0
    (image,) = axes.images
    opacity = image.get_array()[..., 3]
    assert opacity[-1].max() > 0  # the wild one lies at the edge
    assert opacity[opacity > 0].min() >= FAINTEST
    assert "o" not in [line.get_marker() for line in axes.lines]
    assert [len(line.get_xdata()) for line in axes.lines if line.get_marker() == "x"] == [BASELINE_ROWS]
    assert len(figure.inline_svg()) < 150_000


def test_many_panels_of_few_rows_are_small_enough(make_experiment: Make) -> None:
    found = [make_experiment(f"m{k}", k / 10, n_folds=2, n_rows=195) for k in range(6)]
    assert len(parity_figure(found).inline_svg()) < 150_000
