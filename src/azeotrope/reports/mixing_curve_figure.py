"""The picture of a mixing curve, as a PNG that is equal whenever the curve is."""

from functools import partial
from typing import Any

import numpy as np
from matplotlib.axes import Axes
from matplotlib.figure import Figure

from azeotrope.reports.figure_style import (
    BLACK,
    BLUE,
    DOTS_PER_INCH,
    GREY,
    SUBTITLE,
    WIDTH_INCHES,
    png_of,
    shortened,
)
from azeotrope.reports.mixing_curve import MixingCurve

MODEL, DATA, IDEAL = BLUE, BLACK, GREY


def mixing_curve_png(
    curve: MixingCurve, width_inches: float = WIDTH_INCHES, dots_per_inch: int = DOTS_PER_INCH
) -> bytes:
    """Return the curve as PNG bytes without dates or versions, so that two calls give equal bytes.

    The shaded band is the predicted excess, between the prediction and the model's own ideal line; the thin stems are
    the measured excess, between the measured points and the ideal line of the measured pure values.
    """
    return png_of(
        partial(_draw, curve=curve),
        width_inches=width_inches,
        height_inches=0.72 * width_inches,
        dots_per_inch=dots_per_inch,
    )


def _draw(figure: Figure, curve: MixingCurve) -> None:
    axes = figure.add_subplot()
    draw_curve(axes, curve)
    _label(axes, curve)
    figure.legend(loc="outside lower center", ncols=3, columnspacing=1.8, handlelength=1.8)


def draw_curve(axes: Axes, curve: MixingCurve) -> None:
    """Draw lines, shaded excess and points of a curve, without titles and a legend."""
    _draw_lines(axes, curve)
    _draw_points(axes, curve)
    axes.set_xlim(0.0, 1.0)
    axes.margins(y=0.08)


def _draw_lines(axes: Axes, curve: MixingCurve) -> None:
    grid = curve.grid
    axes.plot(grid, curve.prediction, color=MODEL, lw=2.4, label="prediction")
    axes.plot(grid, curve.model_ideal, color=MODEL, lw=0.9, ls=(0, (5, 3)), label="ideal, predicted pure values")
    axes.fill_between(grid, curve.model_ideal, curve.prediction, color=MODEL, alpha=0.2, lw=0, label="predicted excess")
    if np.isfinite(curve.ideal).any():
        axes.plot(grid, curve.ideal, color=IDEAL, lw=1.6, label=f"ideal, {curve.origin} pure values")
        foot = np.interp(curve.test_fraction, grid, curve.ideal)
        axes.vlines(curve.test_fraction, foot, curve.test_value, color=IDEAL, lw=0.8, label=f"{curve.origin} excess")


def _draw_points(axes: Axes, curve: MixingCurve) -> None:
    look: dict[str, Any] = {"ls": "none", "marker": "o", "ms": 6, "clip_on": False, "zorder": 4}
    axes.plot(
        curve.test_fraction,
        curve.test_value,
        **look,
        mfc=DATA,
        mec="white",
        mew=0.6,
        label=f"{curve.origin}, test rows",
    )
    if len(curve.other_value):
        axes.plot(
            curve.other_fraction,
            curve.other_value,
            **look,
            mfc="white",
            mec=DATA,
            mew=1.1,
            label="pure, and rows not tested",
        )


def _label(axes: Axes, curve: MixingCurve) -> None:
    axes.set_title(
        f"{shortened(curve.first)} + {shortened(curve.second)}", loc="left", pad=26, fontsize=12.5, fontweight="bold"
    )
    axes.annotate(
        _facts(curve),
        xy=(0, 1),
        xycoords="axes fraction",
        xytext=(0, 10),
        textcoords="offset points",
        fontsize=10,
        color=SUBTITLE,
    )
    axes.set_xlabel(f"mole fraction of {shortened(curve.first)}")
    axes.set_ylabel(f"{curve.quantity} [{curve.unit}]")


def _facts(curve: MixingCurve) -> str:
    """Solute, temperature, number of points, and whether they are computed."""
    points = len(curve.test_value)
    facts = [
        None if curve.solute is None else f"solute {shortened(curve.solute)}",
        None if curve.temperature_k is None else f"{curve.temperature_k:.2f} K",
        f"{points} test point{'' if points == 1 else 's'}",
        "computed, not measured" if curve.origin == "computed" else None,
    ]
    return " · ".join(fact for fact in facts if fact is not None)
