from collections.abc import Callable

import numpy as np
import pandas as pd
import pytest

from azeotrope.chemistry.identity import parse_molecule
from azeotrope.datasets.layout import RawTable
from azeotrope.datasets.rows import read_rows
from azeotrope.errors import DataError

RawTableMaker = Callable[..., RawTable]
PURE = "smiles_1,value"


def test_no_rows(raw_table: RawTableMaker) -> None:
    rows = read_rows([raw_table("smiles_1,fraction_1,temperature,solute,value")])
    assert len(rows.table) == 0
    assert len(rows.table.mixtures) == 0
    assert len(rows.rejected) == 0
    assert rows.repairs == {}
    assert rows.n_read == 0


def test_nothing_left(raw_table: RawTableMaker) -> None:
    rows = read_rows([raw_table(f"{PURE}\nCC(,1\nO,")])
    assert len(rows.table) == 0
    assert rows.rejected["reason"].tolist() == ["unparsable_identifier", "missing_value"]
    assert rows.n_read == 2


def test_one_row(raw_table: RawTableMaker) -> None:
    rows = read_rows([raw_table("smiles_1,temperature,solute,value\nCCO,300,O,1.5")])
    mixtures = rows.table.mixtures
    assert rows.table.value.tolist() == [1.5]
    assert rows.table.row_ids() == ["my.csv:0"]
    assert mixtures.temperature_k is not None
    assert mixtures.temperature_k.tolist() == [300.0]
    assert mixtures.solute is not None
    assert [mixtures.molecules.smiles[i] for i in mixtures.solute] == ["O"]
    assert rows.n_read == 1


def test_rows_keep_file_order_values_and_provenance_around_rejections(raw_table: RawTableMaker) -> None:
    first = raw_table(f"{PURE}\nO,1\nCC(,2\nC,3", file="a.csv")
    second = raw_table(f"{PURE}\n[Sn],4\nN,5\nO,6", file="b.csv")
    rows = read_rows([first, second])
    assert rows.table.row_ids() == ["a.csv:0", "a.csv:2", "b.csv:1", "b.csv:2"]
    assert rows.table.value.tolist() == [1.0, 3.0, 5.0, 6.0]
    smiles = [rows.table.mixtures.molecules.smiles[i] for i in rows.table.mixtures.component]
    assert smiles == ["O", "C", "N", "O"]
    assert list(zip(rows.rejected["file"], rows.rejected["row"], strict=True)) == [("a.csv", 1), ("b.csv", 0)]
    assert rows.n_read == 6


def test_rejections_carry_the_raw_fields_of_their_own_file(raw_table: RawTableMaker) -> None:
    first = raw_table('smiles_1,fraction_1,note,value\nCC(, 1 ,"seen, twice",2', file="a.csv")
    second = raw_table("smiles_1,value,paper\n[Sn],4,ours", file="b.csv")
    rejected = read_rows([first, second]).rejected
    assert rejected.columns[:4].tolist() == ["file", "row", "reason", "detail"]
    assert rejected.loc[0, ["smiles_1", "fraction_1", "note", "value"]].tolist() == ["CC(", " 1 ", "seen, twice", "2"]
    assert rejected.loc[1, ["smiles_1", "value", "paper"]].tolist() == ["[Sn]", "4", "ours"]
    assert rejected.loc[1, ["fraction_1", "note"]].tolist() == ["", ""]


def test_a_valid_range_rejects_by_the_reported_value_and_keeps_its_ends(raw_table: RawTableMaker) -> None:
    raw = raw_table(f"{PURE}\nO,0.2999\nO,0.3\nO,1\nO,2\nO,2.01")
    rows = read_rows([raw], valid_range=(0.3, 2.0))
    assert rows.table.value.tolist() == [0.3, 1.0, 2.0]
    assert rows.rejected["row"].tolist() == [0, 4]
    assert set(rows.rejected["reason"]) == {"value_out_of_range"}
    assert "'value' = 0.2999" in rows.rejected["detail"].iloc[0]


@pytest.mark.parametrize(("valid_range", "kept"), [((None, None), [-5, 5]), ((0, None), [5]), ((None, 0), [-5])])
def test_an_open_end_of_the_range_rejects_nothing(
    raw_table: RawTableMaker, valid_range: tuple[float | None, float | None], kept: list[float]
) -> None:
    rows = read_rows([raw_table(f"{PURE}\nO,-5\nO,5")], valid_range=valid_range)
    assert rows.table.value.tolist() == kept
    assert "None" not in "".join(rows.rejected["detail"])


def test_only_molecules_of_accepted_rows_are_known(raw_table: RawTableMaker) -> None:
    text = "smiles_1,fraction_1,smiles_2,fraction_2,value\nC,0.5,CC,0.5,1\nCCC,0.5,[Sn],0.5,1\nCCCC,0.7,CC,0.7,1"
    assert set(read_rows([raw_table(text)]).table.mixtures.molecules.smiles) == {"C", "CC"}


def test_solutes_are_molecules_too_and_a_bad_one_rejects_its_row(raw_table: RawTableMaker) -> None:
    rows = read_rows([raw_table("smiles_1,solute,value\nO,CCO,1\nO,C(,2\nO,N.Cl,3")])
    assert set(rows.table.mixtures.molecules.smiles) == {"O", "CCO"}
    assert rows.rejected["reason"].tolist() == ["unparsable_identifier", "disconnected_fragments"]
    assert rows.rejected["detail"].str.contains("column 'solute'").all()


def test_trap_salts_are_solutes_only_where_the_config_allows_them_and_never_components(
    raw_table: RawTableMaker,
) -> None:
    raw = raw_table("smiles_1,solute,value\nO,N.Cl,3\nN.Cl,O,3")
    rows = read_rows([raw], allow_salts=True)
    assert rows.table.row_ids() == ["my.csv:0"]
    assert rows.rejected["reason"].tolist() == ["disconnected_fragments"]
    salt = parse_molecule("Cl.N", allow_salts=True).inchi
    assert rows.table.mixtures.solute is not None
    assert rows.table.mixtures.molecules.inchi[rows.table.mixtures.solute[0]] == salt


def test_trap_stereo_isomers_are_grouped_by_config_but_keep_their_smiles(raw_table: RawTableMaker) -> None:
    raw = raw_table(f"{PURE}\nC/C=C/C,1\nC/C=C\\C,2")
    keep, drop = (read_rows([raw], stereo=stereo).table.mixtures for stereo in ("keep", "drop"))
    assert len(set(keep.component_set.tolist())) == 2
    assert len(set(drop.component_set.tolist())) == 1
    assert set(drop.molecules.smiles) == {"C/C=C/C", "C/C=C\\C"}


def test_tables_of_one_data_set_agree_whether_there_is_a_temperature(raw_table: RawTableMaker) -> None:
    warm = raw_table("smiles_1,temperature,value\nO,300,1", file="a.csv")
    fixed = raw_table(f"{PURE}\nO,2", file="b.csv", fixed_temperature_k=298.0)
    temperature = read_rows([warm, fixed]).table.mixtures.temperature_k
    assert temperature is not None
    assert temperature.tolist() == [300.0, 298.0]
    with pytest.raises(DataError, match=r"a\.csv, c\.csv have a temperature and some have none"):
        read_rows([warm, raw_table(f"{PURE}\nO,2", file="c.csv")])


def test_rows_of_another_property_are_neither_read_nor_rejected(raw_table: RawTableMaker) -> None:
    raw = raw_table(f"{PURE}\nO,1\nC,\n[Sn],\nCC(,\n[Pb],2", skip_missing_value=True)
    rows = read_rows([raw])
    assert rows.table.row_ids() == ["my.csv:0"]
    assert rows.rejected["row"].tolist() == [4]
    assert rows.n_read == 2
    assert rows.table.mixtures.molecules.smiles == ("O",)


def test_repairs_count_rows_over_all_tables_and_only_of_this_property(raw_table: RawTableMaker) -> None:
    header = "smiles_1,fraction_1,smiles_2,fraction_2,value"
    text = f"{header}\nC,1,O,0,1\nC,0.5,C,0.5,1\nC,0,O,1,"
    rows = read_rows([raw_table(text, skip_missing_value=True), raw_table(f"{header}\nC,0,O,1,1", file="b.csv")])
    assert rows.repairs == {"zero_fraction_dropped": 2, "repeated_component_merged": 1}


def test_a_repeated_component_is_counted_once_per_row(raw_table: RawTableMaker) -> None:
    header = "smiles_1,fraction_1,smiles_2,fraction_2,smiles_3,fraction_3,value"
    rows = read_rows([raw_table(f"{header}\nC,0.5,C,0.25,C,0.25,1\nC,0.5,O,0.5,,,1")])
    assert rows.repairs == {"repeated_component_merged": 1}


def test_trap_raw_tables_are_not_mutated(raw_table: RawTableMaker) -> None:
    raw = raw_table("smiles_1,fraction_1,smiles_2,fraction_2,value\nO,40,CCO,60,1\n[Sn],1,,,2", percent_allowed=True)
    before = raw.frame.copy(deep=True)
    read_rows([raw])
    pd.testing.assert_frame_equal(raw.frame, before)


def test_values_that_are_not_read_are_0(raw_table: RawTableMaker) -> None:
    rows = read_rows([raw_table("smiles_1,fraction_1\nO,1", value=None)])
    np.testing.assert_array_equal(rows.table.value, [0.0])
