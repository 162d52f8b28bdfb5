"""From raw tables to one row per raw row: parsed, closed, identified; rejected rows set aside with their reason."""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
import pandas as pd

from azeotrope.chemistry.identity import Molecule
from azeotrope.chemistry.mixtures import Mixtures
from azeotrope.chemistry.molecules import Molecules, StereoPolicy
from azeotrope.datasets.entries import Entries, IdentifierBook, close_compositions, identify
from azeotrope.datasets.layout import RawTable
from azeotrope.datasets.parsing import ParsedTable, has_property, parse
from azeotrope.datasets.rejections import Rejections
from azeotrope.datasets.table import MixtureTable
from azeotrope.errors import DataError, MoleculeError
from azeotrope.typing import FloatArray, IntArray

Range = tuple[float | None, float | None]


@dataclass(frozen=True, eq=False)
class Rows:
    """What reading gives.

    Attributes
    ----------
    table
        One row per accepted raw row, values as reported, in file order.
    rejected
        One line per rejected raw row: ``file, row, reason, detail`` and the raw fields.
    repairs
        How many raw rows each repair rule changed; rules that changed none are absent.
    n_read
        Raw rows of this property, accepted or rejected.
    """

    table: MixtureTable
    rejected: pd.DataFrame
    repairs: dict[str, int]
    n_read: int


@dataclass(frozen=True, eq=False)
class _Accepted:
    """What is left of one raw table after parsing and the composition rules."""

    raw: RawTable
    parsed: ParsedTable
    entries: Entries
    rejections: Rejections


@dataclass(frozen=True, eq=False)
class _Books:
    """Identifiers of components and of solutes, which may be salts."""

    components: IdentifierBook
    solutes: IdentifierBook


def read_rows(
    raws: Sequence[RawTable],
    *,
    stereo: StereoPolicy = "keep",
    valid_range: Range = (None, None),
    allow_salts: bool = False,
) -> Rows:
    """Apply the rules that concern a single row; replicates are not averaged.

    Parameters
    ----------
    raws
        Raw tables of one property.
    stereo, valid_range, allow_salts
        See `CurationRules`.
    """
    books = _Books(IdentifierBook(), IdentifierBook(allow_salts=allow_salts))
    repairs: dict[str, int] = {}
    accepted = [_accept(raw, books, valid_range, repairs) for raw in raws]
    molecules = _molecules(accepted, books, stereo)
    table = _assemble(accepted, books, molecules, repairs)
    rejected = [part.rejections.frame(part.raw.file, part.raw.frame) for part in accepted]
    return Rows(
        table,
        pd.concat(rejected, ignore_index=True).fillna(""),
        {rule: count for rule, count in repairs.items() if count},
        len(table) + sum(len(frame) for frame in rejected),
    )


def _accept(raw: RawTable, books: _Books, valid_range: Range, repairs: dict[str, int]) -> _Accepted:
    rejections = Rejections(len(raw.frame), has_property(raw))
    parsed = parse(raw, rejections)
    _reject_out_of_range(raw, parsed, valid_range, rejections)
    _reject_solutes(raw, parsed, books.solutes, rejections)
    entries = close_compositions(parsed, raw, books.components, rejections, repairs)
    return _Accepted(raw, parsed, entries, rejections)


def _reject_out_of_range(raw: RawTable, parsed: ParsedTable, valid_range: Range, rejections: Rejections) -> None:
    low = -np.inf if valid_range[0] is None else valid_range[0]
    high = np.inf if valid_range[1] is None else valid_range[1]
    rows = np.flatnonzero((parsed.value < low) | (parsed.value > high))
    names = raw.layout.value_names()
    details = (f"{names} = {parsed.value[i]:g} is outside [{low:g}, {high:g}]" for i in rows)
    rejections.add(rows, "value_out_of_range", details)


def _reject_solutes(raw: RawTable, parsed: ParsedTable, solutes: IdentifierBook, rejections: Rejections) -> None:
    if parsed.solute is None:
        return
    rows = np.flatnonzero(rejections.accepted)
    found = {text: solutes.lookup(text) for text in pd.unique(parsed.solute[rows])}
    errors = {text: error for text, error in found.items() if isinstance(error, MoleculeError)}
    for row in rows[[text in errors for text in parsed.solute[rows]]] if errors else []:
        error = errors[parsed.solute[row]]
        rejections.add([int(row)], error.reason, [f"column {raw.layout.solute!r}: {error}"])


def _molecules(accepted: Sequence[_Accepted], books: _Books, stereo: StereoPolicy) -> Molecules:
    """Molecules of accepted rows only, components and solutes together."""
    found: list[Molecule | MoleculeError] = []
    for part in accepted:
        found += [books.components.lookup(text) for text in pd.unique(part.entries.identifier)]
        if part.parsed.solute is not None:
            rows = np.flatnonzero(np.bincount(part.entries.row))
            found += [books.solutes.lookup(text) for text in pd.unique(part.parsed.solute[rows])]
    return Molecules.of((item for item in found if isinstance(item, Molecule)), stereo)


def _assemble(
    accepted: Sequence[_Accepted], books: _Books, molecules: Molecules, repairs: dict[str, int]
) -> MixtureTable:
    """Concatenate the accepted rows of all raw tables."""
    rows, components, fractions, counts = [], [], [], []
    for part in accepted:
        row, component, fraction = _identified(part, books, molecules, repairs)
        count = np.bincount(row)
        rows.append(np.flatnonzero(count))
        components.append(component)
        fractions.append(fraction)
        counts.append(count[rows[-1]])
    row = np.concatenate(rows)
    mixtures = Mixtures(
        molecules,
        np.concatenate([[0], np.cumsum(np.concatenate(counts))]).astype(np.int64),
        np.concatenate(components),
        np.concatenate(fractions),
        _joined(accepted, "temperature", [_temperature(part, kept) for part, kept in zip(accepted, rows, strict=True)]),
        _joined(
            accepted,
            "solute",
            [_solutes(part, kept, books, molecules) for part, kept in zip(accepted, rows, strict=True)],
        ),
    )
    return MixtureTable(
        mixtures,
        np.concatenate([part.parsed.value[kept] for part, kept in zip(accepted, rows, strict=True)]),
        np.arange(len(row) + 1),
        np.repeat(np.arange(len(rows)), [len(kept) for kept in rows]),
        row,
        tuple(part.raw.file for part in accepted),
    )


def _identified(
    part: _Accepted, books: _Books, molecules: Molecules, repairs: dict[str, int]
) -> tuple[IntArray, IntArray, FloatArray]:
    return identify(part.entries, part.raw, books.components, molecules, part.rejections, repairs)


def _temperature(part: _Accepted, rows: IntArray) -> FloatArray | None:
    return None if part.parsed.temperature_k is None else part.parsed.temperature_k[rows]


def _solutes(part: _Accepted, rows: IntArray, books: _Books, molecules: Molecules) -> IntArray | None:
    if part.parsed.solute is None:
        return None
    number, texts = pd.factorize(part.parsed.solute[rows])
    found = [books.solutes.lookup(text) for text in texts]
    index = [molecules.index[item.inchi] for item in found if isinstance(item, Molecule)]
    return np.array(index, dtype=np.int64)[number]


def _joined(
    accepted: Sequence[_Accepted], name: str, parts: Sequence[FloatArray | IntArray | None]
) -> np.ndarray | None:
    """Concatenate a context column that every raw table has, or none."""
    present = [part for part in parts if part is not None]
    if not present:
        return None
    if len(present) != len(parts):
        files = ", ".join(part.raw.file for part in accepted)
        raise DataError(f"some of the tables {files} have a {name} and some have none")
    return np.concatenate(present)
