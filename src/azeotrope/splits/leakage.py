"""What a split's test shares with the parts that a model sees, and the check that its promise holds."""

from dataclasses import asdict, dataclass, fields

import numpy as np

from azeotrope.datasets.table import MixtureTable
from azeotrope.errors import SplitError
from azeotrope.splits.overlap import Overlap, component_molecules
from azeotrope.splits.parts import PARTS, PROMISES, check_parts, check_rows
from azeotrope.splits.rows import is_mixture
from azeotrope.splits.split import Split

SEEN = ("train", "validation")


@dataclass(frozen=True)
class PartCounts:
    """Size of one part: rows, how many of them are pure, component sets of its mixtures, and molecules."""

    rows: int
    pure_rows: int
    component_sets: int
    molecules: int


@dataclass(frozen=True)
class Shared:
    """Number of test rows that share something with another part, and their share of all test rows (0 to 1)."""

    rows: int
    share: float


@dataclass(frozen=True)
class LeakageReport:
    """Counts of a split.

    Attributes
    ----------
    parts
        Size of ``train``, ``validation`` and ``test``.
    left_out_rows
        Rows of the table in no part.
    shared
        For ``train`` and ``validation``: the test rows that share a ``replicate`` (composition and context), an exact
        ``composition``, a ``component_set`` or a ``molecule`` with it; see `Overlap`.
    test_molecules_as_train_solutes
        Test components that train sees as a solute; no promise covers them, since a solute is not a component.
    promise, notes, content_hash
        Those of the split.
    """

    parts: dict[str, PartCounts]
    left_out_rows: int
    shared: dict[str, dict[str, Shared]]
    test_molecules_as_train_solutes: int
    promise: str | None
    notes: tuple[str, ...]
    content_hash: str

    def to_dict(self) -> dict[str, object]:
        """Return plain dictionaries, lists, numbers and strings, ready for JSON."""
        return {**asdict(self), "notes": list(self.notes)}

    def describe(self) -> str:
        """Return lines of text for people."""
        lines = [
            f"{name:<11}{part.rows:>8} rows ({part.pure_rows} pure), {part.component_sets} component sets, "
            f"{part.molecules} molecules"
            for name, part in self.parts.items()
        ]
        lines.append(f"{'left out':<11}{self.left_out_rows:>8} rows")
        for name, shared in self.shared.items():
            counts = ", ".join(f"{kind} {count.rows} ({count.share:.1%})" for kind, count in shared.items())
            lines.append(f"test rows that share with {name}: {counts}")
        if self.test_molecules_as_train_solutes:
            lines.append(f"{self.test_molecules_as_train_solutes} test molecules are solutes in train")
        lines.append(f"promise: {self.promise or 'none'}; hash {self.content_hash[:12]}")
        return "\n".join([*lines, *(f"note: {note}" for note in self.notes)])


def leakage_report(table: MixtureTable, split: Split) -> LeakageReport:
    """Count what the test rows share with train and validation.

    Raises
    ------
    SplitError
        When a part is empty, a row is in two parts, or a row is not in the table.
    """
    check_parts(split)
    check_rows(table, split)
    parts = {name: _count(table, split, name) for name in PARTS}
    return LeakageReport(
        parts=parts,
        left_out_rows=len(table) - sum(part.rows for part in parts.values()),
        shared={name: _shared(Overlap.of(table, split.test, getattr(split, name))) for name in SEEN},
        test_molecules_as_train_solutes=_solutes(table, split),
        promise=split.promise,
        notes=split.notes,
        content_hash=split.content_hash,
    )


def check_promise(table: MixtureTable, split: Split) -> None:
    """Raise SplitError when test rows share with train or validation what the split promises they do not.

    The promises grow: no shared ``molecule`` implies no shared ``component_set``, which implies no shared
    ``composition``. A split without a promise must still have disjoint parts, none of them empty.
    """
    check_parts(split)
    check_rows(table, split)
    if split.promise is None:
        return
    if split.promise not in PROMISES:
        raise SplitError(f"unknown promise {split.promise!r}; choose one of {', '.join(PROMISES)}")
    for name in SEEN:
        broken = getattr(Overlap.of(table, split.test, getattr(split, name)), split.promise)
        if broken.any():
            example = table.take(split.test[broken][:1])
            raise SplitError(
                f"{int(broken.sum())} of {len(broken)} test rows share a {split.promise.replace('_', ' ')} with "
                f"{name}, which this split promises not to happen; for example row {int(split.test[broken][0])} "
                f"({example.row_ids()[0]}): {example.mixtures.component_set_names()[0]}"
            )


def _count(table: MixtureTable, split: Split, name: str) -> PartCounts:
    rows = getattr(split, name)
    mixed = is_mixture(table)[rows]
    n_sets = int(np.count_nonzero(np.bincount(table.mixtures.component_set[rows[mixed]])))
    return PartCounts(len(rows), int(np.sum(~mixed)), n_sets, len(component_molecules(table, rows)))


def _shared(overlap: Overlap) -> dict[str, Shared]:
    counts = {field.name: getattr(overlap, field.name) for field in fields(overlap)}
    return {kind: Shared(int(rows.sum()), float(rows.mean())) for kind, rows in counts.items()}


def _solutes(table: MixtureTable, split: Split) -> int:
    if table.mixtures.solute is None:
        return 0
    solutes = table.mixtures.molecules.group[table.mixtures.solute[split.train]]
    return int(np.isin(component_molecules(table, split.test), solutes).sum())
