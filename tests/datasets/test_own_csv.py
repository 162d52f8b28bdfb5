from pathlib import Path

import numpy as np
import pytest

from azeotrope.datasets.curation import CurationRules
from azeotrope.datasets.dataset import Dataset
from azeotrope.datasets.layout import Layout
from azeotrope.datasets.loading import FileDataset
from azeotrope.datasets.own_csv import CsvDataset, convention, declared_layout
from azeotrope.errors import ConfigError, DataError

BINARY = "smiles_1,fraction_1,smiles_2,fraction_2"
DECLARED = Layout((), None, temperature_unit="C", fraction_kind="mass", percent_allowed=True)


def columns_of(header: str, *, with_value: bool = True) -> Layout:
    return convention(header.split(","), "my.csv", DECLARED, with_value=with_value)


def load(folder: Path, content: str | bytes, **declared: object) -> Dataset:
    path = folder / "my.csv"
    path.write_bytes(content if isinstance(content, bytes) else content.encode())
    recipe = CsvDataset(name="mine", quantity="boiling", unit="K", path=str(path), **declared)
    return recipe.load(folder / "cache")


def refusal(folder: Path, content: str | bytes, **declared: object) -> str:
    with pytest.raises(DataError) as caught:
        load(folder, content, **declared)
    assert "my.csv" in str(caught.value)
    return str(caught.value)


def test_the_whole_convention() -> None:
    found = columns_of("note,value,fraction_2,smiles_2,solute,smiles_1,temperature,fraction_1")
    assert (list(found.identifiers), list(found.fractions)) == (["smiles_1", "smiles_2"], ["fraction_1", "fraction_2"])
    assert (found.value, found.temperature, found.solute) == ("value", "temperature", "solute")
    assert (found.temperature_unit, found.fraction_kind, found.percent_allowed) == ("C", "mass", True)


@pytest.mark.parametrize(
    "header", ["smiles_0,fraction_0,smiles_1,fraction_1,value", "inchi_1,fraction_1,smiles_2,fraction_2,value"]
)
def test_numbering_starts_at_0_or_1_and_inchi_stands_for_smiles(header: str) -> None:
    found = columns_of(header)
    assert [*found.identifiers, *found.fractions] == [header.split(",")[i] for i in (0, 2, 1, 3)]


def test_components_are_paired_by_number_not_by_position() -> None:
    found = columns_of("smiles_10,smiles_9,smiles_2,fraction_2,fraction_9,fraction_10,value")
    assert list(found.identifiers) == ["smiles_2", "smiles_9", "smiles_10"]
    assert list(found.fractions) == ["fraction_2", "fraction_9", "fraction_10"]


def test_a_file_without_fractions_holds_pure_compounds(tmp_path: Path) -> None:
    assert columns_of("smiles_1,value").fractions == ()
    assert load(tmp_path, "smiles_1,value\nO,1\nCCO,2\n").table.mixtures.is_pure.all()


def test_no_value_is_asked_for_in_prediction() -> None:
    assert columns_of(BINARY, with_value=False).value is None
    assert columns_of(f"{BINARY},value", with_value=False).value is None
    with pytest.raises(DataError, match="'value'"):
        columns_of(BINARY)


@pytest.mark.parametrize("header", ["fraction_1,value", "value", "molecule,value", "smiles,fraction,value"])
def test_a_file_without_a_component_is_refused_with_its_columns(header: str) -> None:
    with pytest.raises(DataError, match=r"my\.csv has no column smiles_1") as caught:
        columns_of(header)
    assert header.replace(",", ", ") in str(caught.value)


@pytest.mark.parametrize(
    ("header", "lonely"),
    [
        ("smiles_1,fraction_1,smiles_2,value", "smiles_2"),
        ("smiles_1,fraction_1,fraction_2,value", "fraction_2"),
        ("smiles_0,fraction_1,value", "smiles_0"),
    ],
)
def test_trap_a_component_without_its_partner_column_is_refused(header: str, lonely: str) -> None:
    with pytest.raises(DataError, match=f"column {lonely!r} has no partner"):
        columns_of(header)


@pytest.mark.parametrize("header", ["smiles_1,inchi_1,fraction_1,value", "smiles_1,smiles_01,fraction_1,value"])
def test_one_component_named_twice_is_refused(header: str) -> None:
    with pytest.raises(DataError, match="are the same component"):
        columns_of(header)


@pytest.mark.parametrize(
    "lookalike",
    [
        "Temperature",
        "temperature_k",
        "temperature (K)",
        "temprature",
        "Solute",
        "solutes",
        "Value",
        "values",
        "SMILES_3",
        "Fraction_3",
        " smiles_3",
        "InChI_3",
    ],
)
def test_a_column_that_looks_like_one_of_the_convention_is_never_ignored(lookalike: str) -> None:
    with pytest.raises(DataError) as caught:
        columns_of(f"{BINARY},value,{lookalike}")
    assert repr(lookalike) in str(caught.value)
    assert "rename" in str(caught.value)


@pytest.mark.parametrize("column", ["note", "source", "doi", "pressure", "uncertainty", "id", "name_1"])
def test_other_columns_are_left_alone(column: str) -> None:
    assert columns_of(f"{BINARY},value,{column}") == columns_of(f"{BINARY},value")


def test_a_file_that_does_not_exist_is_named(tmp_path: Path) -> None:
    recipe = CsvDataset(name="mine", quantity="boiling", unit="K", path=str(tmp_path / "nothing.csv"))
    with pytest.raises(DataError, match=r"dataset\.path: .*nothing\.csv is not a file"):
        recipe.load(tmp_path / "cache")


def test_the_home_folder_may_be_abbreviated(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("HOME", str(tmp_path))
    (tmp_path / "my.csv").write_text("smiles_1,value\nO,1\n")
    recipe = CsvDataset(name="mine", quantity="boiling", unit="K", path="~/my.csv")
    assert len(recipe.load(tmp_path / "cache").table) == 1


def test_an_empty_file_and_a_header_alone_are_refused(tmp_path: Path) -> None:
    assert "empty" in refusal(tmp_path, "")
    assert "the files are empty" in refusal(tmp_path, f"{BINARY},value\n")


def test_one_row(tmp_path: Path) -> None:
    dataset = load(tmp_path, f"{BINARY},value\nCCO,0.5,O,0.5,7\n")
    assert dataset.table.row_ids() == ["my.csv:0"]
    assert (dataset.info.dataset, dataset.info.unit) == ("mine", "K")


def test_a_byte_order_mark_quotes_and_windows_line_ends_are_read(tmp_path: Path) -> None:
    content = f'\ufeff{BINARY},value\r\n"CCO","0.5","O","0.5","7"\r\n'
    assert load(tmp_path, content).table.value.tolist() == [7.0]


def test_trap_a_decimal_comma_is_named_by_row_column_and_string(tmp_path: Path) -> None:
    content = f'{BINARY},value\nCCO,0.5,O,0.5,7\nCCO,"0,5",O,"0,5",7\n'
    message = refusal(tmp_path, content, rules=CurationRules(on_rejection="raise"))
    for part in ("row 1", "'fraction_1'", "'0,5'"):
        assert part in message


def test_trap_an_unquoted_decimal_comma_never_shifts_columns(tmp_path: Path) -> None:
    assert "row 0" in refusal(tmp_path, "smiles_1,fraction_1,value\nCCO,1,7,5\n")


def test_another_separator_is_refused_with_the_columns_found(tmp_path: Path) -> None:
    assert "smiles_1;value" in refusal(tmp_path, "smiles_1;value\nO;1\n")


def test_a_file_that_is_not_utf8_is_refused(tmp_path: Path) -> None:
    assert "save it as UTF-8" in refusal(tmp_path, f"{BINARY},value,note\nCCO,1,,,1,\xe9\n".encode("latin-1"))


def test_trap_a_column_named_twice_is_refused(tmp_path: Path) -> None:
    assert "twice" in refusal(tmp_path, "smiles_1,fraction_1,smiles_1,fraction_1,value\nCCO,0.5,O,0.5,1\n")


@pytest.mark.parametrize("extra", ["row", "file", "reason", "detail"])
def test_a_users_column_may_have_a_name_of_rejected_csv(tmp_path: Path, extra: str) -> None:
    content = f"smiles_1,value,{extra}\nO,1,kept\nCC(,2,mine\n"
    for _ in range(2):  # curated, then from the cache
        rejected = load(tmp_path, content).report.rejected
        assert rejected.loc[0, ["file", "row", "reason"]].tolist() == ["my.csv", 1, "unparsable_identifier"]
        assert "mine" in rejected.iloc[0].tolist()
    assert "row 1" in refusal(tmp_path, content, rules=CurationRules(on_rejection="raise"))


def test_what_is_declared_reaches_the_table(tmp_path: Path) -> None:
    """45.9 % of ethanol in water by mass, at 25 degC: 0.9963 and 3.0030 mol in 100 g, so x = 0.249."""
    content = f"{BINARY},temperature,value\nCCO,45.9,O,54.1,25,7\n"
    dataset = load(tmp_path, content, temperature_unit="C", fraction_kind="mass", percent_allowed=True)
    mixtures = dataset.table.mixtures
    np.testing.assert_array_equal(mixtures.mole_fraction, [0.249, 0.751])
    np.testing.assert_array_equal(mixtures.temperature_k, [298.15])
    inferred = load(tmp_path, f"{BINARY},value\nCCO,0.4,O,,7\n", infer_last_fraction=True)
    np.testing.assert_array_equal(inferred.table.mixtures.mole_fraction, [0.4, 0.6])


def test_the_declarations_of_a_config_are_a_layout_without_columns(tmp_path: Path) -> None:
    recipe = CsvDataset(
        name="mine",
        quantity="q",
        unit="u",
        path=str(tmp_path),
        temperature_unit="C",
        fraction_kind="mass",
        percent_allowed=True,
    )
    assert declared_layout(recipe).columns() == []
    assert convention(["smiles_1", "value"], "my.csv", declared_layout(recipe)) == convention(
        ["smiles_1", "value"], "my.csv", DECLARED
    )


def test_another_recipe_has_no_column_convention() -> None:
    with pytest.raises(ConfigError, match="other"):
        declared_layout(FileDataset(name="other", quantity="boiling", unit="K", tables=[]))
