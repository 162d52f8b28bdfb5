import json
from pathlib import Path

import pytest
from typer.testing import CliRunner

from azeotrope.apps.building import load_dataset
from azeotrope.apps.cli import app
from azeotrope.apps.recipes import dataset_names, recipe_tree
from azeotrope.errors import ConfigError, DataError

GOOD = (
    "smiles_1,fraction_1,smiles_2,fraction_2,temperature,value\n"
    "CCO,0.5,O,0.5,298.15,1.0\nCCO,1,,,298.15,0.4\nO,1,,,298.15,0.6\n"
)


@pytest.fixture
def own_file(tmp_path: Path) -> Path:
    file = tmp_path / "my data=1,[a].csv"
    file.write_text(GOOD)
    return file


def test_every_published_data_set_is_listed_with_its_source() -> None:
    result = CliRunner().invoke(app, ["data", "list"])
    assert result.exit_code == 0
    for name in dataset_names():
        assert name in result.stdout


def test_what_was_never_read_from_a_real_file_is_listed_as_unverified(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", "400")
    lines = CliRunner().invoke(app, ["data", "list"]).stdout.splitlines()
    unverified = {line.split()[0] for line in lines if "unverified" in line}
    assert unverified == {"bierling", "solvation", "solubility", "vaporization_enthalpy"}


def test_a_data_set_without_an_address_says_which_file_to_put_where(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("AZEOTROPE_MIRROR", str(tmp_path))
    result = CliRunner().invoke(app, ["data", "fetch", "solubility"])
    assert isinstance(result.exception, DataError)
    assert "solubility/MixtureSolDB.csv" in str(result.exception)
    assert "AZEOTROPE_MIRROR" in str(result.exception)


def test_a_good_file_passes_and_is_counted(own_file: Path) -> None:
    result = CliRunner().invoke(app, ["data", "check", str(own_file), "--json"])
    assert result.exit_code == 0
    facts = json.loads(result.stdout)
    assert (facts["mixture_rows"], facts["pure_rows"], facts["coverage"]) == (1, 2, 1.0)


def test_a_bad_row_is_named_with_column_and_value_and_the_exit_code_says_so(own_file: Path) -> None:
    own_file.write_text(GOOD + "CCO,0.5,Xx,0.5,298.15,1\nCCO,30,O,70,298.15,1\n")
    result = CliRunner().invoke(app, ["data", "check", str(own_file)])
    assert result.exit_code == 1
    assert "row 3" in result.stdout
    assert "'smiles_2'" in result.stdout
    assert "'Xx'" in result.stdout
    assert "percent" in result.stdout


def test_settings_declare_units(own_file: Path) -> None:
    own_file.write_text(GOOD.replace("298.15", "25"))
    kelvin = CliRunner().invoke(app, ["data", "check", str(own_file), "--json"])
    assert "Celsius" in json.loads(kelvin.stdout)["warnings"][0]
    celsius = CliRunner().invoke(app, ["data", "check", str(own_file), "temperature_unit=C", "--json"])
    assert json.loads(celsius.stdout)["warnings"] == []


def test_an_unknown_data_set_or_setting_is_answered_with_the_nearest() -> None:
    with pytest.raises(ConfigError, match="'viscosity'"):
        recipe_tree("viscosty")
    with pytest.raises(ConfigError, match="'temperature_unit'"):
        recipe_tree("csv", ["temperature_units=C", "path=x"])


def test_a_missing_file_is_named(tmp_path: Path) -> None:
    result = CliRunner().invoke(app, ["data", "check", str(tmp_path / "absent.csv")])
    assert isinstance(result.exception, DataError)
    assert "absent.csv" in str(result.exception)


@pytest.mark.data
def test_show_prints_only_json_to_stdout_where_asked() -> None:
    result = CliRunner().invoke(app, ["data", "show", "mon", "--json"])
    facts = json.loads(result.stdout)
    assert facts["pure_molecules"] == 332
    assert facts["paper"]["pure_molecules"] == 332
    assert facts["rejections"] == {"fractions_do_not_close": 4, "charged": 1}


@pytest.mark.parametrize(
    "setting", ["temperature_unit=F", "fraction_kind=volume", "percent_allowed=nope", "rules.stereo=x"]
)
def test_a_misspelled_unit_is_never_the_default(own_file: Path, setting: str) -> None:
    result = CliRunner().invoke(app, ["data", "check", str(own_file), setting])
    assert isinstance(result.exception, ConfigError)
    assert setting.split("=")[1] in str(result.exception)


@pytest.mark.parametrize("header", ["T/K", "Temp [K]", "T_K", "temperature / C", "t", "T (degC)"])
def test_a_temperature_under_another_name_is_refused_not_ignored(own_file: Path, header: str) -> None:
    own_file.write_text(GOOD.replace("temperature", header))
    result = CliRunner().invoke(app, ["data", "check", str(own_file)])
    assert isinstance(result.exception, DataError)
    assert header in str(result.exception)


def test_no_pure_references_are_said_to_cost_the_excess(own_file: Path) -> None:
    own_file.write_text(GOOD.replace("O,1,,,298.15,0.6\n", ""))
    result = CliRunner().invoke(app, ["data", "check", str(own_file)])
    assert "every excess metric will be null" in " ".join(result.stdout.split())


def test_ratings_are_listed_with_their_attributes_and_scales(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", "400")
    lines = CliRunner().invoke(app, ["data", "list"]).stdout.splitlines()
    found = {line.split()[0]: line for line in lines}
    for part in ("intensity, pleasantness", "0-7 scale, 1-7 scale", "Keller et al. 2012"):
        assert part in found["keller_2012"]
    assert "ratings_csv" not in found


@pytest.mark.data
def test_show_counts_ratings_and_tells_what_is_not_used_and_what_is_suspicious() -> None:
    facts = json.loads(CliRunner().invoke(app, ["data", "show", "ma", "--json"]).stdout)
    counts = {"rows": 6660, "units": 222, "pairs": 198, "molecules": 72, "participants": 60}
    assert {key: facts[key] for key in counts} == facts["expected"] == counts
    assert facts["paper"]["participants"] == 30
    assert facts["attributes"] == {"intensity": "0-10 scale", "pleasantness": "0-10 scale"}
    assert len(facts["warnings"]) == 3
    facts = json.loads(CliRunner().invoke(app, ["data", "show", "keller_2012", "--json"]).stdout)
    assert facts["identities"] == {"used": 52, "excluded": 23, "rejected": 2}
    assert len(facts["identities_not_used"]) == 25
    assert facts["strata"] == 2


@pytest.mark.data
def test_show_and_fetch_speak_of_ratings_to_people(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", "200")
    shown = CliRunner().invoke(app, ["data", "show", "keller"]).stdout
    for part in ("rated units", "476", "excluded: 2537: the configuration excludes it", "used 476, excluded 4"):
        assert part in shown
    assert "476 rated units ready" in CliRunner().invoke(app, ["data", "fetch", "keller"]).stderr


def test_ratings_without_an_address_say_which_file_to_put_where(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("AZEOTROPE_MIRROR", str(tmp_path))
    result = CliRunner().invoke(app, ["data", "show", "bierling"])
    assert isinstance(result.exception, DataError)
    assert "bierling/data.csv" in str(result.exception)


@pytest.mark.parametrize("name", ["keller", "ratings_csv"])
def test_no_model_is_trained_on_ratings_and_audit_py_is_named(tmp_path: Path, name: str) -> None:
    settings = ["path=my.csv", "attributes=[x]"] if name == "ratings_csv" else []
    with pytest.raises(ConfigError, match=rf"python audit\.py claim=geometry dataset={name}"):
        load_dataset(recipe_tree(name, settings), tmp_path, None, progress=False)


def test_a_file_without_a_usable_row_lists_them_all_and_the_error_has_the_hint(own_file: Path) -> None:
    own_file.write_text("smiles_1,fraction_1,smiles_2,fraction_2,value\nCCO,50,O,50,1\nCCO,100,,,1\n")
    result = CliRunner().invoke(app, ["data", "check", str(own_file)])
    lines = result.stdout.splitlines()
    assert [line.partition(" (")[0] for line in lines] == ["row 0", "row 1"]
    assert all("fractions_do_not_close" in line and "looks like percent" in line for line in lines)
    assert isinstance(result.exception, DataError)
    assert "no row of" in str(result.exception)
    assert "looks like percent" in str(result.exception)
    as_json = CliRunner().invoke(app, ["data", "check", str(own_file), "--json"])
    assert [row["row"] for row in json.loads(as_json.stdout)["rejected_rows"]] == [0, 1]


def test_a_check_ends_with_what_training_does_with_bad_rows(own_file: Path) -> None:
    own_file.write_text(GOOD + "CCO,0.5,Xx,0.5,298.15,1\n")
    stops = CliRunner().invoke(app, ["data", "check", str(own_file)]).stdout.splitlines()[-1]
    assert stops.startswith(
        f"training stops at the first of them: {own_file.name}, row 3 (0-based, header not counted)"
    )
    goes_on = CliRunner().invoke(app, ["data", "check", str(own_file), "rules.on_rejection=drop"])
    last = goes_on.stdout.splitlines()[-1]
    assert last.startswith("training goes on without them (1 of 4 rows); they are listed in ")
    assert "Xx" in Path(last.rpartition(" listed in ")[2]).read_text()
    own_file.write_text(GOOD)
    assert "training" not in CliRunner().invoke(app, ["data", "check", str(own_file)]).stdout


def test_a_check_counts_rows_as_training_does(own_file: Path, tmp_path: Path) -> None:
    own_file.write_text(GOOD + "CCO,0.5,Xx,0.5,298.15,1\n")
    checked = CliRunner().invoke(app, ["data", "check", str(own_file)]).stdout
    with pytest.raises(DataError) as trained:
        load_dataset(recipe_tree("csv", [f"path={json.dumps(str(own_file))}"]), tmp_path, None, progress=False)
    place = "row 3 (0-based, header not counted): "
    assert place in checked
    assert place in str(trained.value)
