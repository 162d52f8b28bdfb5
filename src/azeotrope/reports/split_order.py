"""The order in which splits are shown."""

import re

from azeotrope.reports.label_parts import name_of

# From what is known best to what is known least.
SPLIT_ORDER = ("random", "mixture", "mixture_temperature", "molecule", "pure_to_mixture", "file")
_DIGITS = re.compile(r"(\d+)")


def split_order(split: str) -> tuple[int, list[str | int]]:
    """Return what splits are sorted by: from the easiest question to the hardest, then by name, numbers by their size.

    Examples
    --------
    >>> sorted(["molecule", "mixture (n=20)", "mixture (n=5)"], key=split_order)
    ['mixture (n=5)', 'mixture (n=20)', 'molecule']
    """
    name = name_of(split)
    place = SPLIT_ORDER.index(name) if name in SPLIT_ORDER else len(SPLIT_ORDER)
    # Texts and numbers take turns, so each is compared with its like.
    return place, [int(part) if part.isdecimal() else part for part in _DIGITS.split(split)]
