"""Composition rules of one raw table: every row's entries become a closed, sorted, repeat-free composition."""

from collections.abc import Iterable
from dataclasses import dataclass, replace

import numpy as np
import pandas as pd

from azeotrope.chemistry.composition import (
    closes,
    merge_repeated,
    mole_fractions_from_mass,
    round_to_thousandths,
    row_sums,
)
from azeotrope.chemistry.identity import Molecule, parse_molecule
from azeotrope.chemistry.molecules import Molecules
from azeotrope.datasets.layout import RawTable
from azeotrope.datasets.parsing import ParsedTable, fraction_kinds
from azeotrope.datasets.rejections import Rejections
from azeotrope.errors import MoleculeError
from azeotrope.typing import BoolArray, FloatArray, IntArray


@dataclass(frozen=True, eq=False)
class Entries:
    """Entries of one raw table in long form: raw row, identifier as written, fraction; sorted by row."""

    row: IntArray
    slot: IntArray
    identifier: np.ndarray
    fraction: FloatArray

    def where(self, keep: BoolArray) -> "Entries":
        """Return the chosen entries."""
        return Entries(self.row[keep], self.slot[keep], self.identifier[keep], self.fraction[keep])


class IdentifierBook:
    """Parses each distinct identifier once; remembers why one is not acceptable."""

    def __init__(self, *, allow_salts: bool = False) -> None:
        self._allow_salts = allow_salts
        self._known: dict[str, Molecule | MoleculeError] = {}

    def lookup(self, identifier: str) -> Molecule | MoleculeError:
        """Return the molecule, or the error that says why there is none."""
        if identifier not in self._known:
            try:
                self._known[identifier] = parse_molecule(identifier, allow_salts=self._allow_salts)
            except MoleculeError as error:
                self._known[identifier] = error
        return self._known[identifier]


def close_compositions(
    parsed: ParsedTable, raw: RawTable, book: IdentifierBook, rejections: Rejections, repairs: dict[str, int]
) -> Entries:
    """Return the accepted, closed entries before identities are merged; rejects and repairs are recorded."""
    entries = Entries(parsed.row, parsed.slot, parsed.identifier, parsed.fraction)
    n_rows = len(raw.frame)
    entries = _fill_last_fraction(entries, raw, rejections, repairs)
    _reject_negative(entries, raw, rejections)
    entries = _percent_to_fraction(_accepted(entries, rejections), raw, repairs, n_rows)
    _reject_open(entries, rejections, n_rows)
    entries = _accepted(entries, rejections)
    _count(repairs, "zero_fraction_dropped", entries.row[entries.fraction == 0])
    entries = entries.where(entries.fraction > 0)
    _reject_molecules(entries, raw, book, rejections)
    _reject_kinds(entries, raw, rejections)
    return _accepted(entries, rejections)


def identify(
    entries: Entries,
    raw: RawTable,
    book: IdentifierBook,
    molecules: Molecules,
    rejections: Rejections,
    repairs: dict[str, int],
) -> tuple[IntArray, IntArray, FloatArray]:
    """Return raw row, molecule index and final mole fraction of each entry of the curated compositions.

    A mixture so dilute that rounding would make it a pure compound is rejected: it is no reference for one.
    """
    n_rows = len(raw.frame)
    number, texts = pd.factorize(entries.identifier)
    component = np.array([molecules.index[_inchi(book, text)] for text in texts], dtype=np.int64)[number]
    by_mass = fraction_kinds(raw)[entries.row] == "mass"
    _count(repairs, "mass_fraction_converted", entries.row[by_mass])
    molar_mass = np.where(by_mass, molecules.molar_mass_g_per_mol[component], 1.0)
    converted = mole_fractions_from_mass(entries.row, entries.fraction, molar_mass, n_rows)
    fraction = np.where(by_mass, converted, entries.fraction)
    row, component, fraction = merge_repeated(entries.row, component, fraction)
    merged = np.bincount(entries.row, minlength=n_rows) > np.bincount(row, minlength=n_rows)
    _count(repairs, "repeated_component_merged", np.flatnonzero(merged))
    was_mixed = np.bincount(row, minlength=n_rows) > 1
    fraction = round_to_thousandths(row, fraction, n_rows)
    dilute = np.flatnonzero(was_mixed & (np.bincount(row[fraction > 0], minlength=n_rows) == 1))
    rejections.add(dilute, "rounds_to_pure", ("all components but one round to 0.000" for _ in dilute))
    keep = (fraction > 0) & rejections.accepted[row]
    _count(repairs, "rounded_to_zero_dropped", row[(fraction == 0) & rejections.accepted[row]])
    return row[keep], component[keep], fraction[keep]


def _inchi(book: IdentifierBook, text: str) -> str:
    found = book.lookup(text)
    if isinstance(found, MoleculeError):
        raise found
    return found.inchi


def _accepted(entries: Entries, rejections: Rejections) -> Entries:
    return entries.where(rejections.accepted[entries.row])


def _count(repairs: dict[str, int], rule: str, rows: IntArray) -> None:
    repairs[rule] = repairs.get(rule, 0) + int(np.count_nonzero(np.bincount(rows)))


def _fill_last_fraction(entries: Entries, raw: RawTable, rejections: Rejections, repairs: dict[str, int]) -> Entries:
    """Infer a row's single missing fraction where the layout allows it; otherwise reject the row."""
    missing = np.isnan(entries.fraction) & rejections.accepted[entries.row]
    per_row = np.bincount(entries.row[missing], minlength=len(raw.frame))
    inferable = missing & (per_row[entries.row] == 1) & raw.layout.infer_last_fraction
    known = row_sums(entries.row, np.nan_to_num(entries.fraction), len(raw.frame))
    filled = np.where(inferable, 1.0 - known[entries.row], entries.fraction)
    filled = np.where(inferable & np.isclose(filled, 0.0, atol=1e-12), 0.0, filled)
    _count(repairs, "last_fraction_inferred", entries.row[inferable])
    lost = np.flatnonzero(missing & ~inferable)
    details = (f"{raw.layout.fraction_name(entries.slot[i])} is empty for {entries.identifier[i]!r}" for i in lost)
    rejections.add(entries.row[lost], "missing_fraction", details)
    return replace(entries, fraction=filled)


def _reject_negative(entries: Entries, raw: RawTable, rejections: Rejections) -> None:
    bad = np.flatnonzero(entries.fraction < 0)
    details = (f"{raw.layout.fraction_name(entries.slot[i])} = {entries.fraction[i]:g} is negative" for i in bad)
    rejections.add(entries.row[bad], "negative_fraction", details)


def _percent_to_fraction(entries: Entries, raw: RawTable, repairs: dict[str, int], n_rows: int) -> Entries:
    if not raw.layout.percent_allowed:
        return entries
    percent = closes(row_sums(entries.row, entries.fraction, n_rows), 100.0)[entries.row]
    _count(repairs, "percent_converted", entries.row[percent])
    return replace(entries, fraction=np.where(percent, entries.fraction / 100.0, entries.fraction))


def _reject_open(entries: Entries, rejections: Rejections, n_rows: int) -> None:
    totals = row_sums(entries.row, entries.fraction, n_rows)
    given = np.bincount(entries.row, minlength=n_rows) > 0
    rows = np.flatnonzero(given & ~closes(totals))
    rejections.add(rows, "fractions_do_not_close", _closure_details(totals[rows]))


def _closure_details(totals: FloatArray) -> Iterable[str]:
    for total in totals:
        hint = "; that looks like percent, declare percent_allowed: true if it is" if closes(total, 100.0) else ""
        yield f"the fractions sum to {total:.6g}, not to 1{hint}"


def _reject_molecules(entries: Entries, raw: RawTable, book: IdentifierBook, rejections: Rejections) -> None:
    found = {text: book.lookup(text) for text in pd.unique(entries.identifier)}
    errors = {text: error for text, error in found.items() if isinstance(error, MoleculeError)}
    for i in np.flatnonzero([text in errors for text in entries.identifier] if errors else []):
        error = errors[entries.identifier[i]]
        column = raw.layout.identifiers[entries.slot[i]]
        rejections.add([entries.row[i]], error.reason, [f"column {column!r}: {error}"])


def _reject_kinds(entries: Entries, raw: RawTable, rejections: Rejections) -> None:
    """Reject mixtures whose fractions are neither mole nor mass; a pure compound is pure by any kind of fraction."""
    kinds = fraction_kinds(raw)
    known = np.isin(kinds, ["mole", "mass"])
    counts = np.bincount(entries.row, minlength=len(kinds))
    rows = np.flatnonzero((counts > 1) & ~known)
    column = raw.layout.fraction_kind_column
    details = (f"column {column!r} = {kinds[i]!r}: only mole and mass fractions can be converted" for i in rows)
    rejections.add(rows, "unknown_fraction_kind", details)
