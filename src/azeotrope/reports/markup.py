"""HTML from Python: every text is escaped, and without signs that nobody sees, unless it is markup already."""

from collections.abc import Mapping
from html import escape

from azeotrope.reports.plain_text import one_line


class Markup(str):
    """Text that is HTML already."""

    __slots__ = ()


def element(name: str, /, *content: str, **attributes: str) -> Markup:
    """Return an element.

    Parameters
    ----------
    name
        Name of the element.
    content
        What it holds; anything but `Markup` is put on one line, see `one_line`, and escaped.
    attributes
        Its attributes, on one line and escaped; a trailing underscore is dropped, as in ``class_``, and others are
        hyphens, as in ``aria_label``.
    """
    return Markup(f"<{name}{_written(attributes)}>{joined(*content)}</{name}>")


def empty_element(name: str, /, **attributes: str) -> Markup:
    """Return an element that has no content and no end, such as an image."""
    return Markup(f"<{name}{_written(attributes)}>")


def joined(*content: str) -> Markup:
    """Return contents after one another, as those of an element."""
    return Markup("".join(each if isinstance(each, Markup) else _plain(each) for each in content))


def _written(attributes: Mapping[str, str]) -> str:
    return "".join(f' {_attribute(key)}="{_plain(value)}"' for key, value in attributes.items())


def _plain(text: str) -> str:
    return escape(text if text.isprintable() else one_line(text))


def _attribute(key: str) -> str:
    return key.rstrip("_").replace("_", "-")
