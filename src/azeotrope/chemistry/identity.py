"""Molecule identity: the standard InChI computed with explicit hydrogens."""

from dataclasses import dataclass
from functools import lru_cache

from rdkit import Chem
from rdkit.Chem.Descriptors import MolWt  # type: ignore[attr-defined]
from rdkit.Chem.rdchem import Mol
from rdkit.rdBase import BlockLogs

from azeotrope.chemistry.interrupts import rearm_interrupts
from azeotrope.errors import MoleculeError

# Noble gases, halogens, other non-metals, and the metalloids, which organic chemistry treats as non-metals.
NON_METALS = frozenset(
    "H He B C N O F Ne Si P S Cl Ar Ge As Se Br Kr Sb Te I Xe At Rn".split(),
)
STEREO_LAYERS = ("b", "t", "m", "s")


@dataclass(frozen=True, slots=True)
class Molecule:
    """One accepted molecule.

    Attributes
    ----------
    inchi
        Standard InChI computed with explicit hydrogens; the identity.
    smiles
        Canonical isomeric SMILES without atom maps; for display and text encoders.
    molar_mass_g_per_mol
        Molar mass with natural isotope abundance unless isotopes are given.
    """

    inchi: str
    smiles: str
    molar_mass_g_per_mol: float


@lru_cache(maxsize=100_000)
def parse_molecule(identifier: str, *, allow_salts: bool = False) -> Molecule:
    """Return the molecule that a SMILES or InChI names.

    Parameters
    ----------
    identifier
        SMILES, or InChI when it starts with ``InChI=``; surrounding blanks are ignored, one inside is an error
        (RDKit would take what follows it for a name, and read ``C O`` as methane).
    allow_salts
        Accept disconnected fragments and charged atoms (solutes of some data sets are salts).

    Raises
    ------
    MoleculeError
        With reason ``missing_identifier``, ``unparsable_identifier``, ``disconnected_fragments``,
        ``charged`` or ``metal``.

    Examples
    --------
    >>> parse_molecule("OCC").inchi == parse_molecule("C(O)C").inchi
    True
    """
    text = identifier.strip()
    if not text:
        raise MoleculeError("missing_identifier", identifier, "the identifier is empty")
    try:
        return _parsed(text, identifier, allow_salts=allow_salts)
    finally:
        rearm_interrupts()


def without_stereo(inchi: str) -> str:
    """Return the InChI without its stereo layers, so that stereo isomers become equal.

    Isotopic stereo layers are dropped as well; connectivity, hydrogens and isotopes stay.
    """
    head, *layers = inchi.split("/")
    return "/".join([head, *(layer for layer in layers if layer[:1] not in STEREO_LAYERS)])


def _parsed(text: str, identifier: str, *, allow_salts: bool) -> Molecule:
    """Return the molecule of a text without surrounding blanks; messages name the identifier as given."""
    mol = None if len(text.split()) > 1 else _read(text)
    if mol is None or mol.GetNumAtoms() == 0:
        raise MoleculeError("unparsable_identifier", identifier, "RDKit cannot read this identifier")
    _check_allowed(mol, identifier, allow_salts=allow_salts)
    for atom in mol.GetAtoms():
        atom.SetAtomMapNum(0)
    # Rounded, since the last bits of a sum over atoms depend on their order.
    return Molecule(_inchi(mol, identifier), Chem.MolToSmiles(mol), round(float(MolWt(mol)), 6))


def _read(text: str) -> Mol | None:
    with BlockLogs():
        return Chem.MolFromInchi(text) if text.startswith("InChI=") else Chem.MolFromSmiles(text)


def _check_allowed(mol: Mol, identifier: str, *, allow_salts: bool) -> None:
    metals = sorted({atom.GetSymbol() for atom in mol.GetAtoms()} - NON_METALS)
    if "*" in metals:
        raise MoleculeError("unparsable_identifier", identifier, "a dummy atom '*' is not an element")
    if not allow_salts and len(Chem.GetMolFrags(mol)) > 1:
        raise MoleculeError("disconnected_fragments", identifier, "contains disconnected fragments ('.')")
    if metals:
        raise MoleculeError("metal", identifier, f"contains a metal atom ({', '.join(metals)})")
    charge = Chem.GetFormalCharge(mol)
    if charge != 0 and not allow_salts:
        raise MoleculeError("charged", identifier, f"has a formal charge of {charge:+d}")


def _inchi(mol: Mol, identifier: str) -> str:
    with BlockLogs():
        explicit = Chem.AddHs(mol)
        inchi = Chem.MolToInchi(explicit) or Chem.MolToInchi(explicit, options="/LargeMolecules")
    if not inchi:
        raise MoleculeError("unparsable_identifier", identifier, "no InChI can be computed")
    return str(inchi)
