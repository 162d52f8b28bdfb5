"""The figure of a model's best, median and worst mixture: its curve, the ideal line and the excess between them."""

from collections.abc import Sequence
from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING

import numpy as np
from matplotlib.axes import Axes
from matplotlib.figure import Figure
from matplotlib.ticker import MaxNLocator

from azeotrope.reports.figure_groups import figure_name
from azeotrope.reports.figure_style import shortened
from azeotrope.reports.fold_values import folds_in_words
from azeotrope.reports.mixing_curve import MixingCurve
from azeotrope.reports.mixing_curve_figure import draw_curve
from azeotrope.reports.panel_grid import PanelGrid, set_title
from azeotrope.reports.report_figure import ReportFigure
from azeotrope.reports.report_runs import ReportExperiment, ReportRun, StoredCurve
from azeotrope.reports.significant import significant
from azeotrope.reports.summary import is_defined

if TYPE_CHECKING:
    from matplotlib.artist import Artist

PLACES = ("best", "median", "worst")
PANEL_INCHES, LEFT_INCHES, GAP_INCHES, MOST_HANDLES = 2.1, 0.8, 0.55, 8
LONGEST_COMPONENT, LONGEST_UNIT = 12, 12


def curves_figure(experiment: ReportExperiment) -> ReportFigure | None:
    """Return the best, median and worst mixture of the fold in which the model does best.

    Parameters
    ----------
    experiment
        Folds of one model.

    Returns
    -------
    None where no fold has curves.
    """
    runs = [run for run in experiment.runs if run.curves]
    if not runs:
        return None
    run = min(runs, key=_error)
    curves = sorted(run.curves, key=lambda each: PLACES.index(each.place))
    caption = (
        f"{experiment.dataset}, {experiment.split}, {experiment.title}: mixing curves [{experiment.unit}] of the "
        f"binary test mixtures that this model predicts best, in the middle and worst, by the RMSE of their excess, "
        f"in its best of {folds_in_words([experiment])} (fold {run.summary.fold}). Shaded is the predicted excess; "
        f"stems are the {experiment.origin} excess."
    )
    grid = PanelGrid(len(curves), (PANEL_INCHES,), MOST_HANDLES, LEFT_INCHES, gap_inches=GAP_INCHES)
    name = figure_name("curves", experiment.dataset, experiment.split, experiment.title)
    return ReportFigure(name, caption, partial(_draw, grid=grid, curves=curves), *grid.size, dense=True)


def _error(run: ReportRun) -> tuple[bool, float]:
    """Excess RMSE of a fold, or its RMSE; undefined comes last."""
    values = [run.summary.metrics.get(metric) for metric in ("excess_rmse", "rmse")]
    known = [value for value in values if is_defined(value)]
    return (not known, known[0] if known else 0.0)


def _draw(figure: Figure, grid: PanelGrid, curves: Sequence[StoredCurve]) -> None:
    panels = grid.panels(figure)
    handles: dict[str, Artist] = {}
    for place, (axes, stored) in enumerate(zip(panels, curves, strict=True)):
        draw_curve(axes, _thinned(stored.curve))
        _label(axes, stored)
        if place == 0:
            axes.set_ylabel(shortened(f"{stored.curve.quantity} [{stored.curve.unit}]", 36))
        handles |= {label: handle for handle, label in zip(*axes.get_legend_handles_labels(), strict=True)}
    for label, handle in handles.items():
        handle.set_label(label)
    grid.add_legend(figure, list(handles.values()))


def _thinned(curve: MixingCurve) -> MixingCurve:
    """The curve with every second point of its lines, which a small panel shows as smoothly in half the space."""
    lines = ("grid", "prediction", "ideal", "model_ideal")
    return replace(curve, **{name: getattr(curve, name)[::2] for name in lines})


def _label(axes: Axes, stored: StoredCurve) -> None:
    curve = stored.curve
    first, second = (shortened(name, LONGEST_COMPONENT) for name in (curve.first, curve.second))
    error = "excess RMSE" if np.isfinite(curve.ideal).any() else "RMSE"
    words = f"{stored.place}: {error} {significant(stored.error)} {shortened(curve.unit, LONGEST_UNIT)}"
    set_title(axes, f"{first} + {second}", words)
    axes.set_xlabel(f"mole fraction of {first}{_context(curve)}")
    axes.xaxis.set_major_locator(MaxNLocator(5))
    axes.yaxis.set_major_locator(MaxNLocator(5))


def _context(curve: MixingCurve) -> str:
    """Temperature and solute, as far as the curve has them."""
    temperature = "" if curve.temperature_k is None else f", {curve.temperature_k:.2f} K"
    return temperature + ("" if curve.solute is None else f", solute {shortened(curve.solute, LONGEST_COMPONENT)}")
