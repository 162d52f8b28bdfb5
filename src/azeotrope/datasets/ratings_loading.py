"""Ratings as configuration describes them: source files and layouts in, one `RatingsTable` out."""

from abc import ABC, abstractmethod
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path

import pandas as pd

from azeotrope.datasets.layout import read_csv
from azeotrope.datasets.ratings import RatingsTable
from azeotrope.datasets.ratings_headers import without_blanks
from azeotrope.datasets.ratings_reading import RatingsReading, read_ratings
from azeotrope.datasets.ratings_sources import MoleculeRegistry, RatingsSource
from azeotrope.datasets.ratings_summary import summarise_ratings
from azeotrope.datasets.recipe import UNVERIFIED
from azeotrope.datasets.sources import Source, fetch
from azeotrope.errors import ConfigError


@dataclass(frozen=True, kw_only=True)
class RatingsRecipe(ABC):
    """What every config of ratings says.

    Attributes
    ----------
    name
        Label of runs and tables.
    study
        Whose ratings these are, so that no study replicates itself; see `RatingsInfo`.
    note
        A sentence that is shown wherever the ratings are.
    expected
        Counts (keys of `RatingsSummary`) that the reading must give; another is a warning.
    paper
        Counts that the literature reports, shown beside ours.
    """

    name: str
    study: str = ""
    note: str = ""
    expected: Mapping[str, int] = field(default_factory=dict)
    paper: Mapping[str, int] = field(default_factory=dict)

    def __post_init__(self) -> None:
        if not isinstance(self.name, str) or not self.name.strip():
            raise ConfigError(f"the name of a data set is {self.name!r}; give it a name in words")

    @property
    @abstractmethod
    def attribute_units(self) -> Mapping[str, str]:
        """Unit of each attribute, as far as the config says."""

    @property
    @abstractmethod
    def citation(self) -> str:
        """What to cite."""

    @property
    @abstractmethod
    def unverified(self) -> bool:
        """Whether no real file was at hand when the reading was written and tested."""

    @abstractmethod
    def read(self, cache_folder: Path, mirror_folder: Path | None = None, *, progress: bool = False) -> RatingsReading:
        """Fetch what is needed and read it.

        Raises
        ------
        DataError
            When a source cannot be had or read, or nothing is left.
        """

    def load(self, cache_folder: Path, mirror_folder: Path | None = None, *, progress: bool = False) -> RatingsTable:
        """Return the ratings table; see `read` for errors."""
        table = self.read(cache_folder, mirror_folder, progress=progress).table
        return replace(table, info=replace(table.info, study=self.study))


@dataclass(frozen=True, kw_only=True)
class FileRatings(RatingsRecipe):
    """Published ratings, downloaded once and checked by their hash where that is known.

    Attributes
    ----------
    tables
        The files of ratings; attributes and participants of several are joined by their names.
    registry
        The file of molecules.
    """

    tables: Sequence[RatingsSource]
    registry: MoleculeRegistry

    @property
    def attribute_units(self) -> Mapping[str, str]:
        """See `RatingsRecipe.attribute_units`."""
        return {each.name: each.shown_unit for table in self.tables for each in table.layout.attributes}

    @property
    def citation(self) -> str:
        """See `RatingsRecipe.citation`."""
        return "; ".join(dict.fromkeys(source.citation for source in self._sources()))

    @property
    def unverified(self) -> bool:
        """See `RatingsRecipe.unverified`: true where a file's hash is not known."""
        return any(source.sha256 is None for source in self._sources())

    def read(self, cache_folder: Path, mirror_folder: Path | None = None, *, progress: bool = False) -> RatingsReading:
        """See `RatingsRecipe.read`."""

        def open_file(source: Source, delimiter: str) -> pd.DataFrame:
            found = fetch(source, cache_folder=cache_folder, mirror_folder=mirror_folder, progress=progress)
            return without_blanks(read_csv(found.path, source.file, delimiter), source.file)

        raws = [table.read(open_file) for table in self.tables]
        reading = read_ratings(raws, self.registry.rules(open_file), self.name)
        warnings = (*reading.table.warnings, *self._count_warnings(reading))
        warnings += (UNVERIFIED,) if self.unverified else ()
        return replace(reading, table=replace(reading.table, warnings=warnings))

    def _sources(self) -> Iterator[Source]:
        for table in self.tables:
            yield table.source
            yield from (join.source for join in table.joins)
        yield self.registry.source

    def _count_warnings(self, reading: RatingsReading) -> Iterator[str]:
        """Yield a sentence for each count that is not the expected one."""
        counts = summarise_ratings(reading)
        for key, value in self.expected.items():
            found = getattr(counts, key)
            if found != value:
                yield f"{found:,} {key}, where {value:,} are expected"
