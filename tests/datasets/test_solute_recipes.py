"""Data sets whose real files were never at hand, read from small stand-ins with the columns of the publications."""

from collections.abc import Sequence
from pathlib import Path

import numpy as np
import pandas as pd
import pytest
from hydra.utils import instantiate
from omegaconf import OmegaConf

from azeotrope.datasets.dataset import Dataset
from azeotrope.datasets.recipe import DatasetRecipe
from azeotrope.datasets.references import pure_values
from azeotrope.datasets.summary import dataset_warnings, summarise
from azeotrope.errors import DataError

CONF = Path(__file__).resolve().parents[2] / "conf" / "dataset"
FILES = {
    "solvation": ["MixSolvGH-QM.csv"],
    "solubility": ["MixtureSolDB.csv", "BigSolDBv2_1.csv"],
    "vaporization_enthalpy": ["MiscibleSolventData.csv"],
}
SOLVATION = ["inchi_solute", "inchi_solvent1", "inchi_solvent2", "frac_solvent1", "Gsolv (kcal/mol)"]
MIXTURE_SOLUBILITY = [
    *("SMILES_Solute", "Temperature_K", "Solubility(mole_fraction)", "LogS(mole_fraction)"),
    *("Solvent1", "Solvent2", "SMILES_Solvent1", "SMILES_Solvent2", "Fraction_Solvent1", "Fraction_Type", "Source"),
]
PURE_SOLUBILITY = [
    *("SMILES_Solute", "Temperature_K", "Solvent", "SMILES_Solvent", "Solubility(mole_fraction)", "LogS(mol/L)"),
]
VAPORIZATION = [
    "label",
    *(f"SMILES_{i}" for i in range(5)),
    *(f"comp_{i}" for i in range(5)),
    "heat_of_vaporization_kcal_per_mol",
]
WATER, ETHANOL, ACID = "O", "CCO", "OC(=O)c1ccccc1"
WATER_INCHI, ETHANOL_INCHI = "InChI=1S/H2O/h1H2", "InChI=1S/C2H6O/c1-2-3/h3H,2H2,1H3"


def recipe(name: str) -> DatasetRecipe:
    found = instantiate(OmegaConf.load(CONF / f"{name}.yaml"), _convert_="all")
    assert isinstance(found, DatasetRecipe)
    return found


def write(folder: Path, name: str, file: str, columns: Sequence[str], rows: Sequence[Sequence[object]]) -> None:
    (folder / name).mkdir(parents=True, exist_ok=True)
    pd.DataFrame(rows, columns=list(columns)).to_csv(folder / name / file, index=False)


def load(folder: Path, name: str) -> Dataset:
    return recipe(name).load(folder / "cache", folder)


def solubility_row(
    fraction: object = 0.5, kind: str = "mole", *, x: object = 0.01, log_x: object = -2.0, kelvin: float = 298.15
) -> list[object]:
    return [ACID, kelvin, x, log_x, "ethanol", "water", ETHANOL, WATER, fraction, kind, "10.1/x"]


def solubility(folder: Path, mixed: Sequence[Sequence[object]], pure: Sequence[Sequence[object]] = ()) -> Dataset:
    write(folder, "solubility", "MixtureSolDB.csv", MIXTURE_SOLUBILITY, mixed)
    write(folder, "solubility", "BigSolDBv2_1.csv", PURE_SOLUBILITY, pure)
    return load(folder, "solubility")


def compositions(dataset: Dataset) -> list[dict[str, float]]:
    mixtures = dataset.table.mixtures
    return [
        {
            mixtures.molecules.smiles[mixtures.component[i]]: float(mixtures.mole_fraction[i])
            for i in range(mixtures.offsets[row], mixtures.offsets[row + 1])
        }
        for row in range(len(mixtures))
    ]


def solutes(dataset: Dataset) -> list[str]:
    mixtures = dataset.table.mixtures
    assert mixtures.solute is not None
    return [mixtures.molecules.smiles[i] for i in mixtures.solute]


def reasons(dataset: Dataset) -> list[tuple[int, str]]:
    return list(zip(dataset.report.rejected["row"], dataset.report.rejected["reason"], strict=True))


@pytest.mark.parametrize(("name", "files"), FILES.items())
def test_without_its_file_a_data_set_says_which_to_put_where(name: str, files: list[str], tmp_path: Path) -> None:
    with pytest.raises(DataError) as error:
        load(tmp_path, name)
    cache = tmp_path / "cache" / "sources" / name / files[0]
    for part in (f"{name}/{files[0]}", "by hand", "AZEOTROPE_MIRROR", str(cache)):
        assert part in str(error.value)
    assert not cache.exists()


@pytest.mark.parametrize("name", FILES)
def test_what_was_never_read_from_a_real_file_says_so(name: str) -> None:
    found = recipe(name)
    assert found.unverified
    assert found.paper
    assert not found.expected


def test_solvation_infers_the_second_solvent_and_reads_pure_solvents(tmp_path: Path) -> None:
    rows = [
        (ACID, WATER_INCHI, ETHANOL_INCHI, 0.25, -7.0),
        (ACID, WATER_INCHI, "", 1.0, -8.0),
        (ACID, WATER, ETHANOL, 0.0, -6.0),
        (ETHANOL_INCHI, ETHANOL, WATER, 0.7, -5.0),
    ]
    write(tmp_path, "solvation", "MixSolvGH-QM.csv", SOLVATION, rows)
    dataset = load(tmp_path, "solvation")
    assert compositions(dataset) == [{"O": 0.25, "CCO": 0.75}, {"O": 1.0}, {"CCO": 1.0}, {"CCO": 0.7, "O": 0.3}]
    assert solutes(dataset) == ["O=C(O)c1ccccc1"] * 3 + ["CCO"]
    assert dataset.table.value.tolist() == [-7.0, -8.0, -6.0, -5.0]
    assert (dataset.info.origin, dataset.info.unit) == ("computed", "kcal/mol")
    assert summarise(dataset).coverage == 0.5  # the other solute has no pure references
    assert summarise(dataset).ideal_rmse == pytest.approx(0.5)  # 0.25 * -8 + 0.75 * -6 = -6.5
    assert any("unverified" in warning for warning in dataset_warnings(dataset))


def test_solvation_rejects_what_it_would_have_to_guess(tmp_path: Path) -> None:
    rows = [
        (ACID, WATER, "", 0.5, 1),
        (ACID, WATER, ETHANOL, "", 1),
        (ACID, WATER, ETHANOL, 1.2, 1),
        (ACID, "", ETHANOL, 0.5, 1),
        ("", WATER, ETHANOL, 0.5, 1),
        ("[Na+].[Cl-]", WATER, ETHANOL, 0.5, 1),
        (ACID, WATER, ETHANOL, 0.5, 1),
    ]
    write(tmp_path, "solvation", "MixSolvGH-QM.csv", SOLVATION, rows)
    dataset = load(tmp_path, "solvation")
    assert len(dataset.table) == 1
    assert reasons(dataset) == [
        (0, "fractions_do_not_close"),
        (1, "missing_fraction"),
        (2, "negative_fraction"),
        (3, "missing_identifier"),
        (4, "missing_solute"),
        (5, "disconnected_fragments"),
    ]
    details = dataset.report.rejected["detail"].tolist()
    assert details[1] == f"column 'frac_solvent1' is empty for {WATER!r}"
    assert details[2] == "the fraction that is left for column 'inchi_solvent2' = -0.2 is negative"


def test_solubility_converts_mass_and_rejects_volume(tmp_path: Path) -> None:
    """Half ethanol by mass is 18.015 / (18.015 + 46.069) = 0.2811 by mole."""
    kinds = ["mole", "Mass", "volume", "", "molar?"]
    dataset = solubility(tmp_path, [solubility_row(kind=kind) for kind in kinds])
    assert compositions(dataset) == [{"CCO": 0.5, "O": 0.5}, {"CCO": 0.281, "O": 0.719}]
    assert reasons(dataset) == [(row, "unknown_fraction_kind") for row in (2, 3, 4)]
    assert "column 'Fraction_Type' = 'volume'" in dataset.report.rejected["detail"].iloc[0]
    assert dataset.report.repairs["mass_fraction_converted"] == 1


@pytest.mark.parametrize("kind", ["mole", "mass", "volume"])
def test_a_pure_solvent_is_pure_by_any_kind_of_fraction(kind: str, tmp_path: Path) -> None:
    dataset = solubility(tmp_path, [solubility_row(1, kind), solubility_row(0, kind)])
    assert compositions(dataset) == [{"CCO": 1.0}, {"O": 1.0}]


def test_solubility_is_the_logarithm_as_given_or_else_of_the_mole_fraction(tmp_path: Path) -> None:
    rows = [
        solubility_row(0.1, log_x=-1.5, x=0.9),  # the given logarithm counts
        solubility_row(0.2, log_x="NA", x=0.001),
        solubility_row(0.3, log_x="", x=0),
        solubility_row(0.4, log_x="", x=2),
        solubility_row(0.5, log_x="", x="NA"),
        solubility_row(0.6, log_x=0.1),
        solubility_row(0.7, log_x="", x="much"),
        solubility_row(0.8, log_x="", x=1),
    ]
    dataset = solubility(tmp_path, rows)
    assert dataset.table.value.tolist() == [-1.5, -3.0, 0.0]
    assert reasons(dataset) == [
        (2, "not_positive"),
        (3, "value_out_of_range"),
        (4, "missing_value"),
        (5, "value_out_of_range"),
        (6, "not_a_number"),
    ]
    detail = dataset.report.rejected["detail"].tolist()
    assert detail[0] == "column 'Solubility(mole_fraction)' = '0' has no logarithm; it is not positive"
    assert detail[2] == "column 'LogS(mole_fraction)' or log10 of column 'Solubility(mole_fraction)' is empty"


def test_pure_solubilities_of_both_files_are_references_at_their_temperature(tmp_path: Path) -> None:
    """LogS(mol/L) of the pure file is another quantity and is not read."""
    mixed = [solubility_row(0.5, log_x=-2.0), solubility_row(1, log_x=-1.0)]
    pure = [
        [ACID, 298.0, "water", WATER, 0.0001, 7.7],  # papers round the same temperature
        [ACID, 308.15, "water", WATER, 0.01, 7.7],
        [ETHANOL, 298.15, "water", WATER, 0.1, 7.7],
        [ACID, 298.15, "PEG 400", "-", 0.1, 7.7],
    ]
    dataset = solubility(tmp_path, mixed, pure)
    assert dataset.table.value.tolist() == pytest.approx([-2.0, -1.0, -4.0, -2.0, -1.0])
    assert reasons(dataset) == [(3, "missing_identifier")]
    references = pure_values(dataset.table, dataset.info.reference_temperature_bin_k)
    assert sorted(references[:2].tolist()) == pytest.approx([-4.0, -1.0])
    assert summarise(dataset).ideal_rmse == pytest.approx(0.5)


def test_vaporization_enthalpy_reads_mole_percent_of_up_to_five_components(tmp_path: Path) -> None:
    rows = [
        ["water", "O", *[""] * 4, 100, *[""] * 4, 10.5],
        ["ethanol|water", "CCO", "O", *[""] * 3, 40, 60, *[""] * 3, 10.0],
        ["a|b|c|d|e", "O", "CO", "CCO", "CCCO", "CC(C)=O", 20, 20, 20, 20, 20, 9.0],
        ["ethanol|water", "CCO", "O", *[""] * 3, 40, 50, *[""] * 3, 10.0],
        ["salt", "[Na+].[Cl-]", *[""] * 4, 100, *[""] * 4, 10.0],
    ]
    write(tmp_path, "vaporization_enthalpy", "MiscibleSolventData.csv", VAPORIZATION, rows)
    dataset = load(tmp_path, "vaporization_enthalpy")
    assert compositions(dataset)[:2] == [{"O": 1.0}, {"CCO": 0.4, "O": 0.6}]
    np.testing.assert_array_equal(dataset.table.mixtures.mole_fraction[-5:], 0.2)
    assert dataset.table.mixtures.solute is None
    assert reasons(dataset) == [(3, "fractions_do_not_close"), (4, "disconnected_fragments")]
    assert dataset.info.origin == "computed"


def test_a_new_file_in_the_mirror_is_read_instead_of_the_cached_one(tmp_path: Path) -> None:
    for value in (1.0, 2.0):
        write(tmp_path, "solvation", "MixSolvGH-QM.csv", SOLVATION, [(ACID, WATER, ETHANOL, 0.5, value)])
        assert load(tmp_path, "solvation").table.value.tolist() == [value]
