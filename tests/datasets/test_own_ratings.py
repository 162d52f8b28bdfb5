from pathlib import Path
from typing import Any

import numpy as np
import pytest

from azeotrope.datasets.own_ratings import CsvRatings
from azeotrope.datasets.ratings import RatingsTable
from azeotrope.errors import ConfigError, DataError


def load(folder: Path, text: str, **settings: Any) -> RatingsTable:
    path = folder / "my.csv"
    path.write_text(text)
    return CsvRatings(name="mine", path=str(path), **settings).load(folder / "cache")


def refusal(folder: Path, text: str, **settings: Any) -> str:
    with pytest.raises((DataError, ConfigError)) as caught:
        load(folder, text, **settings)
    return str(caught.value)


def test_the_identity_is_the_unit_and_rows_of_one_participant_are_averaged(tmp_path: Path) -> None:
    text = "smiles,participant,stratum,sweet,note\nCCO,a,lab,1,x\nOCC,a,lab,3,y\nO,a,lab,5,z\nO,b,home,7,NaN\n"
    table = load(tmp_path, text)
    assert (table.info.attributes, table.info.units) == (("sweet",), ("?",))
    assert (table.participants, table.strata) == (("a", "b"), ("lab", "home"))
    ethanol = [unit.startswith("InChI=1S/C2H6O") for unit in table.unit_ids].index(True)
    np.testing.assert_array_equal(table.ratings[:, ethanol, 0], [2, np.nan])
    np.testing.assert_array_equal(table.means[1 - ethanol], [6])
    assert table.identities["status"].tolist() == ["used"] * 3


def test_mixtures_are_numbered_columns_in_any_order(tmp_path: Path) -> None:
    text = "smiles_2,smiles_1,sweet\nCCO,O,1\nO,OCC,3\n,CO,5\n"
    table = load(tmp_path, text)
    assert len(table) == 2
    assert sorted(table.means.ravel()) == [2, 5]
    assert table.units.n_components.tolist().count(2) == 1


def test_the_attributes_may_be_named_with_their_units(tmp_path: Path) -> None:
    text = "smiles,id,sweet,sour\nO,1,5,6\nCO,2,7,9\n"
    table = load(tmp_path, text, attributes=["sour", "sweet"], units=["mm", "0-9 scale"])
    assert (table.info.attributes, table.info.units) == (("sour", "sweet"), ("mm", "0-9 scale"))
    assert CsvRatings(name="mine", path="x", attributes=["sour"]).attribute_units == {"sour": "?"}
    assert CsvRatings(name="mine", path="x", units=["mm"]).attribute_units == {}
    assert "1 units for 2 attributes" in refusal(tmp_path, text, attributes=["sour", "sweet"], units=["mm"])
    assert "'bitter'" in refusal(tmp_path, text, attributes=["bitter"])


def test_a_bad_smiles_is_named_by_row_column_and_string(tmp_path: Path) -> None:
    message = refusal(tmp_path, "smiles_1,smiles_2,x\nO,CO,1\nO,CC(,2\n")
    for part in ("my.csv", "row 1 ", "'smiles_2'", "'CC('"):
        assert part in message
    assert "fragments" in refusal(tmp_path, "smiles,x\nC[NH3+].[Cl-],1\n")
    assert len(load(tmp_path, "smiles,x\nC[NH3+].[Cl-],1\n", allow_salts=True)) == 1
    assert "row 0 " in refusal(tmp_path, "smiles,x\n,1\n")


def test_a_column_of_numbers_and_words_is_an_error_not_ignored(tmp_path: Path) -> None:
    message = refusal(tmp_path, "smiles,sweet\nO,1\nCO,very\n")
    for part in ("row 1 ", "'sweet'", "'very'"):
        assert part in message


@pytest.mark.parametrize(
    ("header", "named"),
    [
        ("smiles,x,Participant", "'participant'"),
        ("smiles,x,participants", "'participant'"),
        ("smiles_1,x,SMILES_2", "'smiles_2'"),
        ("smiles,x,fraction_1", "equal shares"),
        ("smiles,x,smiles_1", "number all of them or none"),
        ("molecule,x,note", "no column smiles (or smiles_1); it has molecule, x, note"),
        ("SMILES,x,note", "rename SMILES to smiles"),
        ("name,canonical_smiles,note", "rename canonical_smiles to smiles"),
        ("SMILES_1,SMILES_2,x", "rename SMILES_1 to smiles_1"),
        ("smiles,x, x", "'x' and ' x' differ in blanks only"),
        ("smiles,a b,a_b", "'a b' and 'a_b'"),
        ("smiles,a+b,A b", "'a+b' and 'A b'"),
        ("smiles,x,%", "'%' names no attribute"),
        ("smiles_1,x,smiles_01", "same component"),
    ],
)
def test_a_header_that_would_be_misread_is_refused(tmp_path: Path, header: str, named: str) -> None:
    assert named in refusal(tmp_path, f"{header}\nO,1,1\nCO,2,2\n")


def test_a_file_without_numbers_or_without_existence_is_named(tmp_path: Path) -> None:
    assert "no column of numbers" in refusal(tmp_path, "smiles,note\nO,good\n")
    assert "is 1 for all 2 units" in refusal(tmp_path, "smiles,x\nO,1\nCO,1\n")
    with pytest.raises(DataError, match=r"the path of mine is .*absent\.csv, which is not a file"):
        CsvRatings(name="mine", path=str(tmp_path / "absent.csv")).load(tmp_path)


def test_guessed_attributes_and_what_was_not_read_are_told(tmp_path: Path) -> None:
    text = "smiles,participant,stratum, sweet ,purity,note\nO,a,lab,1,12%,x\nCO,a,lab,2,99%,y\n"
    guessed = load(tmp_path, text)
    assert guessed.info.attributes == ("sweet",)
    (told,) = guessed.warnings
    assert told.startswith("my.csv: no attributes were named, so these columns of numbers are: sweet; not read")
    assert told.endswith(": purity, note")
    assert load(tmp_path, text, attributes=[" sweet"]).warnings == ()
    assert load(tmp_path, "smiles,sweet\nO,1\nCO,2\n").warnings[0].endswith("columns of numbers are: sweet")


@pytest.mark.parametrize("index", ["", " ", "Unnamed: 0", "Unnamed: 0.1"])
def test_trap_the_index_of_a_data_frame_is_no_attribute(tmp_path: Path, index: str) -> None:
    text = f"{index},smiles,sweet\n0,O,1\n1,CO,2\n"
    message = refusal(tmp_path, text)
    for part in ("my.csv", repr(index.strip()), "without it"):
        assert part in message
    assert load(tmp_path, text, attributes=["sweet"]).info.attributes == ("sweet",)


@pytest.mark.parametrize(
    "column", ["subject", "Dilution", "replicate", "concentration", "id", "row", "SubjectID", "CID"]
)
@pytest.mark.parametrize("cells", [("1", "2"), ("a", "b")])
def test_trap_ids_and_conditions_are_no_attributes_by_guess(
    tmp_path: Path, column: str, cells: tuple[str, str]
) -> None:
    text = f"smiles,{column},sweet\nO,{cells[0]},1\nCO,{cells[1]},2\n"
    message = refusal(tmp_path, text)
    for part in ("my.csv", repr(column), "attributes=["):
        assert part in message
    assert load(tmp_path, text, attributes=["sweet"]).info.attributes == ("sweet",)


@pytest.mark.parametrize("settings", [{"attributes": "intensity"}, {"attributes": ["x"], "units": "intensity"}])
def test_trap_a_text_is_no_list_of_letters(settings: dict[str, Any]) -> None:
    with pytest.raises(ConfigError, match=r"write \[intensity\]"):
        CsvRatings(name="mine", path="x", **settings)


def test_numbers_may_name_columns_and_units(tmp_path: Path) -> None:
    info = load(tmp_path, "smiles,1,2\nO,5,6\nCO,7,9\n", attributes=[1, 2], units=[10, None]).info
    assert (info.attributes, info.units) == (("1", "2"), ("10", "?"))


def test_trap_a_value_that_overflows_is_named(tmp_path: Path) -> None:
    message = refusal(tmp_path, "smiles,sweet\nO,1\nCO,1e300\n")
    for part in ("my.csv", "row 1 ", "'sweet'", "'1e300'", "1e+100"):
        assert part in message


def test_a_file_of_another_separator_is_told_so(tmp_path: Path) -> None:
    for rows in ("O;1;2", "O;1,5;2"):
        message = refusal(tmp_path, f"smiles;a;b\n{rows}\n")
        for part in ("separated by a semicolon", "by a comma", "decimals with a point"):
            assert part in message
