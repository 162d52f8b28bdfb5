"""Figures as SVG whose letters are text, equal whenever what they show is."""

import io
import re
from collections.abc import Mapping
from typing import Any

from matplotlib.figure import Figure

# Rasterised parts of a picture: points of a crowded panel.
RASTER_DOTS_PER_INCH = 110
FONTS = "'Helvetica Neue', Arial, 'DejaVu Sans', system-ui, sans-serif"
_FONTS_OF_MATPLOTLIB = "'DejaVu Sans', sans-serif"
# Signs that no XML file may hold, which a name may yet have.
_NO_XML = re.compile("[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")


def svg_settings(name: str) -> Mapping[str, Any]:
    """Return the settings under which a figure is to be drawn and written; the ids inside are made from the name."""
    return {"svg.fonttype": "none", "svg.hashsalt": name, "axes.facecolor": "none"}


def svg_file(figure: Figure) -> str:
    """Return a figure as a stand-alone SVG file without dates or versions.

    Artists with ``rasterized=True`` become one image inside. Signs that no XML file may hold become U+FFFD.
    """
    buffer = io.BytesIO()
    metadata = dict.fromkeys(("Date", "Creator", "Format", "Type"))
    figure.savefig(buffer, format="svg", dpi=RASTER_DOTS_PER_INCH, metadata=metadata)
    content = _NO_XML.sub("\N{REPLACEMENT CHARACTER}", buffer.getvalue().decode())
    return content.replace(_FONTS_OF_MATPLOTLIB, FONTS)
