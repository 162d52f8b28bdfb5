"""Users' own tables: a column convention instead of a layout.

``smiles_1, fraction_1, smiles_2, fraction_2, ..., value`` and optionally ``temperature`` and ``solute``; numbering
may start at 0 or 1, and ``inchi_i`` may stand for ``smiles_i``. A file without any fraction column holds pure
compounds.
"""

import hashlib
import re
from collections.abc import Sequence
from dataclasses import dataclass, replace
from difflib import get_close_matches
from pathlib import Path
from typing import Literal

from azeotrope.datasets.choices import check_choices
from azeotrope.datasets.layout import Layout, RawTable, read_csv
from azeotrope.datasets.recipe import DatasetRecipe, RawData
from azeotrope.errors import ConfigError, DataError

IDENTIFIER = re.compile(r"(?:smiles|inchi)_(\d+)")
FRACTION = re.compile(r"fraction_(\d+)")
CONVENTION = ("value", "temperature", "solute")
# What people call a temperature; reading past such a column would average different temperatures as replicates.
TEMPERATURE_LIKE = re.compile(r"(t|temp|temperature|temperatures)(_?(in_)?(deg_?)?(k|c|kelvin|celsius))?")


@dataclass(frozen=True, kw_only=True)
class CsvDataset(DatasetRecipe):
    """A CSV file by the column convention of this module.

    Attributes
    ----------
    path
        The file; `~` is expanded.
    temperature_unit, fraction_kind, percent_allowed, infer_last_fraction
        Declared, never guessed; see `Layout`.
    """

    path: str
    temperature_unit: Literal["K", "C"] = "K"
    fraction_kind: Literal["mole", "mass"] = "mole"
    percent_allowed: bool = False
    infer_last_fraction: bool = False

    def __post_init__(self) -> None:
        super().__post_init__()
        check_choices(self)

    def open(self, cache_folder: Path, mirror_folder: Path | None, *, progress: bool) -> RawData:
        """See `DatasetRecipe.open`."""
        path = Path(self.path).expanduser()
        if not path.is_file():
            raise DataError(f"dataset.path: {path} is not a file")
        declared = declared_layout(self)

        def read() -> list[RawTable]:
            frame = read_csv(path, path.name)
            return [RawTable(path.name, frame, convention(list(frame.columns), path.name, declared))]

        return RawData(f"{hashlib.sha256(path.read_bytes()).hexdigest()}|{path.name}|{declared}", read)


def declared_layout(recipe: DatasetRecipe) -> Layout:
    """Return the units and repair rules that a `csv` config declares, without column names.

    Raises
    ------
    ConfigError
        When the recipe is not that of a user's own file.
    """
    if not isinstance(recipe, CsvDataset):
        raise ConfigError(f"{recipe.name} is not read by the column convention")
    return Layout(
        identifiers=(),
        value=None,
        temperature_unit=recipe.temperature_unit,
        fraction_kind=recipe.fraction_kind,
        percent_allowed=recipe.percent_allowed,
        infer_last_fraction=recipe.infer_last_fraction,
    )


def convention(columns: Sequence[str], file: str, declared: Layout, *, with_value: bool = True) -> Layout:
    """Return the layout of a file that follows the column convention.

    Parameters
    ----------
    columns
        Header of the file.
    file
        Its name, for messages.
    declared
        Units and repair rules; its column names are replaced.
    with_value
        Ask for the column ``value`` (training); otherwise no value is read (prediction).

    Raises
    ------
    DataError
        When a component lacks its identifier or fraction column, is named twice, or there is no component or value.
    """
    identifiers = numbered(columns, IDENTIFIER, file)
    fractions = numbered(columns, FRACTION, file)
    if not identifiers:
        raise DataError(f"{file} has no column smiles_1 (or inchi_1); it has {', '.join(columns)}")
    if fractions and (lone := sorted(set(identifiers) ^ set(fractions))):
        present = identifiers.get(lone[0]) or fractions.get(lone[0])
        raise DataError(f"{file}: column {present!r} has no partner; each smiles_i needs its fraction_i")
    if with_value and "value" not in columns:
        raise DataError(f"{file} has no column 'value'; it has {', '.join(columns)}")
    _refuse_lookalikes(columns, file)
    order = sorted(identifiers)
    return replace(
        declared,
        identifiers=tuple(identifiers[number] for number in order),
        fractions=tuple(fractions[number] for number in order) if fractions else (),
        value="value" if with_value else None,
        temperature="temperature" if "temperature" in columns else None,
        solute="solute" if "solute" in columns else None,
    )


def _refuse_lookalikes(columns: Sequence[str], file: str) -> None:
    """Refuse an unread column that looks like one of the convention: ignoring it would give wrong numbers."""
    for column in unread_columns(columns):
        meant = _looks_like(column.strip().lower())
        if meant is not None:
            raise DataError(f"{file}: column {column!r} is not read; rename it to {meant!r} or to something else")


def unread_columns(columns: Sequence[str]) -> list[str]:
    """Return the columns that are not part of the convention; they are kept in rejections and predictions."""
    return [
        column
        for column in columns
        if column not in CONVENTION and not IDENTIFIER.fullmatch(column) and not FRACTION.fullmatch(column)
    ]


def _looks_like(text: str) -> str | None:
    """Return the column of the convention that a lower-case name was probably meant to be."""
    if IDENTIFIER.fullmatch(text) or FRACTION.fullmatch(text):
        return text
    if TEMPERATURE_LIKE.fullmatch(re.sub(r"[^a-z0-9]+", "_", text).strip("_")):
        return "temperature"
    return next(iter(get_close_matches(text, CONVENTION, n=1, cutoff=0.75)), None)


def numbered(columns: Sequence[str], pattern: re.Pattern[str], file: str) -> dict[int, str]:
    """Map the number of each matching column to its name.

    Raises
    ------
    DataError
        When two columns have one number.
    """
    found: dict[int, str] = {}
    for column in columns:
        match = pattern.fullmatch(column)
        if match is None:
            continue
        number = int(match.group(1))
        if number in found:
            raise DataError(f"{file}: columns {found[number]!r} and {column!r} are the same component")
        found[number] = column
    return found
