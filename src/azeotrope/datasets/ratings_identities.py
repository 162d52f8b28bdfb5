"""Identities of a ratings table: which molecule each source id is, and which ids are none, with the reason."""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field

import pandas as pd
from rdkit.Chem import InchiToInchiKey

from azeotrope.chemistry.identity import Molecule, parse_molecule
from azeotrope.datasets.ratings_cells import as_text, identifiers, natural_order, texts
from azeotrope.errors import ConfigError, MoleculeError

COLUMNS = ("source_id", "smiles", "inchi", "inchikey", "status", "detail")


@dataclass(frozen=True)
class IdentityRules:
    """How source ids become molecules.

    Attributes
    ----------
    structures
        The different SMILES that the source gives each id; None where an id is itself a SMILES.
    origin
        Name of the file of structures, for messages.
    exclude
        Source ids that are left out.
    allow_salts
        Accept disconnected fragments and charges; metals are never accepted.
    """

    structures: Mapping[str, Sequence[str]] | None = None
    origin: str = ""
    exclude: Sequence[object] = ()
    allow_salts: bool = False


@dataclass(frozen=True, eq=False)
class Identities:
    """Source ids and what became of them.

    Attributes
    ----------
    molecules
        The molecule of each accepted id.
    refused
        Status (``excluded`` or ``rejected``) and reason of each other id.
    smiles
        SMILES of each id as given, where there is one.
    """

    molecules: dict[str, Molecule]
    refused: dict[str, tuple[str, str]]
    smiles: dict[str, str] = field(default_factory=dict)

    def registry(
        self, used: Collection[str], unidentified: pd.DataFrame, *, merged: bool
    ) -> tuple[pd.DataFrame, tuple[str, ...]]:
        """Return the table `RatingsTable.identities` and a warning for each conflict: a molecule of two used ids.

        Parameters
        ----------
        used
            Ids that occur in a unit of the table.
        unidentified
            See `RatingRows.unidentified`.
        merged
            Ids of one molecule are one by intention, so that there is no conflict.
        """
        same: dict[str, list[str]] = {}
        for source_id in natural_order(used):
            same.setdefault(self.molecules[source_id].inchi, []).append(source_id)
        lines = [self._line(each, same, merged=merged) for each in natural_order({*self.molecules, *self.refused})]
        lines += [
            (str(source_id), "", "", "", "excluded", str(detail))
            for source_id, detail in zip(unidentified["source_id"], unidentified["detail"], strict=True)
        ]
        warnings = tuple(
            f"{' and '.join(ids)} are one molecule ({InchiToInchiKey(inchi)}); they stay separate units"
            for inchi, ids in same.items()
            if len(ids) > 1 and not merged
        )
        return pd.DataFrame(lines, columns=list(COLUMNS), dtype=object), warnings

    def _line(self, source_id: str, same: Mapping[str, Sequence[str]], *, merged: bool) -> tuple[str, ...]:
        smiles = self.smiles.get(source_id, "")
        if source_id in self.refused:
            return (source_id, smiles, "", "", *self.refused[source_id])
        inchi = self.molecules[source_id].inchi
        ids = same.get(inchi, [])
        status, detail = "used", ""
        if source_id not in ids:
            status, detail = "excluded", "it occurs only beside components that are not used"
        elif len(ids) > 1:
            status = "used" if merged else "conflict"
            detail = f"the same molecule as {', '.join(each for each in ids if each != source_id)}"
        return source_id, smiles, inchi, InchiToInchiKey(inchi), status, detail


def identify(source_ids: Collection[str], rules: IdentityRules) -> Identities:
    """Find the molecule of each source id by its structure, never by its position.

    Raises
    ------
    ConfigError
        When an id to exclude does not occur.
    """
    excluded = {as_text(source_id) for source_id in rules.exclude}
    absent = natural_order(excluded - set(source_ids))
    if absent:
        raise ConfigError(f"exclude names {', '.join(absent)}, which no rating is about")
    found = Identities({}, {})
    for source_id in natural_order(source_ids):
        smiles = [source_id] if rules.structures is None else list(rules.structures.get(source_id, ()))
        if smiles:
            found.smiles[source_id] = smiles[0]
        if source_id in excluded:
            found.refused[source_id] = ("excluded", "the configuration excludes it")
            continue
        molecule = _molecule(smiles, rules)
        if isinstance(molecule, str):
            found.refused[source_id] = ("rejected", molecule)
        else:
            found.molecules[source_id] = molecule
    return found


def _molecule(smiles: Sequence[str], rules: IdentityRules) -> Molecule | str:
    """Return the one molecule that the structures of an id are, or why there is none."""
    if not smiles:
        return f"{rules.origin} gives it no SMILES"
    try:
        molecules = [parse_molecule(text, allow_salts=rules.allow_salts) for text in smiles]
    except MoleculeError as error:
        return str(error)
    if len({molecule.inchi for molecule in molecules}) > 1:
        return f"{rules.origin} gives it different molecules: {', '.join(smiles)}"
    return molecules[0]


def structures_of(frame: pd.DataFrame, identifier: str, smiles: str) -> dict[str, list[str]]:
    """Return the different SMILES of each id of a file of molecules; ids without any are absent."""
    given = pd.DataFrame({"id": texts(frame[identifier]), "smiles": identifiers(frame[smiles])}).drop_duplicates()
    found: dict[str, list[str]] = {}
    for source_id, text in zip(given["id"], given["smiles"], strict=True):
        if text:
            found.setdefault(source_id, []).append(text)
    return found
