import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from rdkit import Chem

from azeotrope.chemistry.identity import parse_molecule, without_stereo
from azeotrope.errors import MoleculeError

ETHANOL = "InChI=1S/C2H6O/c1-2-3/h3H,2H2,1H3"
SOLVENTS = (
    "CCO",
    "CC(C)=O",
    "c1ccccc1O",
    "C[N+](=O)[O-]",
    "C/C=C/C(=O)OCC",
    "C[C@H](O)C(=O)OC",
    "O=S(C)C",
    "FC(F)(F)CO",
)


def reason_of(identifier: str, *, allow_salts: bool = False) -> str:
    with pytest.raises(MoleculeError) as caught:
        parse_molecule(identifier, allow_salts=allow_salts)
    assert repr(identifier) in str(caught.value)
    assert caught.value.identifier == identifier
    return caught.value.reason


def test_ethanol_has_the_published_inchi_and_molar_mass() -> None:
    ethanol = parse_molecule("CCO")
    assert ethanol.inchi == ETHANOL
    assert ethanol.smiles == "CCO"
    assert ethanol.molar_mass_g_per_mol == pytest.approx(2 * 12.011 + 6 * 1.008 + 15.999, abs=2e-3)


@pytest.mark.parametrize("spelling", ["OCC", "C(O)C", "C(C)O", " CCO ", "[CH3][CH2][OH]", "[H]OCC", ETHANOL])
def test_trap_occ_and_coc_are_one_molecule_however_it_is_written(spelling: str) -> None:
    assert parse_molecule(spelling) == parse_molecule("CCO")


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("CN(=O)=O", "C[N+](=O)[O-]"),  # nitro group
        ("Oc1ccccn1", "O=c1cccc[nH]1"),  # mobile hydrogen
        ("C1=CC=CC=C1", "c1ccccc1"),  # Kekule form
        ("CS(C)=O", "C[S+](C)[O-]"),  # sulfoxide
        ("[NH3+]CC(=O)[O-]", "NCC(=O)O"),  # zwitterion
    ],
)
def test_trap_the_same_inchi_written_two_ways_is_one_molecule(one: str, other: str) -> None:
    assert parse_molecule(one).inchi == parse_molecule(other).inchi


@settings(max_examples=25)
@given(smiles=st.sampled_from(SOLVENTS), seed=st.integers(1, 10_000))
def test_identity_does_not_depend_on_the_order_of_atoms(smiles: str, seed: int) -> None:
    (shuffled,) = Chem.MolToRandomSmilesVect(Chem.MolFromSmiles(smiles), 1, randomSeed=seed)
    assert parse_molecule(shuffled) == parse_molecule(smiles)


@pytest.mark.parametrize("smiles", SOLVENTS)
def test_inchi_and_canonical_smiles_are_fixed_points(smiles: str) -> None:
    molecule = parse_molecule(smiles)
    assert parse_molecule(molecule.smiles) == molecule
    assert parse_molecule(molecule.inchi).inchi == molecule.inchi


@pytest.mark.parametrize(
    ("smiles", "inchi", "molar_mass_g_per_mol"),
    [
        ("O", "InChI=1S/H2O/h1H2", 18.015),
        ("C", "InChI=1S/CH4/h1H4", 16.043),
        ("[He]", "InChI=1S/He", 4.003),
        ("[H][H]", "InChI=1S/H2/h1H", 2.016),
        ("N#N", "InChI=1S/N2/c1-2", 28.014),
    ],
)
def test_trap_water_methane_helium_and_hydrogen(smiles: str, inchi: str, molar_mass_g_per_mol: float) -> None:
    molecule = parse_molecule(smiles)
    assert molecule.inchi == inchi
    assert molecule.smiles == smiles
    assert molecule.molar_mass_g_per_mol == pytest.approx(molar_mass_g_per_mol, abs=2e-3)


def test_trap_isotopes_are_molecules_of_their_own_with_their_own_mass() -> None:
    heavy, light = parse_molecule("[2H]O[2H]"), parse_molecule("O")
    assert heavy.inchi == "InChI=1S/H2O/h1H2/i/hD2"
    assert heavy.inchi != light.inchi
    assert heavy.smiles == "[2H]O[2H]"
    assert heavy.molar_mass_g_per_mol == pytest.approx(2 * 2.0141 + 15.999, abs=1e-3)


@pytest.mark.parametrize("mapped", ["[CH3:1][CH2:2][OH:3]", "[CH3:7]CO", "CC[O:2][H:3]"])
def test_trap_atom_maps_are_not_part_of_a_molecule(mapped: str) -> None:
    assert parse_molecule(mapped) == parse_molecule("CCO")


def test_trap_a_polymer_of_1300_characters_has_an_identity_that_ignores_its_direction() -> None:
    polymer = "CCO" * 433 + "N"
    assert len(polymer) == 1300
    assert parse_molecule(polymer).inchi == parse_molecule(polymer[::-1]).inchi
    assert parse_molecule(polymer).inchi != parse_molecule("CCO" + polymer).inchi
    assert parse_molecule(polymer).smiles == Chem.CanonSmiles(polymer)


@pytest.mark.parametrize(
    "smiles", ["C[Al](C)C", "C[Ga](C)C", "C[Sn](C)(C)C", "CC[Pb](CC)(CC)CC", "O=[V](Cl)(Cl)Cl", "[Hg]"]
)
def test_trap_metals_are_rejected(smiles: str) -> None:
    assert reason_of(smiles) == "metal"


@pytest.mark.parametrize("smiles", ["COB(OC)OC", "C[Si](C)(C)C", "C[Ge](C)(C)C", "C[As](C)C", "C[Se]C", "BrBr", "[Xe]"])
def test_trap_boron_silicon_germanium_arsenic_and_rare_elements_are_accepted(smiles: str) -> None:
    assert parse_molecule(smiles).inchi.startswith("InChI=1S/")


@pytest.mark.parametrize(
    ("identifier", "reason"),
    [
        ("", "missing_identifier"),
        ("   ", "missing_identifier"),
        ("CC(", "unparsable_identifier"),
        ("ethanol", "unparsable_identifier"),
        ("C(C)(C)(C)(C)C", "unparsable_identifier"),
        ("InChI=1S/nonsense", "unparsable_identifier"),
        ("*CC", "unparsable_identifier"),
        ("C>>O", "unparsable_identifier"),
        ("CCO.O", "disconnected_fragments"),
        ("C[NH3+].[Cl-]", "disconnected_fragments"),
        ("CC[O-]", "charged"),
        ("[NH4+]", "charged"),
        ("[Na+].[Cl-]", "disconnected_fragments"),
    ],
)
def test_trap_a_bad_identifier_is_refused_with_its_reason(identifier: str, reason: str) -> None:
    assert reason_of(identifier) == reason


@pytest.mark.parametrize("identifier", ["C O", "CC O", "CCO ethanol", "CCO\tO"])
def test_a_blank_inside_an_identifier_is_never_read_as_the_part_before_it(identifier: str) -> None:
    assert reason_of(identifier) == "unparsable_identifier"


def test_trap_salts_are_accepted_only_where_they_are_allowed() -> None:
    salt = "Cl.NC(N)=N"
    assert reason_of(salt) == "disconnected_fragments"
    assert parse_molecule(salt, allow_salts=True).inchi == parse_molecule("NC(=N)N.Cl", allow_salts=True).inchi
    assert parse_molecule("CC[O-]", allow_salts=True).smiles == "CC[O-]"
    assert reason_of("[Na+].[Cl-]", allow_salts=True) == "metal"


@pytest.mark.parametrize(
    ("stereo", "flat"),
    [
        ("C/C=C/C", "CC=CC"),
        ("C/C=C\\C", "CC=CC"),
        ("C[C@H](O)CC", "CC(O)CC"),
        ("C[C@@H](O)CC", "CC(O)CC"),
        ("C[C@H]([2H])O", "CC([2H])O"),
        ("CCO", "CCO"),
    ],
)
def test_without_stereo_leaves_the_inchi_of_the_flat_molecule(stereo: str, flat: str) -> None:
    assert without_stereo(parse_molecule(stereo).inchi) == parse_molecule(flat).inchi


@pytest.mark.parametrize("formula_like_stereo", ["BrBr", "c1ccccc1", "S", "[2H]C"])
def test_without_stereo_keeps_formula_connectivity_hydrogens_and_isotopes(formula_like_stereo: str) -> None:
    inchi = parse_molecule(formula_like_stereo).inchi
    assert without_stereo(inchi) == inchi


def test_stereo_isomers_have_their_own_identity() -> None:
    isomers = ("C/C=C/C", "C/C=C\\C", "CC=CC")
    assert len({parse_molecule(smiles).inchi for smiles in isomers}) == 3
