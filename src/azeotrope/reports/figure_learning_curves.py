"""The figure that shows how errors fall with the number of training mixtures."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from statistics import fmean
from typing import Any

import numpy as np
from matplotlib.axes import Axes
from matplotlib.figure import Figure
from matplotlib.lines import Line2D
from matplotlib.ticker import FixedLocator, FuncFormatter, MaxNLocator, NullLocator

from azeotrope.reports.distinct_names import distinct_names
from azeotrope.reports.figure_groups import figure_name, grouped, is_ideal, limit_of, same_but, without_limit
from azeotrope.reports.figure_points import METRICS
from azeotrope.reports.figure_rows import (
    COLOURS,
    DASHES,
    REFERENCES,
    References,
    draw_references,
    handles_of_references,
    look_of,
)
from azeotrope.reports.figure_style import BLACK, FAINT
from azeotrope.reports.fold_values import FoldValues, baseline_error, noise_floor, spread_in_words
from azeotrope.reports.panel_grid import LONGEST_ROW, PanelGrid, set_split_title
from azeotrope.reports.report_figure import ReportFigure
from azeotrope.reports.report_runs import ReportExperiment

MOST_LINES, MOST_TICKS = 12, 6
PANEL_INCHES, LEFT_INCHES = 2.4, 0.75


@dataclass(frozen=True, eq=False)
class LearningCurve:
    """Experiments that differ in nothing but the number of training mixtures, from few to many."""

    title: str
    points: tuple[tuple[float, ReportExperiment], ...]


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
    curves = {split: found for split, members in groups.items() if (found := _curves(members))}
    if not curves:
        return None
    shown = [each for found in curves.values() for curve in found for _, each in curve.points]
    first = shown[0]
    caption = (
        f"{first.dataset}: excess RMSE and RMSE [{first.unit}] against the number of mixtures (component sets) in "
        f"training, on one and the same test rows with measured pure values; {spread_in_words(shown)}."
    )
    titles = list(dict.fromkeys(curve.title for found in curves.values() for curve in found))
    lines = {split: (baseline_error(groups[split]), noise_floor(groups[split])) for split in curves}
    grid = PanelGrid(
        len(METRICS) * len(curves),
        (PANEL_INCHES,),
        len(titles) + len(REFERENCES),
        LEFT_INCHES,
        columns=len(METRICS),
        gap_inches=LEFT_INCHES,
    )
    draw = partial(_draw, grid=grid, curves=curves, lines=lines, titles=titles, unit=first.unit)
    return ReportFigure(figure_name("learning_curves", first.dataset), caption, draw, *grid.size, dense=True)


def _curves(experiments: Sequence[ReportExperiment]) -> list[LearningCurve]:
    """Lines of one split, those of the most points first."""
    found = []
    for members in grouped([e for e in experiments if not is_ideal(e)], lambda each: same_but(each, "split")).values():
        points = sorted(((n, each) for each in members if (n := _training_mixtures(each))), key=lambda point: point[0])
        if len({n for n, _ in points}) > 1 and any(limit_of(each.split) for each in members):
            found.append(LearningCurve(min((each.title for each in members), key=len), tuple(points)))
    return sorted(found, key=lambda curve: -len(curve.points))[:MOST_LINES]


def _training_mixtures(experiment: ReportExperiment) -> float | None:
    """Mean number of training mixtures over the folds, else the limit; None where neither is known."""
    counts = [run.leakage.get("parts", {}).get("train", {}).get("component_sets") for run in experiment.runs]
    known = [count for count in counts if count]
    return fmean(known) if known else limit_of(experiment.split)


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
        for metric, title in METRICS.items():
            axes = next(panels)
            for curve in found:
                _draw_curve(axes, curve, metric, look(titles.index(curve.title)))
            draw_references(axes, lines[split], horizontal=True)
            _finish(axes, found)
            axes.set_ylabel(f"{title} [{unit}]")
            set_split_title(axes, split)
    names = distinct_names(titles, LONGEST_ROW)
    marks = [Line2D([], [], label=each, **look(place)) for place, each in enumerate(names)]
    grid.add_legend(figure, [*marks, *handles_of_references(list(lines.values()))])


def look(place: int) -> dict[str, Any]:
    """Return colour, shape and dashes of a line; all three tell it apart."""
    dashes = DASHES[place // len(COLOURS) % len(DASHES)]
    return {**look_of(place), "ls": dashes, "lw": 1.4, "ms": 5.5, "mec": BLACK, "mew": 0.5}


def _draw_curve(axes: Axes, curve: LearningCurve, metric: str, style: dict[str, Any]) -> None:
    values = [(count, FoldValues.of(each, metric)) for count, each in curve.points]
    known = [(count, value.mean, value.sd or 0.0) for count, value in values if value.mean is not None]
    if known:
        count, mean, sd = np.array(known).T
        axes.errorbar(count, mean, yerr=sd, ecolor=BLACK, elinewidth=0.8, capsize=2.0, **style)


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
    axes.yaxis.set_major_locator(MaxNLocator(5))
    axes.set_ylim(0.0, 1.05 * axes.get_ylim()[1])
    axes.grid(axis="y", color=FAINT, lw=0.6)
    axes.set_axisbelow(True)
    axes.set_xlabel("training mixtures, log scale")
