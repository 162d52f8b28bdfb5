"""Data sets that files hold or a function computes."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import partial
from pathlib import Path

import pandas as pd

from azeotrope.datasets.layout import Layout, RawTable, read_csv
from azeotrope.datasets.recipe import DatasetRecipe, RawData
from azeotrope.datasets.sources import Source, fetch
from azeotrope.datasets.split_column import SplitColumn


@dataclass(frozen=True)
class SourceTable:
    """One source file with its layout.

    Attributes
    ----------
    source
        The file.
    layout
        What its columns mean, those that `split_column` adds included.
    split_column
        A column that holds several identifiers, which become columns of their own; None where there is none.
    """

    source: Source
    layout: Layout
    split_column: SplitColumn | None = None

    def read(self, path: Path) -> RawTable:
        """Return the raw table that the fetched file holds."""
        frame = read_csv(path, self.source.file)
        if self.split_column is not None:
            frame = self.split_column(frame, self.source.file)
        return RawTable(self.source.file, frame, self.layout)

    def key(self, sha256: str) -> str:
        """Return a text that changes with the file's content and how it is read."""
        return f"{sha256}:{self.layout}:{self.split_column}"


@dataclass(frozen=True, kw_only=True)
class FileDataset(DatasetRecipe):
    """A published data set, downloaded once and checked by its hash where that is known."""

    tables: Sequence[SourceTable]

    @property
    def unverified(self) -> bool:
        """See `DatasetRecipe.unverified`: true where a file's hash is not known."""
        return any(table.source.sha256 is None for table in self.tables)

    @property
    def citation(self) -> str:
        """See `DatasetRecipe.citation`."""
        return "; ".join(dict.fromkeys(table.source.citation for table in self.tables))

    def open(self, cache_folder: Path, mirror_folder: Path | None, *, progress: bool) -> RawData:
        """See `DatasetRecipe.open`."""
        fetched = [
            fetch(table.source, cache_folder=cache_folder, mirror_folder=mirror_folder, progress=progress)
            for table in self.tables
        ]

        def read() -> list[RawTable]:
            return [table.read(file.path) for table, file in zip(self.tables, fetched, strict=True)]

        key = "|".join(table.key(file.sha256) for table, file in zip(self.tables, fetched, strict=True))
        unconfirmed = tuple(
            table.source.file
            for table, file in zip(self.tables, fetched, strict=True)
            if not file.hash_matched and table.source.sha256 is not None
        )
        return RawData(key, read, unconfirmed)


@dataclass(frozen=True, kw_only=True)
class ComputedDataset(DatasetRecipe):
    """A data set that a function computes on first use; it is never called measured.

    Attributes
    ----------
    compute
        Partial function that returns the raw table; its arguments are the data set's size and seed.
    layout
        What the columns of that table mean.
    """

    compute: "partial[pd.DataFrame]"
    layout: Layout
    origin: str = "computed"

    def open(self, cache_folder: Path, mirror_folder: Path | None, *, progress: bool) -> RawData:
        """See `DatasetRecipe.open`."""

        def read() -> list[RawTable]:
            frame = self.compute()
            text = frame.map(lambda cell: "" if pd.isna(cell) else str(cell))
            return [RawTable(self.name, text, self.layout)]

        function = self.compute.func
        key = f"{function.__module__}.{function.__name__}({sorted(self.compute.keywords.items())})|{self.layout}"
        return RawData(key, read)
