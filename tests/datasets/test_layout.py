from dataclasses import replace
from pathlib import Path

import pandas as pd
import pytest

from azeotrope.datasets.layout import Layout, RawTable, read_csv
from azeotrope.errors import DataError

HEADER = "smiles_1,fraction_1,value"


def read(folder: Path, content: str | bytes) -> pd.DataFrame:
    path = folder / "my.csv"
    path.write_bytes(content if isinstance(content, bytes) else content.encode())
    return read_csv(path, "my.csv")


def refusal(folder: Path, content: str | bytes) -> str:
    with pytest.raises(DataError) as caught:
        read(folder, content)
    assert "my.csv" in str(caught.value)
    return str(caught.value)


def test_a_header_alone_is_a_table_without_rows(tmp_path: Path) -> None:
    frame = read(tmp_path, f"{HEADER}\n")
    assert frame.shape == (0, 3)
    assert list(frame.columns) == HEADER.split(",")


def test_one_row_without_a_final_newline(tmp_path: Path) -> None:
    assert read(tmp_path, f"{HEADER}\nCCO,1,2.50").to_dict("records") == [
        {"smiles_1": "CCO", "fraction_1": "1", "value": "2.50"}
    ]


def test_every_cell_stays_the_string_that_stands_there(tmp_path: Path) -> None:
    frame = read(tmp_path, f'{HEADER}\n"C(=O)O", 007 ,NA\n"a ""b"", c",,1e3\n')
    assert frame.to_numpy().tolist() == [["C(=O)O", " 007 ", "NA"], ['a "b", c', "", "1e3"]]


def test_a_quoted_cell_may_hold_a_line_break(tmp_path: Path) -> None:
    assert read(tmp_path, f'{HEADER}\nCCO,1,"2\n3"\nCO,1,4\n')["value"].tolist() == ["2\n3", "4"]


@pytest.mark.parametrize("newline", ["\n", "\r\n"])
def test_blank_lines_are_no_rows(tmp_path: Path, newline: str) -> None:
    assert len(read(tmp_path, newline.join([HEADER, "CCO,1,2", "", "CO,1,3", "", ""]))) == 2


def test_a_byte_order_mark_is_not_part_of_the_first_column(tmp_path: Path) -> None:
    assert read(tmp_path, f"\ufeff{HEADER}\nCCO,1,2\n").columns[0] == "smiles_1"


def test_a_missing_file_is_named(tmp_path: Path) -> None:
    with pytest.raises(DataError, match=r"my\.csv does not exist"):
        read_csv(tmp_path / "nothing.csv", "my.csv")


@pytest.mark.parametrize("content", ["", "\ufeff", "\n\n"])
def test_an_empty_file_is_refused(tmp_path: Path, content: str) -> None:
    refusal(tmp_path, content)


def test_a_file_that_is_not_utf8_is_refused(tmp_path: Path) -> None:
    assert "save it as UTF-8" in refusal(tmp_path, f"{HEADER}\nCCO,1,\xe9\n".encode("latin-1"))


@pytest.mark.parametrize("content", [f"{HEADER}\nCCO,1,2\n".encode("utf-16"), b"PK\x03\x04\xff\x00\x00"])
def test_a_spreadsheet_or_other_binary_file_is_refused(tmp_path: Path, content: bytes) -> None:
    refusal(tmp_path, content)


@pytest.mark.parametrize(
    "rows",
    [
        "CCO,1,0,5\n",  # a decimal comma in every row would shift every column by one
        "CCO,1,2,\nCO,1,3,\n",  # a trailing comma as well
        "CCO,1,2\nCO,1,0,5\n",
    ],
)
def test_trap_a_row_with_more_cells_than_the_header_never_shifts_columns(tmp_path: Path, rows: str) -> None:
    assert "cells" in refusal(tmp_path, f"{HEADER}\n{rows}")


@pytest.mark.parametrize("rows", ["CCO,1\n", "CO,1,3\nCCO,1\n", "CCO\n"])
def test_trap_a_row_with_fewer_cells_than_the_header_is_refused(tmp_path: Path, rows: str) -> None:
    assert "cells" in refusal(tmp_path, f"{HEADER}\n{rows}")


def test_a_ragged_row_is_named_by_its_number(tmp_path: Path) -> None:
    assert "row 2" in refusal(tmp_path, f"{HEADER}\nCO,1,3\nCO,1,3\nCCO,1,0,5\nCO,1\n")


def test_trap_a_column_that_stands_twice_is_refused_not_renamed(tmp_path: Path) -> None:
    assert "'smiles_1' twice" in refusal(tmp_path, "smiles_1,fraction_1,smiles_1,fraction_1,value\nCCO,.5,CO,.5,1\n")


@pytest.mark.parametrize("rows", ['"CCO,1,2\nCO,1,3\n', '"CCO"O,1,2\n'])
def test_a_quote_that_does_not_end_its_cell_is_refused(tmp_path: Path, rows: str) -> None:
    refusal(tmp_path, f"{HEADER}\n{rows}")


def layout(**changes: object) -> Layout:
    return Layout(**({"identifiers": ["smiles_1"], "fractions": ["fraction_1"], "value": "value"} | changes))


def test_a_layout_lists_every_column_it_names() -> None:
    full = layout(temperature="t", solute="s", log10_of="x", fraction_kind_column="k")
    assert full.columns() == ["smiles_1", "fraction_1", "value", "x", "t", "s", "k"]
    assert layout(value=None, fractions=()).columns() == ["smiles_1"]


def test_the_last_fraction_column_may_be_lacking_only_where_it_is_inferred() -> None:
    frame = pd.DataFrame({column: ["1"] for column in ("a", "b", "x", "value")}, dtype=str)
    inferring = layout(identifiers=["a", "b"], fractions=["x"], infer_last_fraction=True)
    RawTable("my.csv", frame, inferring)
    assert inferring.fraction_name(0) == "column 'x'"
    assert inferring.fraction_name(1) == "the fraction that is left for column 'b'"
    for wrong in (layout(identifiers=["a", "b"], fractions=["x"]), replace(inferring, identifiers=["a", "b", "value"])):
        with pytest.raises(DataError, match="each component needs exactly one fraction column"):
            RawTable("my.csv", frame, wrong)


def test_a_layout_names_what_its_value_is_read_from() -> None:
    assert layout().value_names() == "column 'value'"
    assert layout(value=None, log10_of="x").value_names() == "log10 of column 'x'"
    assert layout(log10_of="x").value_names() == "column 'value' or log10 of column 'x'"


def test_a_table_without_a_column_of_its_layout_names_file_column_and_the_nearest() -> None:
    frame = pd.DataFrame({"smiles_1": ["C"], "fracton_1": ["1"], "value": ["1"]}, dtype=str)
    with pytest.raises(DataError, match=r"my\.csv has no column 'fraction_1'; did you mean 'fracton_1'\?"):
        RawTable("my.csv", frame, layout())


def test_a_table_without_anything_near_lists_its_columns() -> None:
    frame = pd.DataFrame({"a": ["C"], "b": ["1"]}, dtype=str)
    with pytest.raises(DataError, match=r"my\.csv has no column 'smiles_1'; it has a, b"):
        RawTable("my.csv", frame, layout())


@pytest.mark.parametrize(
    ("identifiers", "fractions"),
    [(["smiles_1"], ["fraction_1", "fraction_2"]), (["smiles_1", "smiles_2"], ["fraction_1"])],
)
def test_trap_a_layout_never_zips_unequal_numbers_of_columns(identifiers: list[str], fractions: list[str]) -> None:
    columns = ("smiles_1", "smiles_2", "fraction_1", "fraction_2", "value")
    frame = pd.DataFrame({column: ["1"] for column in columns}, dtype=str)
    with pytest.raises(DataError, match="each component needs exactly one fraction column"):
        RawTable("my.csv", frame, layout(identifiers=identifiers, fractions=fractions))


def test_any_line_end_and_another_delimiter_are_read(tmp_path: Path) -> None:
    for end in ("\n", "\r\n", "\r"):
        path = tmp_path / "my.txt"
        path.write_bytes(f'a\tb{end}1\t"x, y"{end}'.encode())
        frame = read_csv(path, "my.txt", "\t")
        assert frame.to_dict("list") == {"a": ["1"], "b": ["x, y"]}
    path.write_text("a;b\n1;2;3\n")
    with pytest.raises(DataError, match=r"row 0 .*a cell that holds a semicolon must be quoted"):
        read_csv(path, "my.txt", ";")


@pytest.mark.parametrize("encoding", ["utf-16", "utf-16-le", "utf-16-be"])
def test_trap_utf16_is_told_from_utf8_even_where_it_decodes(tmp_path: Path, encoding: str) -> None:
    assert "save it as UTF-8" in refusal(tmp_path, f"{HEADER}\nCCO,1,2\n".encode(encoding))


def test_a_header_of_another_separator_is_told_so(tmp_path: Path) -> None:
    assert "separated by a semicolon" in refusal(tmp_path, "smiles;value\nCCO;1,5\n")
    assert "separated by a tab" in refusal(tmp_path, "smiles\tvalue\nCCO\t1.5\n")
    path = tmp_path / "my.csv"
    path.write_text("smiles,value\nCCO,1.5\n")
    with pytest.raises(DataError, match=r"separated by a comma, .* its cells by a tab"):
        read_csv(path, "my.csv", "\t")
    assert list(read(tmp_path, "smiles\nC;C\n").columns) == ["smiles"]
