import numpy as np
import pytest

from azeotrope.chemistry.identity import parse_molecule
from azeotrope.chemistry.molecules import Molecules


def molecules_of(*smiles: str, stereo: str = "keep") -> Molecules:
    return Molecules.of((parse_molecule(text) for text in smiles), stereo)


@pytest.mark.parametrize("stereo", ["keep", "drop"])
def test_no_molecules(stereo: str) -> None:
    molecules = molecules_of(stereo=stereo)
    assert len(molecules) == 0
    assert molecules.molar_mass_g_per_mol.shape == (0,)
    assert molecules.group.shape == (0,)
    assert molecules.index == {}


def test_one_molecule() -> None:
    molecules = molecules_of("O")
    assert molecules.inchi == ("InChI=1S/H2O/h1H2",)
    assert molecules.smiles == ("O",)
    assert molecules.group.tolist() == [0]


def test_molecules_are_distinct_and_sorted_by_inchi_whatever_their_order() -> None:
    molecules = molecules_of("O", "OCC", "C", "C(O)C", "O")
    assert molecules.inchi == tuple(sorted(molecules.inchi))
    assert len(molecules) == 3
    assert molecules.inchi == molecules_of("C", "CCO", "O").inchi
    assert [molecules.index[inchi] for inchi in molecules.inchi] == [0, 1, 2]
    water = molecules.index["InChI=1S/H2O/h1H2"]
    assert molecules.molar_mass_g_per_mol[water] == pytest.approx(18.015, abs=1e-3)
    assert molecules.smiles[water] == "O"


def test_trap_stereo_isomers_are_two_molecules_with_keep() -> None:
    molecules = molecules_of("C/C=C/C", "C/C=C\\C", "O")
    assert len(molecules) == 3
    np.testing.assert_array_equal(molecules.group, [0, 1, 2])


def test_trap_stereo_isomers_group_as_one_with_drop_and_keep_their_smiles() -> None:
    molecules = molecules_of("C/C=C/C", "C/C=C\\C", "CC=CC", "O", stereo="drop")
    butenes = [position for position, smiles in enumerate(molecules.smiles) if smiles != "O"]
    assert len(molecules) == 4
    assert set(molecules.group[butenes]) == {butenes[0]}
    assert molecules.group[molecules.index["InChI=1S/H2O/h1H2"]] not in molecules.group[butenes]
    assert set(molecules.smiles) == {"C/C=C/C", "C/C=C\\C", "CC=CC", "O"}
