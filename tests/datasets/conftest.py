"""Raw tables written as text, so that a test shows the file that it is about."""

import csv
import io
from collections.abc import Callable
from typing import Any

import pandas as pd
import pytest

from azeotrope.datasets.layout import Layout, RawTable

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
