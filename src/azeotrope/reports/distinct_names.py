"""Long names cut so short that they fit, and yet differ."""

from collections.abc import Sequence
from itertools import takewhile

from azeotrope.reports.figure_style import shortened

# What stands between the parts of a title, and for what is left out.
BETWEEN, LEFT_OUT = " · ", "… "


def distinct_names(names: Sequence[str], longest: int) -> list[str]:
    """Return the names cut to `longest` signs; those that would look equal leave out the beginning that they share.

    The first part of a title, the model, stays where there is room. Names that still look equal end in their number.

    Examples
    --------
    >>> distinct_names(["net · lr=0.0010 · depth=3", "net · lr=0.0010 · depth=4", "ridge"], 18)
    ['net · … depth=3', 'net · … depth=4', 'ridge']
    """
    plain = [shortened(name, longest) for name in names]
    cut = []
    for name, short in zip(names, plain, strict=True):
        rivals = [other for other, same in zip(names, plain, strict=True) if other != name and same == short]
        cut.append(shortened(_without_shared(name, rivals), longest) if rivals else short)
    return [_numbered(cut, place, longest) for place in range(len(cut))]


def _without_shared(name: str, rivals: Sequence[str]) -> str:
    """The name from the first word in which it differs from all of its rivals."""
    shared = max(_n_shared(name, rival) for rival in rivals)
    start = max(name.rfind(" ", 0, shared), name.rfind("(", 0, shared)) + 1
    model, between, _ = name.partition(BETWEEN)
    head = f"{model}{BETWEEN}" if between and start > len(model) else ""
    return f"{head}{LEFT_OUT}{name[start:]}"


def _n_shared(name: str, rival: str) -> int:
    """How many signs two names have in common at their beginning."""
    return sum(1 for _ in takewhile(lambda pair: pair[0] == pair[1], zip(name, rival, strict=False)))


def _numbered(cut: Sequence[str], place: int, longest: int) -> str:
    name = cut[place]
    if cut.count(name) == 1:
        return name
    number = f" #{cut[: place + 1].count(name)}"
    return shortened(name, longest - len(number)) + number
