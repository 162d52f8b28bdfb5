from collections.abc import Callable

import numpy as np
from matplotlib.colors import to_rgb
from matplotlib.figure import Figure

from azeotrope.reports.figure_learning_curves import STEP, learning_curves_figure
from azeotrope.reports.report_figure import ReportFigure
from azeotrope.reports.report_runs import ReportExperiment

Make = Callable[..., ReportExperiment]
Drawn = Callable[[ReportFigure], Figure]
UNIT = "[ln(mPa s)]"


def test_nothing_to_show(make_experiment: Make) -> None:
    undefined = make_experiment(metrics={"excess_rmse": None})
    assert [learning_curves_figure(found) for found in ([], [make_experiment("ideal")], [undefined])] == [None] * 3


def test_learning_curves_go_over_the_number_of_training_mixtures(make_experiment: Make, drawn: Drawn) -> None:
    found = [
        make_experiment(error=0.2, train_mixtures=400),
        make_experiment(error=0.4, split="mixture (max_train_mixtures=30)", train_mixtures=30),
        make_experiment(error=0.3, split="mixture (max_train_mixtures=100)", train_mixtures=None),
        make_experiment("ideal"),
    ]
    figure = learning_curves_figure(found)
    excess, error = drawn(figure).axes
    assert excess.get_xscale() == "log"
    (curve,) = (line for line in excess.lines if line.get_marker() == "o")
    np.testing.assert_allclose(curve.get_xydata(), [[30, 0.41], [100, 0.31], [400, 0.21]])
    assert [label.get_text() for label in excess.get_xticklabels()] == ["30", "100", "400"]
    assert (excess.get_ylabel(), error.get_ylabel()) == (f"excess RMSE {UNIT}", f"RMSE {UNIT}")
    assert "mixtures" in excess.get_xlabel()
    assert 0.5 in [line.get_ydata()[0] for line in excess.lines]  # the baseline


def test_one_size_of_training_is_no_learning_curve(make_experiment: Make) -> None:
    part = "mixture (max_train_mixtures=30)"
    assert learning_curves_figure([make_experiment(), make_experiment("other", split=part)]) is None
    assert learning_curves_figure([make_experiment(split=part), make_experiment(split=part)]) is None


def test_models_are_seen_apart_and_an_unknown_sd_is_no_zero(make_experiment: Make, drawn: Drawn) -> None:
    part = "mixture (max_train_mixtures=30)"
    found = [
        make_experiment(model, n_folds=folds, train_mixtures=count, split=split)
        for model in ("a", "b")
        for folds, count, split in ((1, 30, part), (3, 400, "mixture"))
    ]
    excess = drawn(learning_curves_figure(found)).axes[0]
    bars = {tuple(bar.get_colors()[0][:3]): bar.get_segments() for bar in excess.collections}
    lines = [line for line in excess.lines if line.get_marker() in ("o", "s")]
    assert set(bars) == {to_rgb(line.get_color()) for line in lines}
    assert [len(segments) for segments in bars.values()] == [2, 2]
    for line in lines:
        first, second = bars[to_rgb(line.get_color())]
        assert not np.isfinite(first).any()  # one fold has no sd
        np.testing.assert_allclose(second[:, 1], [0.11 - 0.01, 0.11 + 0.01])
    at = np.array([line.get_xdata() for line in lines])
    np.testing.assert_allclose(at[1] / at[0], STEP)
    np.testing.assert_allclose(np.sqrt(at[0] * at[1]), [30, 400])
