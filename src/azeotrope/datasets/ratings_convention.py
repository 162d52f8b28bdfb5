"""The columns that users' own ratings have by convention, and those that look like one of them but are none."""

from collections.abc import Sequence
from difflib import get_close_matches

import pandas as pd

from azeotrope.datasets.own_csv import FRACTION, IDENTIFIER, numbered
from azeotrope.datasets.parsing import is_missing
from azeotrope.errors import DataError

CONVENTION = ("smiles", "participant", "stratum")


def component_columns(columns: Sequence[str], file: str) -> list[str]:
    """Return the columns of SMILES in the order of their numbers."""
    found = numbered(columns, IDENTIFIER, file)
    if "smiles" in columns and found:
        raise DataError(f"{file} has the columns 'smiles' and {found[min(found)]!r}; number all of them or none")
    if not found and "smiles" not in columns:
        raise DataError(f"{file} has no column smiles (or smiles_1); {_renaming(columns)}")
    return [found[number] for number in sorted(found)] or ["smiles"]


def _renaming(columns: Sequence[str]) -> str:
    """Say which column to rename to ``smiles``, else which there are."""
    for column in columns:
        text = column.lower()
        if "smiles" in text:
            return f"rename {column} to {text if IDENTIFIER.fullmatch(text) else 'smiles'}"
    return f"it has {', '.join(columns)}"


def refuse_lookalikes(columns: Sequence[str], file: str) -> None:
    """Refuse a column that looks like one of the convention: ignoring it would average what is different."""
    for column in columns:
        text = column.strip().lower()
        if FRACTION.fullmatch(text):
            raise DataError(f"{file}: column {column!r} is not read: rated mixtures have equal shares; remove it")
        near = [text] if IDENTIFIER.fullmatch(text) else get_close_matches(text, CONVENTION, n=1, cutoff=0.8)
        if near:
            raise DataError(f"{file}: column {column!r} is not read; rename it to {near[0]!r} or to something else")


def holds_numbers(cells: pd.Series) -> bool:
    """Whether any cell is a number; a column of both numbers and words is then an error of its own."""
    return bool(pd.to_numeric(cells[~is_missing(cells)], errors="coerce").notna().any())
