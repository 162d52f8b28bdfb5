"""The parts that every picture of an audit has: a header, titles of panels, and words where a number is undefined."""

from textwrap import fill

from matplotlib.axes import Axes
from matplotlib.figure import Figure

from azeotrope.reports.audit_view import AuditView
from azeotrope.reports.figure_style import GREY, SUBTITLE, shortened

HEADER_INCHES = 0.62
LONGEST_TITLE = 74
POINTS_PER_INCH = 72.0
# Mean width of a letter relative to its size, wide enough for lines of digits and capitals.
LETTER_WIDTH = 0.6


def draw_header(figure: Figure, view: AuditView) -> None:
    """Write claim, what is audited and the data above all panels, and below them what the numbers come from."""
    claim, data = view.summary.subject
    parts = [claim, *([] if view.summary.audited == "-" else [view.summary.audited]), data]
    height = figure.get_figheight()
    left = 0.1 / figure.get_figwidth()
    title = shortened(" · ".join(parts), LONGEST_TITLE)
    figure.text(left, 1.0 - 0.1 / height, title, va="top", fontsize=12, fontweight="bold")
    figure.text(left, 1.0 - 0.36 / height, shortened(view.facts, 100), va="top", fontsize=9, color=SUBTITLE)


def set_panel_title(axes: Axes, title: str, words: str = "", *, width_inches: float) -> None:
    """Write the title of a panel and, below it, words in plain letters; both wrap to the width."""
    size = 8.5
    text = fill(words, round(width_inches * POINTS_PER_INCH / (size * LETTER_WIDTH)))
    lines = text.count("\n") + 1 if text else 0
    axes.set_title(fill(title, round(width_inches * POINTS_PER_INCH / (10 * 0.66))), pad=6 + 11.5 * lines)
    if text:
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
