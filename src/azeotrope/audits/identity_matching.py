"""Which molecules two tables share: joined by stereo-aware identity, never by row or by the source's numbers."""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
import pandas as pd

from azeotrope.audits.compounds import inchis_of, named
from azeotrope.chemistry.identity import without_stereo
from azeotrope.datasets.ratings import RatingsTable
from azeotrope.typing import IntArray

MATCHED = "matched"
COLUMNS = ("source_id", "second_source_id", "smiles", "inchi", "inchikey", "status", "detail")


@dataclass(frozen=True, eq=False)
class Matches:
    """Shared molecules and all others.

    Attributes
    ----------
    first, second
        Unit of each shared molecule in either table, shape `(s,)`, sorted by InChI.
    registry
        One row per molecule of either table, sorted by InChI: what the first (``source_id``) and the second
        (``second_source_id``) call it, ``smiles``, ``inchi``, ``inchikey``, ``status`` and ``detail``. The status is
        ``matched``; ``only in first`` or ``only in second``; ``differs in stereo only``, with the partner named;
        ``conflict``, where a table has several units of it; or ``incomplete``, where a shared attribute has no mean.
    """

    first: IntArray
    second: IntArray
    registry: pd.DataFrame


def match_identities(first: RatingsTable, second: RatingsTable, attributes: Sequence[str]) -> Matches:
    """Match the molecules of two tables of pure units that have means on the given attributes.

    Parameters
    ----------
    first, second
        Tables of pure units.
    attributes
        Attributes that both have.
    """
    sides = (_Side.of(first, attributes), _Side.of(second, attributes))
    identities = sorted(set(sides[0].units) | set(sides[1].units))
    rows = [_row(inchi, *sides) for inchi in identities]
    registry = pd.DataFrame(rows, columns=list(COLUMNS))
    shared = [row["inchi"] for row in rows if row["status"] == MATCHED]
    chosen = [np.array([side.units[inchi][0] for inchi in shared], dtype=np.int64) for side in sides]
    return Matches(chosen[0], chosen[1], registry)


@dataclass(frozen=True, eq=False)
class _Side:
    """A table's units of each identity, its identities of each molecule without stereo, and its units with means."""

    table: RatingsTable
    units: dict[str, list[int]]
    flat: dict[str, list[str]]
    rated: frozenset[int]

    @classmethod
    def of(cls, table: RatingsTable, attributes: Sequence[str]) -> "_Side":
        units: dict[str, list[int]] = {}
        flat: dict[str, list[str]] = {}
        for unit, inchi in enumerate(inchis_of(table)):
            units.setdefault(inchi, []).append(unit)
        for inchi in sorted(units):
            flat.setdefault(without_stereo(inchi), []).append(inchi)
        means = np.column_stack([table.attribute(name) for name in attributes])
        return cls(table, units, flat, frozenset(np.flatnonzero(np.isfinite(means).all(axis=1)).tolist()))

    def ids(self, inchi: str) -> str:
        """Return what the source calls a molecule; several names are joined by ``;``."""
        return ";".join(self.table.unit_ids[unit] for unit in self.units.get(inchi, []))

    def partners(self, inchi: str) -> str:
        """Return the molecules that differ from one in stereo only, for people."""
        units = [unit for other in self.flat.get(without_stereo(inchi), []) for unit in self.units[other]]
        return named(self.table, units)


def _row(inchi: str, first: _Side, second: _Side) -> dict[str, str]:
    from rdkit.Chem.inchi import InchiToInchiKey

    side = first if inchi in first.units else second
    molecules = side.table.units.molecules
    status, detail = _status(inchi, first, second)
    return {
        "source_id": first.ids(inchi),
        "second_source_id": second.ids(inchi),
        "smiles": molecules.smiles[molecules.index[inchi]],
        "inchi": inchi,
        "inchikey": str(InchiToInchiKey(inchi)),
        "status": status,
        "detail": detail,
    }


def _status(inchi: str, first: _Side, second: _Side) -> tuple[str, str]:
    """Status of an identity, and what it rests on."""
    named_sides = {"first": first, "second": second}
    several = [
        f"{len(side.units[inchi])} units in the {name}" for name, side in named_sides.items() if _several(inchi, side)
    ]
    if several:
        return "conflict", " and ".join(several)
    absent = [name for name, side in named_sides.items() if inchi not in side.units]
    if absent:
        partners = named_sides[absent[0]].partners(inchi)
        if partners:
            return "differs in stereo only", f"the {absent[0]} has {partners}"
        return ("only in second" if absent == ["first"] else "only in first"), ""
    unrated = [name for name, side in named_sides.items() if side.units[inchi][0] not in side.rated]
    if unrated:
        return "incomplete", f"no mean on some shared attribute in the {' and the '.join(unrated)}"
    return MATCHED, ""


def _several(inchi: str, side: _Side) -> bool:
    return len(side.units.get(inchi, [])) > 1
