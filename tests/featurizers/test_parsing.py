import pytest

from azeotrope.errors import MoleculeError
from azeotrope.featurizers.parsing import read_smiles


@pytest.mark.parametrize(("smiles", "atoms"), [("O", 1), ("[He]", 1), ("[H][H]", 2), ("[Na+].[Cl-]", 2)])
def test_small_molecules(smiles: str, atoms: int) -> None:
    assert read_smiles(smiles).GetNumAtoms() == atoms


@pytest.mark.parametrize("smiles", ["", "not a molecule", "C(C)(C)(C)(C)C"])
def test_an_unreadable_molecule_is_named_and_nothing_is_printed(smiles: str, capfd: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(MoleculeError) as error:
        read_smiles(smiles)
    assert error.value.identifier == smiles
    assert error.value.reason == "unparsable_identifier"
    assert capfd.readouterr() == ("", "")
