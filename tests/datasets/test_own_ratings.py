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
    assert load(tmp_path, text).info.attributes == ("id", "sweet", "sour")
    table = load(tmp_path, text, attributes=["sour", "sweet"], units=["mm", "0-9 scale"])
    assert (table.info.attributes, table.info.units) == (("sour", "sweet"), ("mm", "0-9 scale"))
    assert CsvRatings(name="mine", path="x", attributes=["sour"]).attribute_units == {"sour": "?"}
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
        ("molecule,x,note", "no column smiles"),
        ("smiles_1,x,smiles_01", "same component"),
    ],
)
def test_a_header_that_would_be_misread_is_refused(tmp_path: Path, header: str, named: str) -> None:
    assert named in refusal(tmp_path, f"{header}\nO,1,1\nCO,2,2\n")


def test_a_file_without_numbers_or_without_existence_is_named(tmp_path: Path) -> None:
    assert "no column of numbers" in refusal(tmp_path, "smiles,note\nO,good\n")
    assert "is 1 for all 2 units" in refusal(tmp_path, "smiles,x\nO,1\nCO,1\n")
    with pytest.raises(DataError, match=r"dataset\.path: .*absent\.csv is not a file"):
        CsvRatings(name="mine", path=str(tmp_path / "absent.csv")).load(tmp_path)
