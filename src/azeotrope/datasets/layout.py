"""How a source file is laid out: which column says what, and in which unit."""

import csv
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from difflib import get_close_matches
from pathlib import Path
from typing import Literal

import pandas as pd

from azeotrope.datasets.choices import check_choices
from azeotrope.errors import DataError

_DELIMITERS = {",": "a comma", ";": "a semicolon", "\t": "a tab"}
_NOT_UTF8 = "is not UTF-8 text; save it as UTF-8, which a spreadsheet calls CSV UTF-8"


@dataclass(frozen=True)
class Layout:
    """Columns and units of a raw table of mixtures.

    Attributes
    ----------
    identifiers
        Columns with the SMILES or InChI of each component slot.
    value
        Column of the target; None where compositions are read without one (prediction), or from `log10_of` alone.
    log10_of
        Column whose decadic logarithm is the target where `value` is empty or None.
    fractions
        Columns with the fraction of each slot, as many as `identifiers`; one fewer where the source leaves the last
        one to be inferred (`infer_last_fraction`); empty where every row is a pure compound.
    temperature, fixed_temperature_k
        Column of the temperature, or one temperature for all rows; neither where the property has none.
    temperature_unit
        ``K`` or ``C``, never guessed.
    solute
        Column of the solute's identifier.
    fraction_kind
        ``mole`` or ``mass``; mass fractions are converted with molar masses.
    fraction_kind_column
        Column that says ``mole`` or ``mass`` for each row, instead of `fraction_kind`; a mixture of any other kind,
        such as ``volume``, is rejected, since it cannot be converted without densities.
    percent_allowed
        Rows whose fractions sum to about 100 are percent; otherwise they are rejected.
    infer_last_fraction
        One missing fraction of a row is what the others leave to 1, because the source's format says so; with one
        fraction column fewer than identifiers it is always the last.
    skip_missing_value
        Rows without a value belong to another property of the same file and are not rejections.
    """

    identifiers: Sequence[str]
    value: str | None
    fractions: Sequence[str] = ()
    log10_of: str | None = None
    temperature: str | None = None
    fixed_temperature_k: float | None = None
    temperature_unit: Literal["K", "C"] = "K"
    solute: str | None = None
    fraction_kind: Literal["mole", "mass"] = "mole"
    fraction_kind_column: str | None = None
    percent_allowed: bool = False
    infer_last_fraction: bool = False
    skip_missing_value: bool = False

    def __post_init__(self) -> None:
        check_choices(self)

    def columns(self) -> list[str]:
        """Return every column that the layout names."""
        optional = (self.value, self.log10_of, self.temperature, self.solute, self.fraction_kind_column)
        return [*self.identifiers, *self.fractions, *(column for column in optional if column is not None)]

    def value_names(self) -> str:
        """Return what the target is read from, for messages."""
        value = [] if self.value is None else [f"column {self.value!r}"]
        return " or ".join(value + ([] if self.log10_of is None else [f"log10 of column {self.log10_of!r}"]))

    def fraction_name(self, slot: int) -> str:
        """Return where the fraction of a slot is read from, for messages."""
        if slot < len(self.fractions):
            return f"column {self.fractions[slot]!r}"
        return f"the fraction that is left for column {self.identifiers[slot]!r}"


@dataclass(frozen=True, eq=False)
class RawTable:
    """A source file as it was read: every cell a string, nothing interpreted.

    Attributes
    ----------
    file
        Name for messages and provenance.
    frame
        All columns, in file order; row `i` is the file's data row `i` (0-based, the header not counted).
    layout
        What the columns mean.
    """

    file: str
    frame: pd.DataFrame
    layout: Layout

    def __post_init__(self) -> None:
        layout = self.layout
        lacking = len(layout.identifiers) - len(layout.fractions)
        if layout.fractions and lacking != 0 and not (lacking == 1 and layout.infer_last_fraction):
            raise DataError(
                f"{self.file}: {len(layout.identifiers)} identifier columns but {len(layout.fractions)} fraction "
                "columns; each component needs exactly one fraction column (the last may lack one where "
                "infer_last_fraction is true)"
            )
        require_columns(self.frame, layout.columns(), self.file)


def require_columns(frame: pd.DataFrame, columns: Iterable[str], file: str) -> None:
    """Refuse a frame that lacks one of the columns.

    Raises
    ------
    DataError
        Naming the file, the column and the nearest one that it has.
    """
    for column in columns:
        if column not in frame.columns:
            near = get_close_matches(column, [str(name) for name in frame.columns], n=1)
            hint = f"; did you mean {near[0]!r}?" if near else f"; it has {', '.join(map(str, frame.columns))}"
            raise DataError(f"{file} has no column {column!r}{hint}")


def read_csv(path: Path, file: str, delimiter: str = ",") -> pd.DataFrame:
    """Read a CSV with every cell as the string that stands there; blank lines are no rows.

    Lines may end in LF, CRLF or CR.

    Raises
    ------
    DataError
        When the file is missing, empty, not UTF-8 text, separated by something else, names a column twice, or a row
        does not have the header's number of cells.
    """
    try:
        with path.open(encoding="utf-8-sig", newline="") as text:
            lines = [line for line in csv.reader(text, strict=True, delimiter=delimiter) if line]
    except FileNotFoundError as error:
        raise DataError(f"{file} does not exist") from error
    except UnicodeDecodeError as error:
        raise DataError(f"{file} {_NOT_UTF8}") from error
    except (OSError, csv.Error) as error:
        raise DataError(f"{file} is not a readable CSV file: {error}") from error
    if not lines:
        raise DataError(f"{file} is empty; it needs a header and rows")
    header, *rows = lines
    _check_header(header, file, delimiter)
    for number, row in enumerate(rows):
        if len(row) != len(header):
            raise DataError(
                f"{file}, row {number} (0-based, header not counted) has {len(row)} cells, the header has "
                f"{len(header)}; a cell that holds {_DELIMITERS.get(delimiter, repr(delimiter))} must be quoted, and "
                "decimals are written with a point"
            )
    return pd.DataFrame(rows, columns=header, dtype=str)


def _check_header(header: Sequence[str], file: str, delimiter: str) -> None:
    """Refuse a header of another encoding, of another separator, or with a name twice."""
    if any("\0" in column for column in header):
        raise DataError(f"{file} {_NOT_UTF8}")
    others = [name for sign, name in _DELIMITERS.items() if sign != delimiter and sign in header[0]]
    if len(header) == 1 and others:
        raise DataError(
            f"{file} seems to be separated by {others[0]}, since its header is {header[0]!r}; separate its cells by "
            f"{_DELIMITERS.get(delimiter, repr(delimiter))} and write decimals with a point"
        )
    repeated = [column for column, count in Counter(header).items() if count > 1]
    if repeated:
        raise DataError(f"{file} has the column {repeated[0]!r} twice")
