"""A figure of a report: drawn once, written as PNG, as SVG and as SVG inside a page."""

import re
from collections.abc import Callable
from dataclasses import dataclass
from functools import cached_property

from matplotlib.figure import Figure

from azeotrope.reports.figure_style import drawing, png_file
from azeotrope.reports.figure_svg import svg_file, svg_settings
from azeotrope.reports.inline_svg import inlined

PIXELS_PER_INCH = 96
NAME = re.compile(r"[a-z0-9_-]+")


@dataclass(frozen=True, eq=False)
class ReportFigure:
    """A picture and what is said about it.

    Attributes
    ----------
    name
        File stem and anchor, unique in the report, of ``[a-z0-9_-]``.
    caption
        What is seen, in which unit, with the number of folds and rows; plain text, and the alternative text.
    draw
        Draws into an empty figure; nothing of the caller's matplotlib settings matters to it.
    width_inches, height_inches
        Size of the picture.
    dense
        Whether several panels share the picture, so that letters are small.
    dataset, split, model
        What it shows, where it shows one of them alone; empty where it shows several.

    Raises
    ------
    ValueError
        When the name is no anchor.
    """

    name: str
    caption: str
    draw: Callable[[Figure], None]
    width_inches: float
    height_inches: float
    dense: bool = False
    dataset: str = ""
    split: str = ""
    model: str = ""

    def __post_init__(self) -> None:
        if not NAME.fullmatch(self.name):
            raise ValueError(f"the name of a figure is of [a-z0-9_-], not {self.name!r}")

    @property
    def width_pixels(self) -> float:
        """Width on a screen at which letters have their own size."""
        return PIXELS_PER_INCH * self.width_inches

    def png(self) -> bytes:
        """Return the picture on white, without dates or versions, so that two calls give equal bytes."""
        return self._files[1]

    def svg(self) -> str:
        """Return a stand-alone file on white whose letters are text; two calls give equal files."""
        return self._files[0]

    def inline_svg(self, label: str = "", described_by: str = "") -> str:
        """Return the picture for embedding in HTML, see `azeotrope.reports.inline_svg.inlined`.

        Parameters
        ----------
        label
            Short name of the picture; without one the caption is its name.
        described_by
            Id of an element of the page that says more; empty where there is none.
        """
        return inlined(self.svg(), self.name, label or self.caption, self.width_pixels, described_by)

    @cached_property
    def _files(self) -> tuple[str, bytes]:
        """SVG and PNG of one drawing, since drawing takes as long as writing."""
        with drawing(
            self.draw,
            width_inches=self.width_inches,
            height_inches=self.height_inches,
            dense=self.dense,
            settings=svg_settings(self.name),
        ) as figure:
            return svg_file(figure), png_file(figure)
