from collections.abc import Callable

import pytest
from matplotlib.figure import Figure

from azeotrope.reports.figure_decomposition import decomposition_figure
from azeotrope.reports.report_figure import ReportFigure
from azeotrope.reports.report_runs import ReportExperiment

Make = Callable[..., ReportExperiment]
Drawn = Callable[[ReportFigure], Figure]
UNIT = "[ln(mPa s)]"


def test_nothing_to_show(make_experiment: Make) -> None:
    undefined = make_experiment(metrics={"excess_rmse": None})
    assert [decomposition_figure(found) for found in ([], [make_experiment("ideal")], [undefined])] == [None] * 3


def test_decomposition_pairs_both_parts_beside_the_baseline_and_the_noise_floor(
    make_experiment: Make, drawn: Drawn
) -> None:
    found = [make_experiment("ideal"), make_experiment("a", 0.1), make_experiment("b", 0.2)]
    figure = decomposition_figure([*found, make_experiment("a", 0.4, split="molecule")])
    mixture, molecule = drawn(figure).axes
    assert [axes.get_xlabel() for axes in (mixture, molecule)] == [f"RMSE {UNIT}"] * 2
    assert [label.get_text() for label in mixture.get_yticklabels()] == ["a", "b"]
    assert [bar.get_width() for bar in mixture.patches] == pytest.approx([0.22, 0.42, 0.11, 0.21])
    assert {line.get_xdata()[0] for line in mixture.lines if line.get_linestyle() == "--"} >= {0.5, 0.05}
    assert [text.get_text() for text in molecule.texts] == ["not run"]
    assert molecule.get_xlim()[1] > 0.5 > molecule.get_xlim()[0] == 0.0
    assert all(
        words in figure.caption
        for words in ("3 folds", "72 covered test rows", "errors add row by row; RMSEs do not", "sd", UNIT)
    )
    legend = [text.get_text() for text in drawn(figure).legends[0].get_texts()]
    assert set(legend) == {"ideal part", "excess", "excess RMSE of ideal mixing", "noise floor (sd of replicates)"}


def test_points_of_learning_curves_are_in_no_other_figure(make_experiment: Make, drawn: Drawn) -> None:
    part = make_experiment(split="mixture (max_train_mixtures=30)")
    assert decomposition_figure([part]) is None
    figure = decomposition_figure([part, make_experiment()])
    assert len(drawn(figure).axes) == 1
