"""Raw tables written as text, so that a test shows the file that it is about."""

import csv
import io
from collections.abc import Callable, Sequence
from typing import Any

import numpy as np
import pandas as pd
import pytest

from azeotrope.chemistry.mixing_rules import LinearMixing
from azeotrope.chemistry.mixtures import Mixtures
from azeotrope.datasets.dataset import CurationReport, Dataset, PropertyInfo
from azeotrope.datasets.layout import Layout, RawTable
from azeotrope.datasets.ratings_layout import RatedAttribute, RatingsLayout, RawRatings
from azeotrope.datasets.table import MixtureTable

RawTableMaker = Callable[..., RawTable]


@pytest.fixture(scope="session")
def raw_table() -> RawTableMaker:
    """Make a raw table from CSV text; columns are found by their names, keyword arguments go to the layout."""

    def make(text: str, file: str = "my.csv", **layout: Any) -> RawTable:
        header, *rows = csv.reader(io.StringIO(text.strip()))
        columns = {
            "identifiers": [column for column in header if column.startswith("smiles_")],
            "fractions": [column for column in header if column.startswith("fraction_")],
            "value": "value",
            "temperature": "temperature" if "temperature" in header else None,
            "solute": "solute" if "solute" in header else None,
        }
        return RawTable(file, pd.DataFrame(rows, columns=header, dtype=str), Layout(**columns | layout))

    return make


@pytest.fixture(scope="session")
def raw_ratings() -> Callable[..., RawRatings]:
    """Make raw ratings from CSV text: component columns start with ``id``, attributes are the one-letter columns."""

    def make(text: str, file: str = "my.csv", **layout: Any) -> RawRatings:
        header, *rows = csv.reader(io.StringIO(text.strip()))
        columns = {
            "components": [column for column in header if column.startswith("id")],
            "attributes": [RatedAttribute(column, column, [0, 10]) for column in header if len(column) == 1],
            "participant": "participant" if "participant" in header else None,
        }
        return RawRatings(file, pd.DataFrame(rows, columns=header, dtype=str), RatingsLayout(**columns | layout))

    return make


@pytest.fixture(scope="session")
def dataset_of() -> Callable[..., Dataset]:
    """Make a curated data set of given compositions and values."""

    def make(mixtures: Mixtures, value: Sequence[float]) -> Dataset:
        count = len(mixtures)
        source = np.zeros(count, dtype=np.int64)
        table = MixtureTable(
            mixtures, np.asarray(value, dtype=np.float64), np.arange(count + 1), source, np.arange(count), ("raw.csv",)
        )
        info = PropertyInfo("example", "example property", "kJ/mol", LinearMixing())
        return Dataset(info, table, CurationReport(count, pd.DataFrame()))

    return make
