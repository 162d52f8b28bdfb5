"""Users' own ratings: a column convention instead of a layout.

``smiles`` (or ``smiles_1, smiles_2, ...`` for mixtures), optionally ``participant`` and ``stratum``, and one column per
attribute. Rows with the same molecules and participant are averaged.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from difflib import get_close_matches
from pathlib import Path

import pandas as pd

from azeotrope.chemistry.identity import parse_molecule
from azeotrope.datasets.layout import read_csv, require_columns
from azeotrope.datasets.own_csv import FRACTION, IDENTIFIER, numbered
from azeotrope.datasets.parsing import is_missing
from azeotrope.datasets.ratings_identities import IdentityRules
from azeotrope.datasets.ratings_layout import RatedAttribute, RatingsLayout, RawRatings
from azeotrope.datasets.ratings_loading import RatingsRecipe
from azeotrope.datasets.ratings_reading import RatingsReading, read_ratings
from azeotrope.errors import ConfigError, DataError, MoleculeError

CONVENTION = ("smiles", "participant", "stratum")


@dataclass(frozen=True, kw_only=True)
class CsvRatings(RatingsRecipe):
    """A CSV file by the column convention of this module.

    Attributes
    ----------
    path
        The file; `~` is expanded.
    attributes
        Columns of the attributes; None takes every other column of numbers.
    units
        Unit of each attribute, as many as there are attributes; None is ``?``.
    allow_salts
        Accept salts and charges; otherwise they are errors, as is every SMILES that is no molecule.
    """

    path: str
    attributes: Sequence[str] | None = None
    units: Sequence[str] | None = None
    allow_salts: bool = False

    @property
    def attribute_units(self) -> Mapping[str, str]:
        """See `RatingsRecipe.attribute_units`."""
        names = self.attributes or ()
        return dict(zip(names, self.units or ["?"] * len(names), strict=True))

    @property
    def citation(self) -> str:
        """See `RatingsRecipe.citation`."""
        return ""

    @property
    def unverified(self) -> bool:
        """See `RatingsRecipe.unverified`."""
        return False

    def read(self, cache_folder: Path, mirror_folder: Path | None = None, *, progress: bool = False) -> RatingsReading:
        """See `RatingsRecipe.read`; a SMILES that is no molecule is an error that names row, column and string."""
        path = Path(self.path).expanduser()
        if not path.is_file():
            raise DataError(f"dataset.path: {path} is not a file")
        raw = _raw(read_csv(path, path.name), path.name, self)
        for column in raw.layout.components:
            _check_molecules(raw, column, allow_salts=self.allow_salts)
        return read_ratings([raw], IdentityRules(allow_salts=self.allow_salts), self.name, units_by_identity=True)


def _raw(frame: pd.DataFrame, file: str, recipe: CsvRatings) -> RawRatings:
    """Return the file with the layout that its header follows."""
    columns = list(frame.columns)
    components = _component_columns(columns, file)
    known = {*components, *CONVENTION}
    _refuse_lookalikes([column for column in columns if column not in known], file)
    if recipe.attributes is None:
        names = [column for column in columns if column not in known and _holds_numbers(frame[column])]
    else:
        names = list(recipe.attributes)
        require_columns(frame, names, file)
    if not names:
        raise DataError(f"{file} has no column of numbers that could be an attribute; it has {', '.join(columns)}")
    units = ["?"] * len(names) if recipe.units is None else list(recipe.units)
    if len(units) != len(names):
        raise ConfigError(f"dataset.units has {len(units)} units for {len(names)} attributes: {', '.join(names)}")
    layout = RatingsLayout(
        components=components,
        attributes=[RatedAttribute(name, name, unit=unit) for name, unit in zip(names, units, strict=True)],
        participant="participant" if "participant" in columns else None,
        strata=["stratum"] if "stratum" in columns else [],
    )
    return RawRatings(file, frame, layout)


def _component_columns(columns: Sequence[str], file: str) -> list[str]:
    """Return the columns of SMILES in the order of their numbers."""
    found = numbered(columns, IDENTIFIER, file)
    if "smiles" in columns and found:
        raise DataError(f"{file} has the columns 'smiles' and {found[min(found)]!r}; number all of them or none")
    if not found and "smiles" not in columns:
        raise DataError(f"{file} has no column smiles (or smiles_1); it has {', '.join(columns)}")
    return [found[number] for number in sorted(found)] or ["smiles"]


def _refuse_lookalikes(columns: Sequence[str], file: str) -> None:
    """Refuse a column that looks like one of the convention: ignoring it would average what is different."""
    for column in columns:
        text = column.strip().lower()
        if FRACTION.fullmatch(text):
            raise DataError(f"{file}: column {column!r} is not read: rated mixtures have equal shares; remove it")
        near = [text] if IDENTIFIER.fullmatch(text) else get_close_matches(text, CONVENTION, n=1, cutoff=0.8)
        if near:
            raise DataError(f"{file}: column {column!r} is not read; rename it to {near[0]!r} or to something else")


def _holds_numbers(cells: pd.Series) -> bool:
    """Whether any cell is a number; a column of both numbers and words is then an error of its own."""
    return bool(pd.to_numeric(cells[~is_missing(cells)], errors="coerce").notna().any())


def _check_molecules(raw: RawRatings, column: str, *, allow_salts: bool) -> None:
    """Refuse the first cell of a column that is no acceptable molecule."""
    cells = raw.frame[column][~is_missing(raw.frame[column])]
    for row, text in cells.drop_duplicates().items():
        try:
            parse_molecule(text, allow_salts=allow_salts)
        except MoleculeError as error:
            raise DataError(
                f"{raw.file}, row {row} (0-based, header not counted), column {column!r}: {error}"
            ) from error
