"""HTML from Python: every text is escaped unless it is markup already."""

from html import escape


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
        What it holds; anything but `Markup` is escaped.
    attributes
        Its attributes, escaped; a trailing underscore is dropped, as in ``class_``.
    """
    named = "".join(f' {key.rstrip("_")}="{escape(value)}"' for key, value in attributes.items())
    return Markup(f"<{name}{named}>{joined(*content)}</{name}>")


def empty_element(name: str, /, **attributes: str) -> Markup:
    """Return an element that has no content and no end, such as an image."""
    named = "".join(f' {key.rstrip("_")}="{escape(value)}"' for key, value in attributes.items())
    return Markup(f"<{name}{named}>")


def joined(*content: str) -> Markup:
    """Return contents after one another, escaped unless they are markup."""
    return Markup("".join(each if isinstance(each, Markup) else escape(each) for each in content))
