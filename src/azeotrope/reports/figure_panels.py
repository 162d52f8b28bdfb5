"""The parts that every picture of an audit has: a header, titles of panels, and words where a number is undefined."""

from collections.abc import Callable, Sequence
from textwrap import fill

import numpy as np
from matplotlib.axes import Axes
from matplotlib.figure import Figure, SubFigure

from azeotrope.reports.audit_view import AuditView
from azeotrope.reports.figure_style import GREY, SUBTITLE, WIDTH_INCHES, png_of, shortened

HEADER_INCHES = 0.62
LONGEST_PARTS, LONGEST_FACTS = 50, 100
POINTS_PER_INCH = 72.0
# Mean width of a letter relative to its size.
LETTER_WIDTH, BOLD_LETTER_WIDTH = 0.54, 0.66


def audit_png(view: AuditView, heights: Sequence[float], draw: Callable[[list[SubFigure]], None]) -> bytes:
    """Return a picture of bands below a header as PNG bytes.

    Parameters
    ----------
    view
        The audit, which the header names.
    heights
        Height of each band in inches.
    draw
        Draws into the bands.
    """

    def draw_all(figure: Figure) -> None:
        grid = figure.subfigures(1 + len(heights), 1, height_ratios=[HEADER_INCHES, *heights])
        header, *bands = np.asarray(grid).ravel()
        draw_header(header, view)
        draw(bands)

    return png_of(draw_all, width_inches=WIDTH_INCHES, height_inches=HEADER_INCHES + sum(heights), dense=True)


def draw_header(band: SubFigure, view: AuditView) -> None:
    """Write claim, what is audited and the data, and below them what the numbers come from."""
    parts = [part for part in (view.summary.audited, view.summary.subject[1]) if part]
    shown = (shortened(part, LONGEST_PARTS // max(1, len(parts))) for part in parts)
    title = " · ".join([shortened(view.claim), *shown])
    facts = " · ".join(part for part in (view.facts, view.options) if part)
    band.text(0.012, 0.88, title, va="top", fontsize=12, fontweight="bold")
    band.text(0.012, 0.40, shortened(facts, LONGEST_FACTS), va="top", fontsize=9, color=SUBTITLE)


def set_panel_title(axes: Axes, title: str, words: str = "", *, width_inches: float, n_lines: int = 0) -> None:
    """Write the title of a panel and, below it, words in plain letters; both wrap to the width.

    Neighbours stand at one height when both have room for the same number of lines of words.
    """
    size = 8.5
    text = fill(words, round(width_inches * POINTS_PER_INCH / (size * LETTER_WIDTH)))
    lines = max(n_lines, text.count("\n") + 1 if text else 0)
    text += "\n" * (lines - 1 - text.count("\n"))
    axes.set_title(
        fill(title, round(width_inches * POINTS_PER_INCH / (10 * BOLD_LETTER_WIDTH))), pad=6 + 11.5 * lines, va="bottom"
    )
    if text.strip():
        axes.annotate(
            text,
            xy=(0, 1),
            xycoords="axes fraction",
            xytext=(0, 5),
            textcoords="offset points",
            va="bottom",
            fontsize=size,
            color=SUBTITLE,
            linespacing=1.15,
        )


def say_undefined(axes: Axes, reason: str, *, width_inches: float) -> None:
    """Write into an empty panel why it is empty."""
    axes.set_xticks([])
    axes.set_yticks([])
    text = fill(f"undefined: {reason}", round(width_inches * POINTS_PER_INCH / (9 * LETTER_WIDTH)))
    axes.text(0.5, 0.5, text, ha="center", va="center", transform=axes.transAxes, color=GREY, style="italic")
