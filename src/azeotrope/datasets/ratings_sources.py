"""Files of a ratings data set: the ratings, what other files add to them by key, and the file of molecules."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

import pandas as pd

from azeotrope.datasets.layout import require_columns
from azeotrope.datasets.ratings_cells import texts
from azeotrope.datasets.ratings_identities import IdentityRules, structures_of
from azeotrope.datasets.ratings_layout import RatingsLayout, RawRatings
from azeotrope.datasets.sources import Source
from azeotrope.errors import DataError

# Reads a source whose cells are separated by the second argument, every cell a string.
Open = Callable[[Source, str], pd.DataFrame]


@dataclass(frozen=True)
class Join:
    """Columns of another file, found by a key and never by position.

    Attributes
    ----------
    source
        The other file.
    key
        Column of the ratings.
    source_key
        Column of the other file with the same ids, each at most once.
    columns
        Name that each joined column gets, and what the other file calls it; empty cells where it lacks the id.
    delimiter
        What separates the cells of the other file.
    """

    source: Source
    key: str
    source_key: str
    columns: Mapping[str, str]
    delimiter: str = ","

    def __call__(self, frame: pd.DataFrame, other: pd.DataFrame, file: str) -> pd.DataFrame:
        """Return the ratings with the joined columns."""
        require_columns(frame, [self.key], file)
        require_columns(other, [self.source_key, *self.columns.values()], self.source.file)
        ids = pd.Index(texts(other[self.source_key]))
        if ids.has_duplicates:
            raise DataError(f"{self.source.file} has {ids[ids.duplicated()][0]!r} twice in column {self.source_key!r}")
        place = ids.get_indexer(pd.Index(texts(frame[self.key])))
        joined = {
            name: other[column].iloc[place].where(place >= 0, "").to_numpy() for name, column in self.columns.items()
        }
        return frame.assign(**joined)


@dataclass(frozen=True)
class RatingsSource:
    """One file of ratings with its layout and the columns that other files add."""

    source: Source
    layout: RatingsLayout
    joins: Sequence[Join] = ()

    def read(self, open_file: Open) -> RawRatings:
        """Return the raw ratings with the joined columns."""
        frame = open_file(self.source, self.layout.delimiter)
        for join in self.joins:
            frame = join(frame, open_file(join.source, join.delimiter), self.source.file)
        return RawRatings(self.source.file, frame, self.layout)


@dataclass(frozen=True)
class MoleculeRegistry:
    """The file that says which molecule a source id is.

    Attributes
    ----------
    source, delimiter
        The file, and what separates its cells.
    identifier, smiles
        Columns of the id and of its SMILES.
    exclude, allow_salts
        See `IdentityRules`.
    """

    source: Source
    identifier: str
    smiles: str
    exclude: Sequence[object] = ()
    allow_salts: bool = False
    delimiter: str = ","

    def rules(self, open_file: Open) -> IdentityRules:
        """Return how source ids become molecules."""
        frame = open_file(self.source, self.delimiter)
        require_columns(frame, [self.identifier, self.smiles], self.source.file)
        structures = structures_of(frame, self.identifier, self.smiles)
        return IdentityRules(structures, self.source.file, self.exclude, self.allow_salts)
