import pandas as pd
import pytest

from azeotrope.datasets.split_column import SplitColumn
from azeotrope.errors import DataError

SPLIT = SplitColumn("ssid", ".", ["solvent", "solute"])


def frame(*cells: str) -> pd.DataFrame:
    return pd.DataFrame({"ssid": list(cells), "value": ["1"] * len(cells)}, dtype=str)


def test_no_rows_and_one_row() -> None:
    assert SPLIT(frame(), "my.csv").columns.tolist() == ["ssid", "value", "solvent", "solute"]
    assert SPLIT(frame("CCO.c1ccccc1"), "my.csv").to_numpy().tolist() == [["CCO.c1ccccc1", "1", "CCO", "c1ccccc1"]]


def test_the_callers_table_is_not_changed() -> None:
    given = frame("O.C")
    SPLIT(given, "my.csv")
    assert given.columns.tolist() == ["ssid", "value"]


@pytest.mark.parametrize("cell", ["", "CCO", "CCO.Cl.N"])
def test_trap_a_cell_with_another_number_of_parts_is_not_guessed(cell: str) -> None:
    divided = SPLIT(frame(cell, "O.C"), "my.csv")
    assert divided[["solvent", "solute"]].to_numpy().tolist() == [["", ""], ["O", "C"]]


def test_a_missing_or_taken_column_is_named() -> None:
    with pytest.raises(DataError, match=r"my\.csv has no column 'ssid'; it has value"):
        SPLIT(frame("O.C")[["value"]], "my.csv")
    with pytest.raises(DataError, match=r"my\.csv has a column 'solute' already"):
        SPLIT(frame("O.C").assign(solute="x"), "my.csv")
