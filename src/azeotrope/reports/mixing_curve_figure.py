"""The picture of a mixing curve, as a PNG that is equal whenever the curve is."""

import io
from typing import Any

import numpy as np
from matplotlib import style
from matplotlib.axes import Axes
from matplotlib.backends.backend_agg import FigureCanvasAgg
from matplotlib.figure import Figure
from matplotlib.layout_engine import ConstrainedLayoutEngine

from azeotrope.reports.mixing_curve import MixingCurve

# Blue of Okabe and Ito's palette for the model, black and grey for the data: distinct in every colour vision and print.
MODEL, DATA, IDEAL, SUBTITLE = "#0072B2", "#111111", "#7A7A7A", "#444444"
LONGEST_NAME = 20
STYLE: dict[Any, Any] = {
    "font.family": "sans-serif",
    "font.sans-serif": ["DejaVu Sans"],
    "font.size": 11,
    "axes.linewidth": 0.7,
    "axes.spines.top": False,
    "axes.spines.right": False,
    "xtick.major.width": 0.7,
    "ytick.major.width": 0.7,
    "legend.frameon": False,
    "legend.fontsize": 9.5,
    "text.parse_math": False,
}


def mixing_curve_png(curve: MixingCurve, width_inches: float = 7.2, dots_per_inch: int = 150) -> bytes:
    """Return the curve as PNG bytes without dates or versions, so that two calls give equal bytes.

    The shaded band is the predicted excess, between the prediction and the model's own ideal line; the thin stems are
    the measured excess, between the measured points and the ideal line of the measured pure values.
    """
    with style.context(["default", STYLE]):
        figure = Figure(
            figsize=(width_inches, 0.72 * width_inches), layout=ConstrainedLayoutEngine(h_pad=0.1, w_pad=0.1)
        )
        FigureCanvasAgg(figure)
        axes = figure.add_subplot()
        _draw_lines(axes, curve)
        _draw_points(axes, curve)
        _label(axes, curve)
        figure.legend(loc="outside lower center", ncols=3, columnspacing=1.8, handlelength=1.8)
        buffer = io.BytesIO()
        figure.savefig(buffer, format="png", dpi=dots_per_inch, metadata={"Software": None})
    return buffer.getvalue()


def shortened(name: str, longest: int = LONGEST_NAME) -> str:
    """Return the name cut to `longest` signs, the last an ellipsis where something was cut."""
    return name if len(name) <= longest else f"{name[: longest - 1]}…"


def _draw_lines(axes: Axes, curve: MixingCurve) -> None:
    grid = curve.grid
    axes.plot(grid, curve.prediction, color=MODEL, lw=2.4, label="prediction")
    axes.plot(grid, curve.model_ideal, color=MODEL, lw=0.9, ls=(0, (5, 3)), label="ideal, predicted pure values")
    axes.fill_between(
        grid, curve.model_ideal, curve.prediction, color=MODEL, alpha=0.13, lw=0, label="predicted excess"
    )
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
            label=f"{curve.origin}, other rows",
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
    axes.set_xlim(0.0, 1.0)
    axes.margins(y=0.08)


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
