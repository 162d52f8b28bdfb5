"""Panels of an RSA: its null distribution, and the distances that it correlates."""

import numpy as np
from matplotlib.axes import Axes
from matplotlib.figure import SubFigure
from matplotlib.ticker import FuncFormatter

from azeotrope.audits.finding import Finding
from azeotrope.reports.audit_view import AuditView
from azeotrope.reports.figure_panels import say_undefined, set_panel_title
from azeotrope.reports.figure_style import BLUE, GREY, PALE, VERMILION, round_ticks
from azeotrope.reports.significant import significant
from azeotrope.typing import FloatArray

# Up to so many pairs each is a point, beyond it their density is drawn; fewer still are larger points.
FEW_PAIRS, VERY_FEW_PAIRS = 2000, 100


def draw_null(axes: Axes, view: AuditView, letter: str, *, width_inches: float, n_lines: int) -> None:
    """Draw the RSA under permuted labels as a histogram, the observed one as a line, and the p-value in words."""
    observed, p_value, null = view.find("rsa"), view.find("rsa_p_one_sided"), view.array("rsa_null")
    title = f"{letter}  Chance: labels permuted"
    if observed.estimate.value is None or not len(null):
        set_panel_title(axes, title, width_inches=width_inches, n_lines=n_lines)
        say_undefined(axes, observed.estimate.reason or "there are no permutations", width_inches=width_inches)
        return
    words = f"observed {significant(observed.estimate.value)} (line): {p_value_in_words(p_value)}"
    set_panel_title(axes, title, words, width_inches=width_inches, n_lines=n_lines)
    axes.hist(null, bins=min(40, 1 + len(null) // 5), color=PALE, edgecolor=GREY, lw=0.4)
    axes.axvline(observed.estimate.value, color=VERMILION, lw=2.0)
    axes.margins(x=0.08)
    axes.xaxis.set_major_locator(round_ticks())
    axes.set_xlabel("RSA (Spearman, no unit)")
    axes.set_ylabel("permutations")


def p_value_in_words(finding: Finding) -> str:
    """Return how many of the permutations reach the observed number, and the one-sided p-value that follows."""
    if finding.estimate.value is None:
        return f"p undefined: {finding.estimate.reason}"
    n_reached = round(finding.estimate.value * (finding.n_resamples + 1)) - 1
    who = "none" if n_reached == 0 else f"{n_reached:,}"
    return f"{who} of {finding.n_resamples:,} permutations reach it, p = {significant(finding.estimate.value)}"


def draw_distances(figure: SubFigure, axes: Axes, sides: tuple[FloatArray, FloatArray], *, width_inches: float) -> None:
    """Draw one side's distances of pairs of molecules against the other's: points, or the density of many."""
    if not len(sides[0]):
        say_undefined(axes, "there are no pairs of molecules", width_inches=width_inches)
        return
    axes.xaxis.set_major_locator(round_ticks())
    if len(sides[0]) <= FEW_PAIRS:
        axes.plot(
            *sides,
            ls="none",
            marker="o",
            ms=5.0 if len(sides[0]) < VERY_FEW_PAIRS else 3.0,
            mfc=BLUE,
            mec="none",
            alpha=0.5,
        )
        return
    mesh = axes.hexbin(*sides, gridsize=42, bins="log", mincnt=1, cmap="cividis_r", lw=0.1)
    bar = figure.colorbar(mesh, ax=axes, pad=0.02, aspect=25, format=FuncFormatter(lambda count, _: f"{count:,.0f}"))
    bar.ax.minorticks_off()
    bar.set_label("pairs of molecules (log scale)")
    bar.outline.set_linewidth(0.5)


def interval_in_words(finding: Finding) -> str:
    """Return a number with its limits, as far as they are defined."""
    value, low, high = (each.value for each in (finding.estimate, finding.low, finding.high))
    if value is None:
        return f"undefined: {finding.estimate.reason}"
    return significant(value) + ("" if low is None or high is None else f" [{significant(low)}, {significant(high)}]")


def count_of_pairs(sides: tuple[FloatArray, FloatArray]) -> str:
    """Return how many pairs there are, in words."""
    return f"{len(np.asarray(sides[0])):,} pairs of molecules"
