"""Panels at fixed places beside each other, whose rows are named once, at the left."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any

from matplotlib.artist import Artist
from matplotlib.axes import Axes
from matplotlib.figure import Figure

from azeotrope.reports.figure_style import SUBTITLE, by_line, shortened
from azeotrope.reports.figure_whiskers import wrapped
from azeotrope.reports.label_parts import changed_options, name_of

# Room in inches: a letter of a row's name, panels and between them; title and axis of a panel, a line of the legend.
LETTER_INCHES, PANEL_INCHES, ONLY_PANEL_INCHES, GAP_INCHES, RIGHT_INCHES = 0.07, 2.45, 4.2, 0.3, 0.2
TITLE_INCHES, WORDS_INCHES, AXIS_INCHES, LEGEND_INCHES, MARGIN_INCHES = 0.28, 0.14, 0.48, 0.2, 0.15
LOWEST_INCHES = 0.7
MOST_COLUMNS = 3
LEGEND_COLUMN_INCHES = 1.6
LONGEST_TITLE, LONGEST_WORDS, LONGEST_ROW = 26, 38, 34
WORDS_POINTS = 10.0


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
    n_words
        Lines of small letters below the title of a panel.
    """

    n_panels: int
    heights: tuple[float, ...]
    n_handles: int
    left_inches: float
    columns: int = MOST_COLUMNS
    gap_inches: float = GAP_INCHES
    n_words: int = 1

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
        return self._width, sum(self.lines) + len(self.lines) * (self._title_inches + AXIS_INCHES) + legend

    @property
    def _title_inches(self) -> float:
        return TITLE_INCHES + WORDS_INCHES * self.n_words

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
            top -= self._title_inches + height
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
        ordered = by_line(handles, self.legend_columns)
        figure.legend(handles=ordered, ncols=self.legend_columns, loc="lower center", bbox_to_anchor=foot)

    def set_title(self, axes: Axes, title: str, words: Sequence[str] = ()) -> None:
        """Write the title of a panel and, below it, lines of small letters, at the same height in all panels."""
        axes.set_title(title, pad=6 + WORDS_POINTS * self.n_words, y=1.0)  # a fixed height saves measuring all ticks
        for line, text in enumerate(words):
            place: dict[str, Any] = {
                "xy": (0, 1),
                "xycoords": "axes fraction",
                "xytext": (0, 4.5 + WORDS_POINTS * (self.n_words - 1 - line)),
                "textcoords": "offset points",
            }
            axes.annotate(text, **place, fontsize=8, color=SUBTITLE)

    def set_split_title(self, axes: Axes, split: str) -> None:
        """Write the name of a split as the title of a panel, and its options below it in small letters."""
        self.set_title(axes, shortened(name_of(split), LONGEST_TITLE), options_of(split))


def room_for(names: Iterable[str]) -> float:
    """Return how many inches the names of rows need, each shortened to `LONGEST_ROW` signs."""
    return 0.15 + LETTER_INCHES * max(8, *(min(len(name), LONGEST_ROW) for name in names), 0)


def options_of(split: str) -> list[str]:
    """Return the options of a split on at most two lines; none where it has none."""
    options = changed_options(split)
    return wrapped(options, LONGEST_WORDS).split("\n") if options else []


def most_words(splits: Iterable[str]) -> int:
    """Return how many lines the options of splits need."""
    return max((len(options_of(split)) for split in splits), default=0)
