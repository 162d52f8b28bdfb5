# ruff: noqa: INP001 - a script, not a part of the package
"""A hook of MkDocs: formulas in docstrings are written as HTML, so that no page needs a script to show them."""

import re
from html.entities import html5
from typing import Any

ROLE = re.compile(r":math:<code>(.*?)</code>", re.DOTALL)
COMMAND = re.compile(r"\\([A-Za-z]+|,)")
# Greek letters and most signs have their TeX name in HTML too.
SIGNS = {",": " ", "cdot": "·", "max": "max", "min": "min", "ln": "ln", "exp": "exp"}
ACCENTS = {"hat": "\N{COMBINING CIRCUMFLEX ACCENT}", "tilde": "\N{COMBINING TILDE}", "bar": "\N{COMBINING MACRON}"}
ACCENT = re.compile(r"\\(hat|tilde|bar)\s*(\w)")
ROOT = re.compile(r"\\sqrt\{([^{}]*)\}")
RAISED = re.compile(r"\^(?:\{([^{}]*)\}|(\w))")
LOWERED = re.compile(r"_(?:\{([^{}]*)\}|(\w))")


def on_page_content(html: str, **_: Any) -> str:
    """Replace what is left of the role ``:math:`` in a rendered page."""
    return ROLE.sub(lambda match: f"<em>{formula(match[1])}</em>", html)


def formula(tex: str) -> str:
    """Return a formula in the little TeX that the docstrings use as HTML.

    Raises
    ------
    ValueError
        When it holds a command that is not known here; the page would show it raw.
    """
    html = ACCENT.sub(lambda match: match[2] + ACCENTS[match[1]], tex)
    html = RAISED.sub(lambda match: f"<sup>{match[1] or match[2]}</sup>", html)
    html = LOWERED.sub(lambda match: f"<sub>{match[1] or match[2]}</sub>", html)
    html = ROOT.sub(r"√(\1)", html)
    return COMMAND.sub(lambda match: _sign(match[1], tex), html)


def _sign(command: str, tex: str) -> str:
    sign = SIGNS.get(command) or html5.get(f"{command};")
    if sign is None:
        raise ValueError(f"the formula {tex!r} has \\{command}, which docs/tools/formulas.py does not know")
    return sign
