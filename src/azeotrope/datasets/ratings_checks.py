"""What must hold of a ratings table, and what a user should know of it."""

from collections.abc import Sequence
from dataclasses import replace

import numpy as np

from azeotrope.datasets.ratings import RatingsTable
from azeotrope.datasets.ratings_rows import RatingRows
from azeotrope.errors import DataError


def check_varied(table: RatingsTable) -> None:
    """Refuse an attribute that nobody rated, or whose mean is the same for all of two or more units.

    Raises
    ------
    DataError
        Naming the data set, the attribute and the value.
    """
    for name, means in zip(table.info.attributes, table.means.T, strict=True):
        rated = means[np.isfinite(means)]
        if len(rated) == 0:
            raise DataError(f"{table.info.dataset}: no unit has a value of {name!r}; leave this attribute out")
        if len(rated) > 1 and rated.min() == rated.max():
            raise DataError(
                f"{table.info.dataset}: {name!r} is {rated[0]:g} for all {len(rated)} units, so that there is nothing "
                "to compare; leave this attribute out"
            )


def panel_sizes(table: RatingsTable) -> tuple[int, int]:
    """Return the fewest and the most participants who rated a unit on any attribute; (0, 0) without participants."""
    if not table.participants:
        return 0, 0
    rated = np.isfinite(table.ratings).any(axis=2).sum(axis=0)
    return int(rated.min()), int(rated.max())


def panel_warning(table: RatingsTable) -> RatingsTable:
    """Return the table, with a warning where not every participant rated every unit."""
    fewest, most = panel_sizes(table)
    count = len(table.participants)
    if fewest == count:
        return table
    panel = f"{fewest}" if fewest == most else f"between {fewest} and {most}"
    sentence = f"not every participant rated every unit: each unit was rated by {panel} of {count:,} participants"
    return replace(table, warnings=(*table.warnings, sentence))


def strata_of(parts: Sequence[RatingRows], participants: Sequence[str]) -> tuple[str, ...]:
    """Return the stratum of each participant; empty where the files have no strata.

    Raises
    ------
    DataError
        When a participant is in two strata.
    """
    found: dict[str, str] = {}
    for part in parts:
        for name, stratum in dict.fromkeys(zip(part.participant, part.stratum, strict=True)):
            if stratum and found.setdefault(name, stratum) != stratum:
                raise DataError(
                    f"{part.file}: participant {name} is in two strata, {found[name]!r} and {stratum!r}; use columns "
                    "that are constant for each participant"
                )
    return tuple(found.get(name, "") for name in participants) if found else ()
