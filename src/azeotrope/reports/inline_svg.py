"""An SVG file of matplotlib made part of an HTML page: colours of the page, unique ids, an alternative text."""

import re
import xml.etree.ElementTree as ET
from collections.abc import Iterator

from azeotrope.reports.figure_style import BLACK, BLUE, FAINT, GREY, PALE, SUBTITLE, WHITE
from azeotrope.reports.figure_svg import FONTS
from azeotrope.reports.plain_text import one_line

# Ink, paper and the darkest colour of the data are the page's, in light and dark; the other colours stay.
COLOURS = {
    "#000000": "currentColor",
    BLACK: "currentColor",
    SUBTITLE: "var(--soft, currentColor)",
    GREY: "var(--soft, currentColor)",
    PALE: "var(--line, currentColor)",
    FAINT: "var(--line, currentColor)",
    WHITE: "var(--paper, transparent)",
    BLUE: f"var(--blue, {BLUE})",
}
_COLOUR = re.compile("|".join(map(re.escape, COLOURS)), re.IGNORECASE)
_BY_NAME = {name.lower(): place for name, place in COLOURS.items()}
_REFERENCE = re.compile(r"url\(#([^)]+)\)")
_SPACE, _LINK = "{http://www.w3.org/2000/svg}", "{http://www.w3.org/1999/xlink}href"
_PLACES, _LOOKS = ("d", "x", "y", "transform"), ("style", "clip-path", "fill", "stroke")
# A hundredth of a point is finer than any screen.
_LONG_NUMBER = re.compile(r"(\.\d\d)\d+")
_FONT_OF_ALL = f" font-family: {FONTS};"
_UNSEEN = ("metadata", "style")
# The white rectangle behind all is the first patch that matplotlib draws.
GROUND = "patch_1"
# Share of its width below which a picture does not shrink, so that letters stay readable; its place scrolls.
NARROWEST = 0.75


def inlined(svg: str, name: str, label: str, width_pixels: float, described_by: str = "") -> str:
    """Return an SVG element to stand in an HTML page.

    It has ``role="img"`` with the label as its name, a ``viewBox`` and the width of its place as far as `fitting`
    lets it, a transparent ground, and only ids that begin with `name`. Ink is ``currentColor``; greys are the page's
    CSS variables ``--soft`` and ``--line``, what is white on paper is ``--paper``, and blue is ``--blue``.

    Parameters
    ----------
    svg
        A file of `azeotrope.reports.figure_svg.svg_file`.
    name
        Unique on the page.
    label
        Alternative text.
    width_pixels
        Width at which letters have their own size.
    described_by
        Id of an element of the page that says more; empty where there is none.
    """
    root = ET.fromstring(svg)  # noqa: S314 - written by matplotlib, not by others
    _drop_unseen(root)
    used = {target for element in root.iter() for target in _targets(element)}
    for element in root.iter():
        _adapt(element, name, used)
    box = root.attrib["viewBox"]
    root.attrib.clear()
    root.attrib.update(
        {
            "xmlns": _SPACE.strip("{}"),
            "viewBox": box,
            "role": "img",
            "aria-label": one_line(label),
            **({"aria-describedby": described_by} if described_by else {}),
            "fill": "currentColor",
            "stroke-linejoin": "round",
            "stroke-linecap": "butt",
            "font-family": FONTS,
            "style": fitting(width_pixels),
        }
    )
    return ET.tostring(root, encoding="unicode")


def fitting(width_pixels: float) -> str:
    """Return the style of a picture as wide as its place, but neither beyond its width nor too small to read."""
    return f"width: 100%; min-width: {NARROWEST * width_pixels:.0f}px; max-width: {width_pixels:.0f}px; height: auto"


def _drop_unseen(root: ET.Element) -> None:
    """Remove the ground, metadata and style sheets, which would hold for the whole page, and white space."""
    for parent in list(root.iter()):
        for child in list(parent):
            if child.tag.removeprefix(_SPACE) in _UNSEEN or child.attrib.get("id") == GROUND:
                parent.remove(child)
            child.tail = None
        if len(parent) and not (parent.text or "").strip():
            parent.text = None


def _targets(element: ET.Element) -> Iterator[str]:
    """Ids that an element refers to."""
    if _LINK in element.attrib:
        yield element.attrib[_LINK].removeprefix("#")
    for value in element.attrib.values():
        yield from _REFERENCE.findall(value)


def _adapt(element: ET.Element, name: str, used: set[str]) -> None:
    """Give an element no namespace, a unique id or none, and the colours of the page."""
    element.tag = element.tag.removeprefix(_SPACE)
    element.text = one_line(element.text or "") or None
    link = element.attrib.pop(_LINK, None)
    if link is not None:
        element.set("href", f"#{name}-{link[1:]}" if link.startswith("#") else link)
    identity = element.attrib.pop("id", None)
    if identity in used:
        element.set("id", f"{name}-{identity}")
    for key, value in element.attrib.items():
        if key in _PLACES:
            element.set(key, _LONG_NUMBER.sub(r"\1", value).strip())
        elif key in _LOOKS:
            own = _REFERENCE.sub(rf"url(#{name}-\1)", value.replace(_FONT_OF_ALL, ""))
            element.set(key, _COLOUR.sub(lambda found: _BY_NAME[found[0].lower()], own))
    if element.get("transform", "").startswith("rotate(-0 "):
        del element.attrib["transform"]
