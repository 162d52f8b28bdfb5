import numpy as np
import pandas as pd
import pytest

from azeotrope.datasets.ratings_cells import as_text, identifiers, natural_order, numbers, outside_scale, texts
from azeotrope.errors import DataError


@pytest.mark.parametrize(
    ("cell", "text"),
    [("17100.0", "17100"), (" 126 ", "126"), (126, "126"), ("007", "007"), ("-42.00", "-42"), ("1.5", "1.5"), ("", "")],
)
def test_an_id_is_a_text_and_a_whole_number_has_no_decimals(cell: object, text: str) -> None:
    assert as_text(cell) == text


def test_a_participant_named_na_is_no_missing_one_but_a_component_is() -> None:
    cells = pd.Series(["NA", "1.0", " "], dtype=str)
    assert texts(cells).tolist() == ["NA", "1", ""]
    assert identifiers(cells).tolist() == ["", "1", ""]


def test_numbers_are_read_and_what_says_nothing_is_nan() -> None:
    cells = pd.Series(["1.5", "NaN", "", " 2 ", "1.5", "n/a"], dtype=str)
    np.testing.assert_array_equal(numbers(cells, "my.csv", "x"), [1.5, np.nan, np.nan, 2.0, 1.5, np.nan])
    assert numbers(pd.Series([], dtype=str), "my.csv", "x").shape == (0,)


@pytest.mark.parametrize("cell", ["weak", "inf", "1,5"])
def test_a_cell_that_is_no_number_is_named_by_the_files_row(cell: str) -> None:
    cells = pd.Series(["1", cell, cell], index=[4, 9, 11], dtype=str)
    with pytest.raises(DataError) as caught:
        numbers(cells, "my.csv", "x")
    for part in ("my.csv", "row 9 ", "'x'", repr(cell)):
        assert part in str(caught.value)


def test_values_outside_the_scale_are_counted_with_the_first_row() -> None:
    values, rows = np.array([0.0, 10.0, np.nan, 10.1, -1.0]), np.array([3, 4, 5, 8, 9])
    sentence = outside_scale(values, rows, [0, 10], "my.csv", "x")
    assert sentence is not None
    for part in ("my.csv", "'x'", "2 of 4", "row 8 ", "10.1", "0 to 10"):
        assert part in sentence
    assert outside_scale(values[:3], rows[:3], [0, 10], "my.csv", "x") is None


def test_natural_order_counts_numbers_by_value() -> None:
    assert natural_order(["10", "9", "a10", "a9", "9", "", "-1"]) == ["", "9", "10", "-1", "a9", "a10"]


@pytest.mark.parametrize("cell", ["1e300", "-1.1e100"])
def test_trap_a_finite_number_that_overflows_when_squared_is_named(cell: str) -> None:
    cells = pd.Series(["1e100", cell], index=[4, 9], dtype=str)
    with pytest.raises(DataError) as caught:
        numbers(cells, "my.csv", "x")
    for part in ("my.csv", "row 9 ", "'x'", repr(cell), "too large"):
        assert part in str(caught.value)
