"""Users' own ratings: a column convention instead of a layout.

``smiles`` (or ``smiles_1, smiles_2, ...`` for mixtures), optionally ``participant`` and ``stratum``, and one column per
attribute. Rows with the same molecules and participant are averaged.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

import pandas as pd

from azeotrope.chemistry.identity import parse_molecule
from azeotrope.datasets.choices import check_choices
from azeotrope.datasets.layout import read_csv, require_columns
from azeotrope.datasets.parsing import is_missing
from azeotrope.datasets.ratings_convention import CONVENTION, component_columns, holds_numbers, refuse_lookalikes
from azeotrope.datasets.ratings_headers import refuse_unclear, without_blanks
from azeotrope.datasets.ratings_identities import IdentityRules
from azeotrope.datasets.ratings_layout import RatedAttribute, RatingsLayout, RawRatings
from azeotrope.datasets.ratings_loading import RatingsRecipe
from azeotrope.datasets.ratings_reading import RatingsReading, read_ratings
from azeotrope.errors import ConfigError, DataError, MoleculeError


@dataclass(frozen=True, kw_only=True)
class CsvRatings(RatingsRecipe):
    """A CSV file by the column convention of this module.

    Attributes
    ----------
    path
        The file; `~` is expanded.
    attributes
        Columns of the attributes; None takes every other column of numbers, unless one looks like something else.
    units
        Unit of each attribute, as many as there are attributes; None is ``?``.
    allow_salts
        Accept salts and charges; otherwise they are errors, as is every SMILES that is no molecule.

    Raises
    ------
    ConfigError
        When attributes or units are no list, or not equally many.
    """

    path: str
    attributes: Sequence[str] | None = None
    units: Sequence[str] | None = None
    allow_salts: bool = False

    def __post_init__(self) -> None:
        super().__post_init__()
        check_choices(self)
        for key in ("attributes", "units"):
            value = getattr(self, key)
            if value is not None and (isinstance(value, str) or not isinstance(value, Sequence)):
                raise ConfigError(f"the {key} of {self.name} are {value!r}, which is no list; write [{value}]")
        if self.attributes is not None:
            self.units_of(self.attribute_names)

    @property
    def attribute_names(self) -> tuple[str, ...]:
        """The named columns as text, without blanks around them; empty where none is named."""
        return tuple(str(name).strip() for name in self.attributes or ())

    @property
    def attribute_units(self) -> Mapping[str, str]:
        """See `RatingsRecipe.attribute_units`."""
        if self.attributes is None:
            return {}
        return dict(zip(self.attribute_names, self.units_of(self.attribute_names), strict=True))

    def units_of(self, names: Sequence[str]) -> tuple[str, ...]:
        """Return the unit of each attribute.

        Raises
        ------
        ConfigError
            When there are more or fewer units than attributes.
        """
        units = ["?"] * len(names) if self.units is None else self.units
        if len(units) != len(names):
            raise ConfigError(f"{self.name} has {len(units)} units for {len(names)} attributes: {', '.join(names)}")
        return tuple("?" if unit is None else str(unit) for unit in units)

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
            raise DataError(f"the path of {self.name} is {path}, which is not a file")
        raw = _raw(read_csv(path, path.name), path.name, self)
        for column in raw.layout.components:
            _check_molecules(raw, column, allow_salts=self.allow_salts)
        rules = IdentityRules(allow_salts=self.allow_salts)
        reading = read_ratings([raw], rules, self.name, units_by_identity=True)
        own = [_averaged(raw, len(reading.table))] if raw.layout.participant is None else []
        own += [_taken(raw)] if self.attributes is None else []
        warnings = (*(each for each in own if each), *reading.table.warnings)
        return replace(reading, table=replace(reading.table, warnings=warnings))


def _raw(frame: pd.DataFrame, file: str, recipe: CsvRatings) -> RawRatings:
    """Return the file with the layout that its header follows."""
    frame = without_blanks(frame, file)
    columns = list(frame.columns)
    components = component_columns(columns, file)
    known = {*components, *CONVENTION}
    others = [column for column in columns if column not in known]
    refuse_lookalikes(others, file)
    names = recipe.attribute_names
    if recipe.attributes is None:
        refuse_unclear(others, file)
        names = tuple(column for column in others if holds_numbers(frame[column]))
    require_columns(frame, names, file)
    if not names:
        raise DataError(f"{file} has no column of numbers that could be an attribute; it has {', '.join(columns)}")
    units = recipe.units_of(names)
    layout = RatingsLayout(
        components=components,
        attributes=[RatedAttribute(name, name, unit=unit) for name, unit in zip(names, units, strict=True)],
        participant="participant" if "participant" in columns else None,
        strata=["stratum"] if "stratum" in columns else [],
    )
    return RawRatings(file, frame, layout)


def _averaged(raw: RawRatings, n_units: int) -> str:
    """Say that rows of one unit were averaged although no participant is named; empty where none were."""
    if len(raw.frame) <= n_units:
        return ""
    unread = [column for column in raw.frame.columns if column not in raw.layout.columns()]
    rest = f"; not read: {', '.join(unread)}" if unread else ""
    return (
        f"{raw.file}: {len(raw.frame):,} rows of {n_units} units were averaged, since no column is called participant, "
        f"so there is no reliability{rest}"
    )


def _taken(raw: RawRatings) -> str:
    """Say which columns were taken as attributes, and which were not read."""
    names = [attribute.name for attribute in raw.layout.attributes]
    unread = [column for column in raw.frame.columns if column not in raw.layout.columns()]
    rest = f"; not read, since they hold no number: {', '.join(unread)}" if unread else ""
    return f"{raw.file}: no attributes were named, so these columns of numbers are: {', '.join(names)}{rest}"


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
