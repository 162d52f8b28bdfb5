"""Means over folds with error bars, one row for each model, and the lines that a reader compares them with."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from matplotlib.artist import Artist
from matplotlib.axes import Axes
from matplotlib.lines import Line2D
from matplotlib.patches import Patch

from azeotrope.reports.distinct_names import distinct_names
from azeotrope.reports.figure_style import BLACK, BLUE, GREEN, GREY, PURPLE, VERMILION, WHITE, round_ticks
from azeotrope.reports.figure_whiskers import name_rows
from azeotrope.reports.fold_values import FoldValues
from azeotrope.reports.panel_grid import LONGEST_ROW
from azeotrope.typing import FloatArray

ERROR_BAR: dict[str, Any] = {"fmt": "none", "ecolor": BLACK, "elinewidth": 0.9, "capsize": 2.0, "zorder": 4}
COLOURS = (BLUE, VERMILION, GREEN, PURPLE)
MARKERS = ("o", "s", "^", "D", "v", "P", "X", "<")
DASHES = ("-", (0, (5, 2)), (0, (1.5, 1.5)), (0, (5, 1.5, 1, 1.5)))
# RMSE of the ideal baseline and noise floor, in the unit of the property, None where unknown; their names and dashes.
References = tuple[float | None, float | None]
REFERENCES = ("ideal baseline", "noise floor (sd of replicates)")
REFERENCE_DASHES = ((0, (6, 2)), (0, (1.2, 1.6)))


@dataclass(frozen=True)
class BarLook:
    """A quantity drawn as bars: its name, colour and hatch, which tell it apart with and without colours."""

    name: str
    colour: str
    hatch: str


def draw_bars(axes: Axes, looks: Sequence[BarLook], values: Sequence[Sequence[FoldValues | None]]) -> None:
    """Draw horizontal bars, in each row one below the other.

    Parameters
    ----------
    axes
        Where to draw.
    looks
        One for each quantity.
    values
        For each quantity the values of each row; None, and values that are undefined, leave a gap.
    """
    height = 0.8 / len(looks)
    for place, (look, series) in enumerate(zip(looks, values, strict=True)):
        rows = np.arange(len(series), dtype=np.float64) + (place - (len(looks) - 1) / 2) * height
        mean, sd = _arrays(series)
        known = np.isfinite(mean)
        style: dict[str, Any] = {
            "color": look.colour,
            "edgecolor": BLACK,
            "hatch": look.hatch,
            "linewidth": 0.6,
            "zorder": 2,
        }
        axes.barh(rows[known], mean[known], height=height, **style)
        _draw_errors(axes, rows, mean, sd)


def handles_of_bars(looks: Sequence[BarLook]) -> list[Artist]:
    """Return what a legend shows for bars."""
    return [
        Patch(facecolor=look.colour, edgecolor=BLACK, hatch=look.hatch, linewidth=0.6, label=look.name)
        for look in looks
    ]


def draw_points(axes: Axes, values: Sequence[FoldValues | None], kinds: Sequence[int]) -> None:
    """Draw a point with an error bar in each row; rows of one kind share colour and shape."""
    mean, sd = _arrays(values)
    rows = np.arange(len(values), dtype=np.float64)
    _draw_errors(axes, rows, mean, sd)
    for kind in dict.fromkeys(kinds):
        chosen = np.array([each == kind for each in kinds]) & np.isfinite(mean)
        axes.plot(mean[chosen], rows[chosen], ls="none", ms=6.5, mec=BLACK, mew=0.6, zorder=5, **look_of(kind))


def look_of(kind: int) -> dict[str, Any]:
    """Return colour and shape of the marks of a kind."""
    return {"color": COLOURS[kind % len(COLOURS)], "marker": MARKERS[kind % len(MARKERS)]}


def draw_references(axes: Axes, references: References, *, horizontal: bool = False) -> None:
    """Draw the lines that are known: the ideal baseline, dashed, and the noise floor, dotted."""
    draw = axes.axhline if horizontal else axes.axvline
    for value, dashes in zip(references, REFERENCE_DASHES, strict=True):
        if value is not None:
            draw(value, color=BLACK, lw=1.3, ls=dashes, zorder=3)


def handles_of_references(references: Sequence[References], names: Sequence[str] = REFERENCES) -> list[Artist]:
    """Return what a legend shows for the lines that any panel has."""
    return [
        Line2D([], [], color=BLACK, lw=1.3, ls=dashes, label=label)
        for values, dashes, label in zip(zip(*references, strict=True), REFERENCE_DASHES, names, strict=True)
        if any(value is not None for value in values)
    ]


def finish_rows(axes: Axes, titles: Sequence[str], values: Sequence[FoldValues | None], *, is_left: bool) -> None:
    """Name the rows where this panel is at the left, and say where a model has no value."""
    name_rows(axes, distinct_names(titles, LONGEST_ROW) if is_left else [""] * len(titles))
    axes.xaxis.set_major_locator(round_ticks())
    for row, value in enumerate(values):
        if value is None or value.mean is None:
            words = "not run" if value is None else "undefined"
            place: dict[str, Any] = {
                "transform": axes.get_yaxis_transform(),
                "va": "center",
                "fontsize": 8,
                "style": "italic",
            }
            paper = {"facecolor": WHITE, "edgecolor": "none", "pad": 1.0}
            axes.text(0.02, row, words, color=GREY, zorder=5, bbox=paper, **place)


def start_at_zero(axes: Axes) -> None:
    """Let the horizontal axis begin at zero, with room for a mark at its end."""
    axes.set_xlim(0.0, 1.05 * axes.get_xlim()[1])


def _draw_errors(axes: Axes, rows: FloatArray, mean: FloatArray, sd: FloatArray) -> None:
    """Draw the error bars of those means that have one."""
    known = np.isfinite(sd)
    axes.errorbar(mean[known], rows[known], xerr=sd[known], **ERROR_BAR)


def _arrays(values: Sequence[FoldValues | None]) -> tuple[FloatArray, FloatArray]:
    """Means and standard deviations, NaN where undefined."""
    mean = [np.nan if each is None or each.mean is None else each.mean for each in values]
    sd = [np.nan if each is None or each.sd is None else each.sd for each in values]
    return np.array(mean, np.float64), np.array(sd, np.float64)
