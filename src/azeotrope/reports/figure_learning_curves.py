"""The figure that shows how errors fall with the number of training mixtures."""

from collections.abc import Mapping, Sequence
from functools import partial
from typing import Any

import numpy as np
from matplotlib.axes import Axes
from matplotlib.figure import Figure
from matplotlib.lines import Line2D
from matplotlib.ticker import FixedLocator, FuncFormatter, NullLocator

from azeotrope.reports.distinct_names import distinct_names
from azeotrope.reports.figure_groups import figure_name, grouped, without_limit
from azeotrope.reports.figure_points import PAPER_ROWS, RMSES
from azeotrope.reports.figure_rows import (
    COLOURS,
    DASHES,
    REFERENCES,
    References,
    draw_references,
    handles_of_references,
    look_of,
)
from azeotrope.reports.figure_style import BLACK, FAINT, round_ticks
from azeotrope.reports.fold_values import FoldValues, baseline_error, noise_floor, spread_in_words
from azeotrope.reports.learning_curves import LearningCurve, learning_curves
from azeotrope.reports.panel_grid import LONGEST_ROW, PanelGrid, most_words
from azeotrope.reports.report_figure import ReportFigure
from azeotrope.reports.report_runs import ReportExperiment

MOST_TICKS = 6
PANEL_INCHES, LEFT_INCHES = 2.4, 0.75
STEP = 1.03  # between the models at one number of mixtures


def learning_curves_figure(experiments: Sequence[ReportExperiment]) -> ReportFigure | None:
    """Return excess RMSE and RMSE against the number of training mixtures, one line a model, two panels a split.

    Parameters
    ----------
    experiments
        Of one data set; those that train on all mixtures are the last point of the line of their model.

    Returns
    -------
    None where no model was trained on two numbers of mixtures.
    """
    groups = grouped(experiments, lambda each: without_limit(each.split))
    curves = {split: found for split, members in groups.items() if (found := learning_curves(members))}
    if not curves:
        return None
    shown = [each for found in curves.values() for curve in found for _, each in curve.points]
    first = shown[0]
    caption = (
        f"{first.dataset}: excess RMSE and RMSE [{first.unit}] against the number of mixtures (component sets) in "
        f"training, on one and the same covered test rows, those with known pure values; {spread_in_words(shown)}. "
        f"Points of several models lie a little beside their number, so that error bars are seen apart. "
        f"{PAPER_ROWS.format(5)}"
    )
    titles = list(dict.fromkeys(curve.title for found in curves.values() for curve in found))
    lines = {split: (baseline_error(groups[split]), noise_floor(groups[split])) for split in curves}
    grid = PanelGrid(
        len(RMSES) * len(curves),
        (PANEL_INCHES,),
        len(titles) + len(REFERENCES),
        LEFT_INCHES,
        columns=len(RMSES),
        gap_inches=LEFT_INCHES,
        n_words=most_words(curves),
    )
    draw = partial(_draw, grid=grid, curves=curves, lines=lines, titles=titles, unit=first.unit)
    name = figure_name("learning_curves", first.dataset)
    return ReportFigure(name, caption, draw, *grid.size, dense=True, dataset=first.dataset)


def _draw(
    figure: Figure,
    grid: PanelGrid,
    curves: Mapping[str, Sequence[LearningCurve]],
    lines: Mapping[str, References],
    titles: Sequence[str],
    unit: str,
) -> None:
    panels = iter(grid.panels(figure))
    for split, found in curves.items():
        for metric, title in RMSES.items():
            axes = next(panels)
            for place, curve in enumerate(found):
                _draw_curve(
                    axes, curve, metric, look(titles.index(curve.title)), STEP ** (place - (len(found) - 1) / 2)
                )
            draw_references(axes, lines[split], horizontal=True)
            _finish(axes, found)
            axes.set_ylabel(f"{title} [{unit}]")
            grid.set_split_title(axes, split)
    names = distinct_names(titles, LONGEST_ROW)
    marks = [Line2D([], [], label=each, **look(place)) for place, each in enumerate(names)]
    grid.add_legend(figure, [*marks, *handles_of_references(list(lines.values()))])


def look(place: int) -> dict[str, Any]:
    """Return colour, shape and dashes of a line; all three tell it apart."""
    dashes = DASHES[place // len(COLOURS) % len(DASHES)]
    return {**look_of(place), "ls": dashes, "lw": 1.4, "ms": 5.5, "mec": BLACK, "mew": 0.5}


def _draw_curve(axes: Axes, curve: LearningCurve, metric: str, style: dict[str, Any], beside: float) -> None:
    """Draw a line at `beside` times its numbers of mixtures; where the sd is unknown there is no error bar."""
    values = [(count, FoldValues.of(each, metric)) for count, each in curve.points]
    known = [(count, value.mean, value.sd) for count, value in values if value.mean is not None]
    if known:
        count, mean, sd = np.array(known, np.float64).T
        axes.errorbar(beside * count, mean, yerr=sd, ecolor=style["color"], elinewidth=1.0, capsize=2.0, **style)


def _finish(axes: Axes, curves: Sequence[LearningCurve]) -> None:
    """Scale the axes; the ticks are numbers of mixtures that occur."""
    axes.set_xscale("log")
    counts = sorted({round(count) for curve in curves for count, _ in curve.points})
    apart = counts[:1]
    for count in counts[1:]:
        if count / apart[-1] > 1.0 + 2.0 / MOST_TICKS:
            apart.append(count)
    axes.xaxis.set_major_locator(FixedLocator(apart[:: -(-len(apart) // MOST_TICKS)]))
    axes.xaxis.set_minor_locator(NullLocator())
    axes.xaxis.set_major_formatter(FuncFormatter(lambda count, _: f"{count:,.0f}"))
    axes.yaxis.set_major_locator(round_ticks())
    axes.set_ylim(0.0, 1.05 * axes.get_ylim()[1])
    axes.grid(axis="y", color=FAINT, lw=0.6)
    axes.set_axisbelow(True)
    axes.set_xlabel("training mixtures, log scale")
