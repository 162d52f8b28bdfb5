from collections.abc import Callable

import numpy as np
import pandas as pd
import pytest

from azeotrope.datasets.layout import RawTable
from azeotrope.datasets.parsing import ParsedTable, has_property, is_missing, parse
from azeotrope.datasets.rejections import Rejections

RawTableMaker = Callable[..., RawTable]


def parsed(raw: RawTable) -> tuple[ParsedTable, pd.DataFrame]:
    rejections = Rejections(len(raw.frame))
    table = parse(raw, rejections)
    return table, rejections.frame(raw.file, raw.frame)


def test_no_rows(raw_table: RawTableMaker) -> None:
    table, rejected = parsed(raw_table("smiles_1,fraction_1,temperature,solute,value"))
    assert len(rejected) == 0
    for array in (
        table.row,
        table.slot,
        table.identifier,
        table.fraction,
        table.value,
        table.temperature_k,
        table.solute,
    ):
        assert array is not None
        assert len(array) == 0


def test_one_row(raw_table: RawTableMaker) -> None:
    table, rejected = parsed(raw_table("smiles_1,fraction_1,temperature,solute,value\nCCO,1,300.5,O,-2e-1"))
    assert len(rejected) == 0
    assert (table.row.tolist(), table.slot.tolist(), table.identifier.tolist()) == ([0], [0], ["CCO"])
    assert table.fraction.tolist() == [1.0]
    assert table.value.tolist() == [-0.2]
    assert table.temperature_k is not None
    assert table.temperature_k.tolist() == [300.5]
    assert table.solute is not None
    assert table.solute.tolist() == ["O"]


@pytest.mark.parametrize("cell", ["", " ", "nan", "NaN", "NA", "n/a", "None", "NULL", "-"])
def test_cells_that_say_nothing(cell: str) -> None:
    assert is_missing(pd.Series([cell], dtype=str)).tolist() == [True]


@pytest.mark.parametrize("cell", ["0", "N", "O", "[Na]", "-1", "."])
def test_cells_that_say_something(cell: str) -> None:
    assert is_missing(pd.Series([cell], dtype=str)).tolist() == [False]


@pytest.mark.parametrize(
    "cell", ["0,5", "1,000", "5%", "five", "inf", "-inf", "1e400", "1 000", "\u22125", "0x10", "1_0"]
)
def test_trap_a_cell_that_is_not_a_finite_number_is_rejected_by_row_column_and_string(
    raw_table: RawTableMaker, cell: str
) -> None:
    _, rejected = parsed(raw_table(f'smiles_1,fraction_1,value\nCCO,1,3\nCCO,1,"{cell}"'))
    assert rejected["row"].tolist() == [1]
    assert rejected["reason"].tolist() == ["not_a_number"]
    assert rejected["detail"].tolist() == [f"column 'value' = {cell!r} is not a number"]


def test_blanks_around_numbers_do_not_matter(raw_table: RawTableMaker) -> None:
    table, rejected = parsed(raw_table("smiles_1,fraction_1,value\nCCO, 1 ,  +2.5 "))
    assert len(rejected) == 0
    assert table.value.tolist() == [2.5]


@pytest.mark.parametrize(
    ("header", "row", "reason", "column"),
    [
        ("smiles_1,fraction_1,value", "CCO,1,", "missing_value", "'value' is empty"),
        ("smiles_1,fraction_1,temperature,value", "CCO,1,,3", "missing_temperature", "'temperature' is empty"),
        ("smiles_1,fraction_1,solute,value", "CCO,1,,3", "missing_solute", "'solute' is empty"),
        ("smiles_1,fraction_1,value", ",,3", "missing_identifier", "no component is given"),
        ("smiles_1,fraction_1,temperature,value", "CCO,1,cold,3", "not_a_number", "'temperature' = 'cold'"),
        ("smiles_1,fraction_1,temperature,value", "CCO,1,0,3", "impossible_temperature", "'temperature' = 0 K"),
        ("smiles_1,fraction_1,temperature,value", "CCO,1,-5,3", "impossible_temperature", "'temperature' = -5 K"),
    ],
)
def test_a_missing_or_impossible_cell_rejects_its_row(
    raw_table: RawTableMaker, header: str, row: str, reason: str, column: str
) -> None:
    _, rejected = parsed(raw_table(f"{header}\n{row}"))
    assert rejected["reason"].tolist() == [reason]
    assert column in rejected["detail"].iloc[0]


def test_trap_trailing_empty_slots_are_no_components(raw_table: RawTableMaker) -> None:
    table, rejected = parsed(
        raw_table("smiles_1,smiles_2,smiles_3,fraction_1,fraction_2,fraction_3,value\nCCO,,,1,,0,3\n,O,,,1,,4")
    )
    assert len(rejected) == 0
    assert table.row.tolist() == [0, 1]
    assert table.slot.tolist() == [0, 1]
    assert table.identifier.tolist() == ["CCO", "O"]


def test_trap_one_component_with_two_fractions_is_rejected(raw_table: RawTableMaker) -> None:
    _, rejected = parsed(raw_table("smiles_1,smiles_2,fraction_1,fraction_2,value\nCCO,,0.6,0.4,3"))
    assert rejected["reason"].tolist() == ["missing_identifier"]
    assert rejected["detail"].tolist() == ["column 'fraction_2' = '0.4' but column 'smiles_2' is empty"]


def test_entries_are_sorted_by_row_then_slot(raw_table: RawTableMaker) -> None:
    table, _ = parsed(raw_table("smiles_1,smiles_2,fraction_1,fraction_2,value\nC,O,0.4,0.6,1\nN,F,0.1,0.9,2"))
    assert table.row.tolist() == [0, 0, 1, 1]
    assert table.identifier.tolist() == ["C", "O", "N", "F"]
    np.testing.assert_array_equal(table.fraction, [0.4, 0.6, 0.1, 0.9])


def test_a_table_without_fraction_columns_holds_pure_compounds(raw_table: RawTableMaker) -> None:
    table, rejected = parsed(raw_table("smiles_1,value\nCCO,1\nO,2"))
    assert len(rejected) == 0
    assert table.fraction.tolist() == [1.0, 1.0]


def test_trap_celsius_is_converted_only_where_it_is_declared(raw_table: RawTableMaker) -> None:
    text = "smiles_1,temperature,value\nCCO,25,1\nCCO,-273.14,1"
    kelvin, _ = parsed(raw_table(text.replace("-273.14", "298.15")))
    celsius, rejected = parsed(raw_table(text, temperature_unit="C"))
    assert kelvin.temperature_k is not None
    assert kelvin.temperature_k.tolist() == [25.0, 298.15]
    assert celsius.temperature_k is not None
    np.testing.assert_allclose(celsius.temperature_k, [298.15, 0.01])
    assert len(rejected) == 0


def test_nothing_is_colder_than_absolute_zero_in_celsius(raw_table: RawTableMaker) -> None:
    _, rejected = parsed(raw_table("smiles_1,temperature,value\nCCO,-273.15,1\nCCO,-300,1", temperature_unit="C"))
    assert rejected["reason"].tolist() == ["impossible_temperature"] * 2
    assert "-300 C" in rejected["detail"].iloc[1]


def test_trap_one_temperature_in_celsius_and_in_kelvin_is_the_same_number(raw_table: RawTableMaker) -> None:
    hundredths = range(-5000, 20000, 7)
    celsius = "\n".join(
        f"C,{i // 100 if i >= 0 else -(-i // 100)}.{abs(i) % 100:02d},1" for i in hundredths if abs(i) > 99
    )
    kelvin = "\n".join(f"C,{(i + 27315) // 100}.{(i + 27315) % 100:02d},1" for i in hundredths if abs(i) > 99)
    in_celsius, _ = parsed(raw_table(f"smiles_1,temperature,value\n{celsius}", temperature_unit="C"))
    in_kelvin, _ = parsed(raw_table(f"smiles_1,temperature,value\n{kelvin}"))
    np.testing.assert_array_equal(in_celsius.temperature_k, in_kelvin.temperature_k)


def test_one_temperature_for_all_rows(raw_table: RawTableMaker) -> None:
    table, _ = parsed(raw_table("smiles_1,value\nCCO,1\nO,2", fixed_temperature_k=298.0))
    assert table.temperature_k is not None
    assert table.temperature_k.tolist() == [298.0, 298.0]


def test_compositions_are_read_without_a_value_for_prediction(raw_table: RawTableMaker) -> None:
    table, rejected = parsed(raw_table("smiles_1,fraction_1\nCCO,1", value=None))
    assert len(rejected) == 0
    assert table.value.tolist() == [0.0]


def test_rows_of_another_property_are_no_rejections(raw_table: RawTableMaker) -> None:
    table, rejected = parsed(raw_table("smiles_1,value\nCCO,\nO,2\nO,two", skip_missing_value=True))
    assert rejected["row"].tolist() == [2]
    assert np.isnan(table.value).tolist() == [True, False, True]


def test_trap_the_callers_frame_is_not_mutated(raw_table: RawTableMaker) -> None:
    raw = raw_table("smiles_1,smiles_2,fraction_1,fraction_2,temperature,value\n C,nan,1, ,25,-\nC,O,x,0.5,25,1")
    before = raw.frame.copy(deep=True)
    parsed(raw)
    pd.testing.assert_frame_equal(raw.frame, before)


def test_the_logarithm_is_taken_where_the_value_is_not_given(raw_table: RawTableMaker) -> None:
    table, rejected = parsed(raw_table("smiles_1,x,value\nC,100,5\nC,100,\nC,0,\nC,-1,5\nC,,", log10_of="x"))
    np.testing.assert_array_equal(table.value, [5, 2, np.nan, 5, np.nan])
    assert list(zip(rejected["row"], rejected["reason"], strict=True)) == [(2, "not_positive"), (4, "missing_value")]


def test_the_logarithm_alone_is_a_value(raw_table: RawTableMaker) -> None:
    table, rejected = parsed(raw_table("smiles_1,x\nC,0.01\nC,", value=None, log10_of="x"))
    np.testing.assert_array_equal(table.value, [-2, np.nan])
    assert rejected["detail"].tolist() == ["log10 of column 'x' is empty"]


def test_rows_without_value_and_logarithm_belong_to_another_property(raw_table: RawTableMaker) -> None:
    raw = raw_table("smiles_1,x,value\nC,1,\nC,,1\nC,,", log10_of="x", skip_missing_value=True)
    assert has_property(raw).tolist() == [True, True, False]
