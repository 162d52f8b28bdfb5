"""The paired tests between models as tables of the report."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import replace

from azeotrope.metrics.resampling import N_RESAMPLES
from azeotrope.metrics.rounding import is_no_difference
from azeotrope.metrics.sign_flip import N_FLIPS
from azeotrope.reports.notes import AS_GIVEN
from azeotrope.reports.paired_tests import LEVEL, CorrectedTest, ModelPair
from azeotrope.reports.report_cells import count_cell, interval_cell, p_cell, text_cell
from azeotrope.reports.report_groups import by_dataset, table_names
from azeotrope.reports.report_table import ReportTable, TableCell, TableColumn
from azeotrope.reports.significant import significant

UNDECIDED = "not distinguishable"
UNTESTED = "not tested"
EQUAL = "equal"
MOST_PAIRS = 30
QUANTITIES = ("MAE", "excess MAE")
NOTES = (
    "difference: first minus second model over the test rows that both predicted; negative where the first is better",
    "models that lack a fold which another has are not tested",
    f"95 % interval: {N_RESAMPLES:,} resamples of whole component sets, not adjusted for the number of pairs",
    f"p: {N_FLIPS:,} sign flips of whole component sets, two-sided, Holm-adjusted for all pairs of the split",
    AS_GIVEN,
    f"smaller error: the model with an adjusted p of at most {LEVEL}",
    "not distinguishable does not mean equal; equal means no difference beyond rounding in any row",
    "excess MAE: mean absolute error of the deviation from ideal mixing, over the rows whose pure values are known",
)


def paired_tables(pairs: Sequence[ModelPair]) -> tuple[ReportTable, ...]:
    """Return one table per data set with two or more models of a split: pairs, their differences and p-values.

    Of each split the first `MOST_PAIRS` pairs are shown, which begin with the best model against each other; the CSV
    has all.
    """
    groups = by_dataset([pair.first for pair in pairs])
    names = table_names("paired-tests", [group.dataset for group in groups])
    tables = []
    for name, group in zip(names, groups, strict=True):
        key = (group.dataset, group.unit, group.origin)
        own = [pair for pair in pairs if (pair.first.dataset, pair.first.unit, pair.first.origin) == key]
        caption = f"Differences between models on {group.title}: mean over test rows with 95 % interval, and p (Holm)."
        shown, others = _shown(own)
        table = ReportTable(name, caption, _columns(group.unit), tuple(map(_row, shown)), _notes(own), group.dataset)
        tables.append(replace(table, rows_of_csv=tuple(map(_row, others))))
    return tuple(tables)


def _shown(pairs: Sequence[ModelPair]) -> tuple[list[ModelPair], list[ModelPair]]:
    """The first pairs of each split, and all others."""
    shown: list[ModelPair] = []
    others: list[ModelPair] = []
    count: Counter[str] = Counter()
    for pair in pairs:
        count[pair.first.split] += 1
        (shown if count[pair.first.split] <= MOST_PAIRS else others).append(pair)
    return shown, others


def _notes(pairs: Sequence[ModelPair]) -> tuple[str, ...]:
    """What the numbers mean, and, with many pairs, how small an adjusted p can be at all."""
    counts = Counter(pair.first.split for pair in pairs)
    notes = [
        f"{split}: {MOST_PAIRS} of {count:,} pairs, in the order of the models' errors; the CSV file has all"
        for split, count in counts.items()
        if count > MOST_PAIRS
    ]
    most = max(counts.values())
    smallest = most / (1 + N_FLIPS)
    if smallest > LEVEL / 10:
        notes.append(f"with {most:,} pairs of a split no adjusted p is below {significant(min(smallest, 1.0), 2)}")
    return (*notes, *NOTES)


def _columns(unit: str) -> tuple[TableColumn, ...]:
    columns = [TableColumn(title) for title in ("split", "first model", "second model")]
    for quantity in QUANTITIES:
        columns += [
            TableColumn(f"rows, {quantity}", is_numeric=True),
            TableColumn(f"component sets, {quantity}", is_numeric=True),
            TableColumn(f"difference of {quantity}", unit, is_numeric=True),
            TableColumn(f"p, {quantity}", is_numeric=True),
            TableColumn(f"smaller {quantity}"),
        ]
    return tuple(columns)


def _row(pair: ModelPair) -> tuple[TableCell, ...]:
    texts = (pair.first.split, pair.first.title, pair.second.title)
    return (
        *(text_cell(text) for text in texts),
        *(cell for test in (pair.error, pair.excess) for cell in _test_cells(pair, test)),
    )


def _test_cells(pair: ModelPair, corrected: CorrectedTest) -> list[TableCell]:
    adjusted = corrected.adjusted
    return [
        count_cell(corrected.test.n_rows),
        count_cell(corrected.test.difference.n_units),
        interval_cell(corrected.test.difference),
        p_cell(adjusted.value, adjusted.reason),
        text_cell(verdict(pair, corrected), note=adjusted.reason or ""),
    ]


def verdict(pair: ModelPair, corrected: CorrectedTest) -> str:
    """Return the title of the model with the smaller error, or that they are equal or none is shown to have it."""
    if corrected.adjusted.value is None:
        return UNTESTED
    if is_no_difference(corrected.test.difference):
        return EQUAL
    return {-1: pair.first.title, 0: UNDECIDED, 1: pair.second.title}[corrected.better]
