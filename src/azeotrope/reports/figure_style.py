"""The look that all pictures share, and pictures as PNG that are equal whenever what they show is."""

import io
import warnings
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from typing import Any, TypeVar

from matplotlib import style
from matplotlib.backends.backend_agg import FigureCanvasAgg
from matplotlib.figure import Figure
from matplotlib.layout_engine import ConstrainedLayoutEngine
from matplotlib.ticker import MaxNLocator

# The palette of Okabe and Ito, distinct in every colour vision and in print; shapes tell the same as colours.
BLUE, SKY, VERMILION, ORANGE, GREEN = "#0072B2", "#56B4E9", "#D55E00", "#E69F00", "#009E73"
PURPLE = "#CC79A7"
BLACK, GREY, PALE, SUBTITLE = "#111111", "#7A7A7A", "#C8C8C8", "#444444"
WHITE, FAINT = "#FFFFFF", "#E6E6E6"
WIDTH_INCHES, DOTS_PER_INCH = 7.2, 150
LONGEST_NAME = 20
Item = TypeVar("Item")
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
# Several panels beside each other.
DENSE: dict[Any, Any] = {
    "font.size": 9,
    "axes.titlesize": 10,
    "axes.titleweight": "bold",
    "axes.titlelocation": "left",
    "axes.labelsize": 9,
    "xtick.labelsize": 8.5,
    "ytick.labelsize": 8.5,
    "legend.fontsize": 8.5,
    "legend.handletextpad": 0.3,
    "legend.columnspacing": 1.2,
    "legend.borderaxespad": 0.2,
    "legend.borderpad": 0.0,
}


def png_of(
    draw: Callable[[Figure], None],
    *,
    width_inches: float,
    height_inches: float,
    dots_per_inch: int = DOTS_PER_INCH,
    dense: bool = False,
) -> bytes:
    """Return a picture as PNG bytes without dates or versions, so that two calls give equal bytes.

    Parameters
    ----------
    draw
        Draws into an empty figure; nothing of the caller's matplotlib settings matters to it.
    width_inches, height_inches, dots_per_inch
        Size of the picture.
    dense
        Whether several panels share the picture, so that letters are small.
    """
    with drawing(draw, width_inches=width_inches, height_inches=height_inches, dense=dense) as figure:
        return png_file(figure, dots_per_inch)


@contextmanager
def drawing(
    draw: Callable[[Figure], None],
    *,
    width_inches: float,
    height_inches: float,
    dense: bool = False,
    settings: Mapping[str, Any] | None = None,
) -> Iterator[Figure]:
    """Give a drawn figure, to be written while its look, and further settings of matplotlib, hold."""
    looks: list[dict[Any, Any]] = [STYLE, DENSE if dense else {}, dict(settings or {})]
    with style.context(["default", *looks]), warnings.catch_warnings():
        warnings.filterwarnings("ignore", "Glyph .* missing from font")  # a name in signs that the font lacks
        layout = ConstrainedLayoutEngine(h_pad=0.1, w_pad=0.1)
        figure = Figure(figsize=(width_inches, height_inches), layout=layout)
        FigureCanvasAgg(figure)
        draw(figure)
        yield figure


def png_file(figure: Figure, dots_per_inch: int = DOTS_PER_INCH) -> bytes:
    """Return a figure as PNG bytes without dates or versions."""
    buffer = io.BytesIO()
    figure.savefig(buffer, format="png", dpi=dots_per_inch, metadata={"Software": None})
    return buffer.getvalue()


def shortened(name: str, longest: int = LONGEST_NAME) -> str:
    """Return the name cut to `longest` signs, the last an ellipsis where something was cut."""
    return name if len(name) <= longest else f"{name[: longest - 1]}…"


def round_ticks(most: int = 5, *, symmetric: bool = False) -> MaxNLocator:
    """Return ticks at steps of 1, 2 or 5 times a power of ten, at most `most` steps."""
    return MaxNLocator(most, steps=[1, 2, 5, 10], symmetric=symmetric)


def by_line(items: Sequence[Item], columns: int) -> list[Item]:
    """Return the items so that a legend, which fills its columns first, shows them line by line.

    Examples
    --------
    >>> by_line("abcde", 2)
    ['a', 'c', 'e', 'b', 'd']
    """
    return [item for column in range(columns) for item in items[column::columns]]
