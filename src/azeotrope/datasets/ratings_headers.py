"""Headers of a file of ratings: names without blanks around them, and columns whose meaning nobody should guess."""

import re
from collections.abc import Sequence

import pandas as pd

from azeotrope.errors import DataError

# What spreadsheets and data frames call the column of row numbers that they write by themselves.
UNNAMED = re.compile(r"(unnamed(: ?[\d.]+)?)?", re.IGNORECASE)
WORD = re.compile(r"[A-Z]+(?![a-z])|[A-Z]?[a-z]+")
# Words of columns that say who, what or under which condition, instead of how something was rated.
CONDITIONS = frozenset(
    "assessor batch cas cid concentration concentrations conc dilution dilutions dose id ids judge panelist panellist "
    "rater rep repeat repetition replicate replicates sample session subject subjects trial".split()
)
POSITIONS = frozenset({"row", "index", "number", "no", "nr", "line"})


def without_blanks(frame: pd.DataFrame, file: str) -> pd.DataFrame:
    """Return the frame with no blanks around the names of its columns.

    Raises
    ------
    DataError
        When two names differ in these blanks only.
    """
    given: dict[str, str] = {}
    for column in frame.columns:
        if given.setdefault(column.strip(), column) != column:
            raise DataError(
                f"{file}: the columns {given[column.strip()]!r} and {column!r} differ in blanks only; rename one"
            )
    return frame.rename(columns=str.strip)


def refuse_unclear(columns: Sequence[str], file: str) -> None:
    """Refuse to guess which columns are attributes where one has no name, or looks like an id or a condition.

    Raises
    ------
    DataError
        Naming the file, the columns and what to do.
    """
    for position, column in enumerate(columns, start=1):
        if UNNAMED.fullmatch(column):
            raise DataError(
                f"{file}: column {column!r}, number {position} of those that could be attributes, has no name and is "
                "probably the index of a table; write the CSV without it, as pandas does by to_csv(path, index=False)"
            )
    unclear = [column for column in columns if _looks_like_a_condition(column)]
    if unclear:
        raise DataError(
            f"{file}: {', '.join(map(repr, unclear))} may be an id or a condition instead of an attribute; say which "
            "columns are rated, such as attributes=[intensity], and name the column of who rated 'participant'"
        )


def _looks_like_a_condition(column: str) -> bool:
    words = {word.lower() for word in WORD.findall(column)}
    return bool(words) and (bool(words & CONDITIONS) or words <= POSITIONS)
