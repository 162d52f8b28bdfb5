"""Panels at fixed places beside each other, whose rows are named once, at the left."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any

from matplotlib.artist import Artist
from matplotlib.axes import Axes
from matplotlib.figure import Figure

from azeotrope.reports.figure_style import SUBTITLE, shortened

# Room in inches: a letter of a row's name, panels and between them; title and axis of a panel, a line of the legend.
LETTER_INCHES, PANEL_INCHES, ONLY_PANEL_INCHES, GAP_INCHES, RIGHT_INCHES = 0.07, 2.45, 4.2, 0.3, 0.2
TITLE_INCHES, AXIS_INCHES, LEGEND_INCHES, MARGIN_INCHES = 0.42, 0.48, 0.2, 0.15
LOWEST_INCHES = 0.7
MOST_COLUMNS = 3
LEGEND_COLUMN_INCHES = 1.6
LONGEST_TITLE, LONGEST_OPTIONS, LONGEST_ROW = 26, 38, 34


@dataclass(frozen=True)
class PanelGrid:
    """Panels in lines; a layout that is known beforehand draws several times faster than one that is searched for.

    Attributes
    ----------
    n_panels
        Number of panels.
    heights
        Height of the panels of each line in inches; lines without one are as high as the last.
    n_handles
        Number of entries of the legend.
    left_inches
        Room at the left of the first panel of a line, for the names of its rows.
    columns
        Most panels in a line.
    gap_inches
        Room between two panels.
    """

    n_panels: int
    heights: tuple[float, ...]
    n_handles: int
    left_inches: float
    columns: int = MOST_COLUMNS
    gap_inches: float = GAP_INCHES

    @property
    def n_columns(self) -> int:
        """Panels in a line."""
        return min(self.n_panels, self.columns)

    @property
    def lines(self) -> list[float]:
        """Height of the panels of each line in inches."""
        count = -(-self.n_panels // self.n_columns)
        heights = [max(height, LOWEST_INCHES) for height in self.heights[:count]]
        return heights + heights[-1:] * (count - len(heights))

    @property
    def panel_width(self) -> float:
        """Width of a panel in inches."""
        return ONLY_PANEL_INCHES if self.n_columns == 1 else PANEL_INCHES

    @property
    def legend_columns(self) -> int:
        """Entries in a line of the legend."""
        return max(1, min(self.n_handles, int(self._width / LEGEND_COLUMN_INCHES)))

    @property
    def size(self) -> tuple[float, float]:
        """Width and height of the figure in inches."""
        legend = MARGIN_INCHES + LEGEND_INCHES * -(-self.n_handles // self.legend_columns)
        return self._width, sum(self.lines) + len(self.lines) * (TITLE_INCHES + AXIS_INCHES) + legend

    @property
    def _width(self) -> float:
        panels = self.n_columns * self.panel_width + (self.n_columns - 1) * self.gap_inches
        return self.left_inches + panels + RIGHT_INCHES

    def panels(self, figure: Figure) -> list[Axes]:
        """Return the panels, line by line."""
        figure.set_layout_engine(None)
        whole_width, top = self.size
        whole_height, panels = top, []
        for line, height in enumerate(self.lines):
            top -= TITLE_INCHES + height
            for column in range(min(self.n_columns, self.n_panels - line * self.n_columns)):
                left = self.left_inches + column * (self.panel_width + self.gap_inches)
                sides = (left / whole_width, top / whole_height, self.panel_width / whole_width, height / whole_height)
                panels.append(figure.add_axes(sides))
            top -= AXIS_INCHES
        return panels

    def is_left(self, place: int) -> bool:
        """Whether a panel is the first of its line."""
        return place % self.n_columns == 0

    def add_legend(self, figure: Figure, handles: Sequence[Artist]) -> None:
        """Draw one legend below all panels."""
        foot = (0.5, 0.05 / self.size[1])
        figure.legend(handles=list(handles), ncols=self.legend_columns, loc="lower center", bbox_to_anchor=foot)


def room_for(names: Iterable[str]) -> float:
    """Return how many inches the names of rows need, each shortened to `LONGEST_ROW` signs."""
    return 0.15 + LETTER_INCHES * max(8, *(min(len(name), LONGEST_ROW) for name in names), 0)


def set_split_title(axes: Axes, split: str) -> None:
    """Write the name of a split as the title of a panel, and its options below it in small letters."""
    name, _, options = split.partition(" (")
    set_title(axes, shortened(name, LONGEST_TITLE), shortened(options.removesuffix(")"), LONGEST_OPTIONS))


def set_title(axes: Axes, title: str, words: str = "") -> None:
    """Write the title of a panel and, below it, words in small letters."""
    axes.set_title(title, pad=15 if words else 6, y=1.0)  # a fixed height saves measuring all ticks
    if words:
        place: dict[str, Any] = {
            "xy": (0, 1),
            "xycoords": "axes fraction",
            "xytext": (0, 4.5),
            "textcoords": "offset points",
        }
        axes.annotate(words, **place, fontsize=8, color=SUBTITLE)
