"""What the test rows of each split share with what a model sees in training."""

import re
from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Any

from azeotrope.reports.report_cells import count_cell, text_cell, undefined_cell
from azeotrope.reports.report_groups import by_dataset
from azeotrope.reports.report_runs import ReportExperiment
from azeotrope.reports.report_table import ReportTable, TableCell, TableColumn

SEEN = ("train", "validation")
KINDS = ("replicate", "composition", "component_set", "molecule")
NUMBER = re.compile(r"(?<![\w.])\d+(?![\w.])")
NO_PROMISE = "none"
NOTES = (
    "replicate: same composition, temperature and solute; composition: at whatever temperature",
    "component set: with whatever fractions; molecule: at least one component",
    "promise: what the split guarantees not to be shared, which was checked for each run before training",
)
Leakage = Mapping[str, Any]


def leakage_table(experiments: Sequence[ReportExperiment]) -> ReportTable:
    """Return one table: by data set and split, the test rows that share something with train or validation.

    Folds that several experiments share are counted once. Experiments whose runs have no leakage report are left out.
    """
    shared = [TableColumn(f"{kind.replace('_', ' ')} in {part}", is_numeric=True) for part in SEEN for kind in KINDS]
    counts = [TableColumn(title, is_numeric=True) for title in ("folds", "train rows", "test rows")]
    splits = [
        (group.dataset, split, reports)
        for group in by_dataset(experiments)
        for split, members in group.splits.items()
        if (reports := _distinct(members))
    ]
    return ReportTable(
        "leakage",
        "Test rows that share something with the rows a model sees, over all folds together: count, and share of all "
        "test rows.",
        (*(TableColumn(title) for title in ("data set", "split", "promise")), *counts, *shared),
        tuple(_row(dataset, split, list(reports.values())) for dataset, split, reports in splits),
        (*_notes(splits), *NOTES),
    )


def _distinct(experiments: Sequence[ReportExperiment]) -> dict[tuple[int, str], Leakage]:
    """Leakage reports by fold and content of the split."""
    return {
        (run.summary.fold, run.leakage["content_hash"]): run.leakage
        for experiment in experiments
        for run in experiment.runs
        if run.leakage
    }


def _row(dataset: str, split: str, reports: Sequence[Leakage]) -> tuple[TableCell, ...]:
    test_rows = sum(report["parts"]["test"]["rows"] for report in reports)
    train_rows = [report["parts"]["train"]["rows"] for report in reports]
    promises = dict.fromkeys(report["promise"] or NO_PROMISE for report in reports)
    return (
        text_cell(dataset),
        text_cell(split),
        text_cell(", ".join(promise.replace("_", " ") for promise in promises)),
        count_cell(len(reports)),
        _range_cell(train_rows),
        count_cell(test_rows),
        *(
            _shared_cell([report["shared"][part].get(kind) for report in reports], test_rows)
            for part in SEEN
            for kind in KINDS
        ),
    )


def _range_cell(counts: Sequence[int]) -> TableCell:
    """Rows of one fold, which differ a little between folds."""
    low, high = min(counts), max(counts)
    if low == high:
        return count_cell(low)
    return TableCell(f"{low:,} to {high:,}", sum(counts) / len(counts), note="fewest and most over the folds")


def _shared_cell(shared: Sequence[Mapping[str, float] | None], test_rows: int) -> TableCell:
    counts = [int(each["rows"]) for each in shared if each is not None]
    if len(counts) < len(shared) or test_rows == 0:
        return undefined_cell("not recorded by all runs")
    share = sum(counts) / test_rows
    return TableCell(f"{sum(counts):,} ({share_text(share)})", share)


def share_text(share: float) -> str:
    """Return a share in percent; neither none nor all unless it is exactly that."""
    if 0 < share < 0.001:
        return "< 0.1 %"
    if 0.999 < share < 1:
        return "> 99.9 %"
    return f"{100 * share:.0f} %" if share in (0, 1) else f"{100 * share:.1f} %"


def merged(notes: Sequence[str]) -> list[str]:
    """Return the notes in order of first appearance; those that differ in their numbers only as one, with ranges.

    Examples
    --------
    >>> merged(["12 rows in no part", "9 rows in no part", "solutes count"])
    ['9 to 12 rows in no part', 'solutes count']
    """
    alike: dict[str, list[list[int]]] = {}
    for note in notes:
        alike.setdefault(NUMBER.sub("\0", note), []).append([int(number) for number in NUMBER.findall(note)])
    found = []
    for pattern, numbers in alike.items():
        ranges = iter([(min(each), max(each)) for each in zip(*numbers, strict=True)])
        found.append("".join(part if part != "\0" else _range(*next(ranges)) for part in re.split("(\0)", pattern)))
    return found


def _range(low: int, high: int) -> str:
    return str(low) if low == high else f"{low} to {high}"


def _notes(splits: Sequence[tuple[str, str, Mapping[tuple[int, str], Leakage]]]) -> list[str]:
    """What the counts do not say."""
    notes = []
    for dataset, split, reports in splits:
        most = max(Counter(fold for fold, _ in reports).values())
        if most > 1:
            notes.append(f"{dataset}, {split}: experiments were split in {most} ways under this name; all are counted")
        solutes = max(report.get("test_molecules_as_train_solutes", 0) for report in reports.values())
        if solutes:
            notes.append(f"{dataset}, {split}: up to {solutes} test molecules of a fold are solutes in train")
        texts = merged([note for report in reports.values() for note in report.get("notes", ())])
        notes += [f"{dataset}, {split}: {text}" for text in texts]
    return notes
