import pandas as pd
import pytest

from azeotrope.datasets.ratings_headers import refuse_unclear, without_blanks
from azeotrope.errors import DataError


def test_blanks_around_names_are_no_part_of_them() -> None:
    frame = pd.DataFrame([["1", "2"]], columns=[" a ", "b c"])
    assert list(without_blanks(frame, "my.csv").columns) == ["a", "b c"]
    assert list(frame.columns) == [" a ", "b c"]
    assert without_blanks(pd.DataFrame(), "my.csv").shape == (0, 0)
    with pytest.raises(DataError, match=r"my\.csv: the columns 'a' and ' a ' differ in blanks only"):
        without_blanks(pd.DataFrame(columns=["a", " a "]), "my.csv")


@pytest.mark.parametrize("column", ["sweet", "intensity", "refractive index", "row of teeth", "candid", "grid"])
def test_other_columns_are_clear(column: str) -> None:
    refuse_unclear([column], "my.csv")
    refuse_unclear([], "my.csv")


@pytest.mark.parametrize(
    "column", ["mol_id", "replicate1", "Concentration (%)", "index", "row number", "dilution.factor"]
)
def test_a_column_that_may_be_an_id_or_a_condition_is_named(column: str) -> None:
    with pytest.raises(DataError) as caught:
        refuse_unclear(["sweet", column], "my.csv")
    assert f"my.csv: {column!r} may be an id" in str(caught.value)
