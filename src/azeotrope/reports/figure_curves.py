"""The figures of the mixtures that models predict best, in the middle and worst: curve, ideal line and excess."""

from collections.abc import Sequence
from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING

from matplotlib.axes import Axes
from matplotlib.figure import Figure

from azeotrope.reports.figure_groups import figure_name, is_ideal, ranked
from azeotrope.reports.figure_style import round_ticks, shortened
from azeotrope.reports.fold_curves import FoldCurve, curves_over_folds
from azeotrope.reports.fold_values import folds_in_words
from azeotrope.reports.mixing_curve import MixingCurve
from azeotrope.reports.mixing_curve_figure import draw_curve
from azeotrope.reports.panel_grid import PanelGrid
from azeotrope.reports.ranked_curves import BEST, MEDIAN, WORST
from azeotrope.reports.report_figure import ReportFigure
from azeotrope.reports.report_runs import ReportExperiment
from azeotrope.reports.significant import significant

if TYPE_CHECKING:
    from matplotlib.artist import Artist

WORDS = {BEST: "smallest", MEDIAN: "median", WORST: "largest"}
PANEL_INCHES, LEFT_INCHES, GAP_INCHES, MOST_HANDLES = 2.1, 0.8, 0.55, 8
LONGEST_COMPONENT, LONGEST_UNIT = 12, 12


def curves_figures(experiments: Sequence[ReportExperiment], most: int) -> list[ReportFigure]:
    """Return one figure for each of the best models that have curves.

    Parameters
    ----------
    experiments
        Of one data set and split.
    most
        Number of models that are shown, the best ones.
    """
    models = [each for each in ranked(experiments) if not is_ideal(each) and any(run.curves for run in each.runs)]
    shown = models[:most]
    chosen = f" The {most} of {len(models)} models with the smallest excess RMSE." if len(models) > most else ""
    return [_figure(each, chosen) for each in shown]


def _figure(experiment: ReportExperiment, chosen: str) -> ReportFigure:
    curves = curves_over_folds(experiment)
    folds = folds_in_words([replace(experiment, runs=tuple(run for run in experiment.runs if run.curves))])
    caption = (
        f"{experiment.dataset}, {experiment.split}, {experiment.title}: mixing curves [{experiment.unit}] of the "
        f"binary test mixtures with the smallest and the largest error of {folds}, and with the middle one of the "
        f"folds' medians; errors are RMSEs of the {'excess' if curves[0].has_excess else 'property'}. Shaded is the "
        f"predicted excess; stems are the {experiment.origin} excess.{chosen}"
    )
    grid = PanelGrid(len(curves), (PANEL_INCHES,), MOST_HANDLES, LEFT_INCHES, gap_inches=GAP_INCHES, n_words=2)
    name = figure_name("curves", experiment.dataset, experiment.split, experiment.title)
    draw = partial(_draw, grid=grid, curves=curves, folds=folds)
    return ReportFigure(
        name,
        caption,
        draw,
        *grid.size,
        dense=True,
        dataset=experiment.dataset,
        split=experiment.split,
        model=experiment.model,
    )


def _draw(figure: Figure, grid: PanelGrid, curves: Sequence[FoldCurve], folds: str) -> None:
    panels = grid.panels(figure)
    handles: dict[str, Artist] = {}
    for place, (axes, each) in enumerate(zip(panels, curves, strict=True)):
        draw_curve(axes, _thinned(each.curve))
        grid.set_title(axes, " + ".join(_components(each.curve)), _words(each, folds))
        _finish(axes, each.curve)
        if place == 0:
            axes.set_ylabel(shortened(f"{each.curve.quantity} [{each.curve.unit}]", 36))
        handles |= {label: handle for handle, label in zip(*axes.get_legend_handles_labels(), strict=True)}
    for label, handle in handles.items():
        handle.set_label(label)
    grid.add_legend(figure, list(handles.values()))


def _thinned(curve: MixingCurve) -> MixingCurve:
    """The curve with every second point of its lines, which a small panel shows as smoothly in half the space."""
    lines = ("grid", "prediction", "ideal", "model_ideal")
    return replace(curve, **{name: getattr(curve, name)[::2] for name in lines})


def _components(curve: MixingCurve) -> tuple[str, str]:
    return shortened(curve.first, LONGEST_COMPONENT), shortened(curve.second, LONGEST_COMPONENT)


def _words(each: FoldCurve, folds: str) -> tuple[str, str]:
    """Place among the folds, and the error."""
    error = "excess error" if each.has_excess else "error"
    unit = shortened(each.curve.unit, LONGEST_UNIT)
    return f"{WORDS[each.place]} {error} of {folds} (fold {each.fold}):", f"RMSE {significant(each.error)} {unit}"


def _finish(axes: Axes, curve: MixingCurve) -> None:
    axes.set_xlabel(f"mole fraction of {_components(curve)[0]}{_context(curve)}")
    axes.xaxis.set_major_locator(round_ticks())
    axes.yaxis.set_major_locator(round_ticks())


def _context(curve: MixingCurve) -> str:
    """Temperature and solute, as far as the curve has them."""
    temperature = "" if curve.temperature_k is None else f", {curve.temperature_k:.2f} K"
    return temperature + ("" if curve.solute is None else f", solute {shortened(curve.solute, LONGEST_COMPONENT)}")
