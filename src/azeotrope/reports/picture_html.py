"""A figure of a report as a picture in an HTML page."""

from base64 import b64encode

from azeotrope.reports.inline_svg import fitting
from azeotrope.reports.markup import Markup, empty_element
from azeotrope.reports.report_figure import ReportFigure

HEAVIEST = 150_000  # characters of a figure's SVG in the page; many points are lighter as pixels


def picture_html(figure: ReportFigure, label: str, described_by: str) -> Markup:
    """Return the figure in the page's colours, or as pixels where that would make the page heavy.

    Parameters
    ----------
    label
        Short name of the picture.
    described_by
        Id of the element that says what is seen.
    """
    drawing = Markup(figure.inline_svg(label, described_by))
    if len(drawing) <= HEAVIEST:
        return drawing
    pixels = b64encode(figure.png()).decode("ascii")
    return empty_element(
        "img",
        src=f"data:image/png;base64,{pixels}",
        alt=label,
        aria_describedby=described_by,
        style=fitting(figure.width_pixels),
    )
