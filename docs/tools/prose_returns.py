# ruff: noqa: INP001 - a script, not a part of the package
"""An extension of Griffe: what a function returns is a sentence in these docstrings, and stays one on the page."""

import re
from typing import Any

from griffe import DocstringSection, DocstringSectionKind, DocstringSectionText, Extension, Function

RETURNS = re.compile(r"^Returns\n-+\n(?P<prose>.*?)(?=\n\n?\w+\n-{3,}\n|\Z)", re.MULTILINE | re.DOTALL)


class ProseReturns(Extension):
    """Shows the section ``Returns`` as text instead of a table of types."""

    def on_function(self, *, func: Function, **_: Any) -> None:
        """Replace the section of one function; the page reads the sections that are kept here."""
        found = RETURNS.search(func.docstring.value) if func.docstring else None
        if func.docstring is None or found is None:
            return
        text: DocstringSection = DocstringSectionText(f"**Returns:**\n\n{found['prose']}")
        sections = func.docstring.parse("numpy")
        func.docstring.__dict__["parsed"] = [
            text if section.kind is DocstringSectionKind.returns else section for section in sections
        ]
