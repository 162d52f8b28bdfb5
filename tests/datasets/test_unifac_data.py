import subprocess
import sys
from collections import Counter

import numpy as np
import pytest
from chemicals import Tb, Tm, search_chemical
from chemicals.dippr import EQ101, EQ106
from chemicals.phase_change import phase_change_data_Perrys2_150
from chemicals.vapor_pressure import Psat_data_Perrys2_8
from rdkit import Chem
from rdkit.Chem.rdMolDescriptors import CalcMolFormula
from thermo import unifac

from azeotrope.chemistry.identity import parse_molecule
from azeotrope.chemistry.units import GAS_CONSTANT_J_PER_MOL_K
from azeotrope.datasets.unifac_data import modified_unifac, smiles_of, vapor_pressure, vaporization_enthalpy
from azeotrope.datasets.unifac_solvents import SOLVENTS
from azeotrope.errors import DataError

CAS_NUMBERS = list(SOLVENTS.values())
ETHANOL, GLYCEROL = "64-17-5", "56-81-5"
# thermo lists the ether group of the rings, CH2-O-CH2 in these solvents, with the atoms of CH2-O.
RING_ETHER, RING_ETHER_ATOMS = 27, {"C": 2, "H": 4, "O": 1}


def hill_formula(atoms: Counter[str]) -> str:
    order = [element for element in ("C", "H") if element in atoms] + sorted(set(atoms) - {"C", "H"})
    return "".join(f"{element}{atoms[element] if atoms[element] > 1 else ''}" for element in order)


def test_there_are_seventy_distinct_solvents() -> None:
    assert len(SOLVENTS) == len(set(CAS_NUMBERS)) == 70


@pytest.mark.parametrize(("name", "cas"), SOLVENTS.items())
def test_name_formula_and_groups_are_of_one_molecule(name: str, cas: str) -> None:
    smiles = smiles_of([cas])[0]
    atoms: Counter[str] = Counter()
    for group, count in unifac.UNIFAC_group_assignment_DDBST(cas, "MODIFIED_UNIFAC").items():
        of_group = RING_ETHER_ATOMS if group == RING_ETHER else unifac.DOUFSG[group].atoms
        atoms.update({element: number * count for element, number in of_group.items() if number})
    formula = CalcMolFormula(Chem.MolFromSmiles(smiles))
    assert search_chemical(name).CASs == cas
    assert search_chemical(cas).formula == formula
    assert hill_formula(atoms) == formula
    assert parse_molecule(smiles).molar_mass_g_per_mol == pytest.approx(search_chemical(cas).MW, rel=1e-4)


def test_every_solvent_is_liquid_at_room_temperature() -> None:
    for cas in CAS_NUMBERS:
        assert Tm(cas) < 298.15 < Tb(cas), cas


def test_correlations_equal_those_of_chemicals() -> None:
    heat, pressure = vaporization_enthalpy(CAS_NUMBERS, 310.0), vapor_pressure(CAS_NUMBERS, 310.0)
    for cas, found_heat, found_pressure in zip(CAS_NUMBERS, heat, pressure, strict=True):
        _, critical, *coefficients, _, _ = phase_change_data_Perrys2_150.loc[cas]
        assert found_heat == pytest.approx(EQ106(310.0, critical, *coefficients), rel=1e-12)
        assert found_pressure == pytest.approx(EQ101(310.0, *Psat_data_Perrys2_8.loc[cas].iloc[1:6]), rel=1e-12)


@pytest.mark.parametrize(
    ("name", "boiling_point_k", "heat_kj_per_mol"),
    [("water", 373.15, 43.99), ("ethanol", 351.4, 42.3), ("benzene", 353.2, 33.8), ("heptane", 371.6, 36.6)],
)
def test_correlations_hold_known_values(name: str, boiling_point_k: float, heat_kj_per_mol: float) -> None:
    cas = [SOLVENTS[name]]
    assert vapor_pressure(cas, boiling_point_k) == pytest.approx(101_325, rel=0.01)
    assert vaporization_enthalpy(cas, 298.15) == pytest.approx(1000 * heat_kj_per_mol, rel=0.01)


def test_pressures_and_heats_obey_clausius_and_clapeyron() -> None:
    """dHvap = R T^2 dlnP/dT for an ideal vapour; real vapours and fitted correlations deviate by a few percent."""
    step = 0.05
    slope = (np.log(vapor_pressure(CAS_NUMBERS, 298.2 + step)) - np.log(vapor_pressure(CAS_NUMBERS, 298.2 - step))) / (
        2 * step
    )
    expected = GAS_CONSTANT_J_PER_MOL_K * 298.2**2 * slope
    np.testing.assert_allclose(vaporization_enthalpy(CAS_NUMBERS, 298.2), expected, rtol=0.08)


@pytest.mark.parametrize("correlation", [vaporization_enthalpy, vapor_pressure])
def test_temperature_outside_the_table_is_named(correlation: type) -> None:
    with pytest.raises(DataError, match=r"Ethanol.*64-17-5.*159\.05 to 514\.0 K, not at 600\.0 K"):
        correlation([ETHANOL], 600.0)


@pytest.mark.parametrize("correlation", [vaporization_enthalpy, vapor_pressure])
def test_compound_outside_the_table_is_named(correlation: type) -> None:
    with pytest.raises(DataError, match=GLYCEROL):
        correlation([ETHANOL, GLYCEROL], 298.15)


def test_compound_without_groups_is_named() -> None:
    with pytest.raises(DataError, match=GLYCEROL):
        modified_unifac([ETHANOL, GLYCEROL])


def test_module_is_imported_without_the_slow_packages() -> None:
    code = "import azeotrope.datasets.unifac, sys; print({'thermo', 'chemicals'} & set(sys.modules))"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "set()"
