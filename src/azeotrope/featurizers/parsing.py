"""SMILES that a featurizer is given, as RDKit molecules."""

from typing import TYPE_CHECKING

from azeotrope.errors import MoleculeError

if TYPE_CHECKING:
    from rdkit.Chem import Mol


def read_smiles(smiles: str) -> "Mol":
    """Return the RDKit molecule of a SMILES, which has at least one atom.

    Raises
    ------
    MoleculeError
        When RDKit cannot read it, or it is empty.
    """
    from rdkit.Chem import MolFromSmiles
    from rdkit.rdBase import BlockLogs

    with BlockLogs():
        molecule = MolFromSmiles(smiles)
    if molecule is None or molecule.GetNumAtoms() == 0:
        raise MoleculeError("unparsable_identifier", smiles, "RDKit cannot read this SMILES")
    return molecule
