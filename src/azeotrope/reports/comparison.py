"""The comparison of models on one data set: rows of labels and headline cells, ready to be drawn anywhere."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from azeotrope.metrics.resampling import Interval
from azeotrope.reports.headline import HEADLINE, Cell, marks
from azeotrope.reports.ideal_row import IDEAL, ideal_row
from azeotrope.reports.records import LABELS, RunSummary, by_experiment
from azeotrope.reports.rows import ComparisonRow, comparison_row

ALWAYS_SHOWN = ("dataset", "split", "model")


@dataclass(frozen=True)
class Comparison:
    """All experiments on one data set.

    Attributes
    ----------
    dataset, unit, origin
        Name, unit of the property, and ``measured`` or ``computed``.
    rows
        Grouped by split, the ideal baseline first.
    extra_labels
        Labels to show besides split and model: those in which experiments of one model differ.
    repeated
        Whether two rows of a split have equal labels, so that only the experiment id tells them apart.
    """

    dataset: str
    unit: str
    origin: str
    rows: tuple[ComparisonRow, ...]
    extra_labels: tuple[str, ...]
    repeated: bool


def compare(records: Sequence[RunSummary], pooled: Mapping[str, Interval] | None = None) -> list[Comparison]:
    """Return one comparison per data set, data sets and splits in order of first appearance.

    Parameters
    ----------
    records
        Finished runs.
    pooled
        Pooled `delta_mae` of each experiment id, shown instead of the mean over folds where given.

    Raises
    ------
    RunError
        When a fold occurs twice in an experiment, or its runs differ in labels, unit or origin.
    """
    groups: dict[tuple[str, str, str], list[list[RunSummary]]] = {}
    for runs in by_experiment(list(records)).values():
        groups.setdefault((runs[0].labels["dataset"], runs[0].unit, runs[0].origin), []).append(runs)
    return [_comparison(key, experiments, pooled or {}) for key, experiments in groups.items()]


def _comparison(
    key: tuple[str, str, str], experiments: list[list[RunSummary]], pooled: Mapping[str, Interval]
) -> Comparison:
    splits = dict.fromkeys(runs[0].labels["split"] for runs in experiments)
    rows: list[ComparisonRow] = []
    for split in splits:
        rows += _split_rows([runs for runs in experiments if runs[0].labels["split"] == split], pooled)
    all_labels = [tuple(row.labels[name] for name in LABELS) for row in rows]
    return Comparison(*key, tuple(rows), _extra_labels(rows), repeated=len(set(all_labels)) < len(all_labels))


def _split_rows(experiments: list[list[RunSummary]], pooled: Mapping[str, Interval]) -> list[ComparisonRow]:
    """Rows of one split, the ideal baseline first, with their marks."""
    rows = [comparison_row(runs, pooled.get(runs[0].experiment_id)) for runs in experiments]
    if all(row.labels["model"] != IDEAL for row in rows) and (baseline := ideal_row(experiments)) is not None:
        rows.insert(0, baseline)
    rows.sort(key=lambda row: row.labels["model"] != IDEAL)
    return _marked(rows)


def _marked(rows: list[ComparisonRow]) -> list[ComparisonRow]:
    cells: list[dict[str, Cell]] = [dict(row.cells) for row in rows]
    for metric in HEADLINE:
        column = [row[metric.name] for row in cells]
        for row, cell, mark in zip(cells, column, marks(column, metric), strict=True):
            row[metric.name] = replace(cell, mark=mark)
    return [replace(row, cells=marked) for row, marked in zip(rows, cells, strict=True)]


def _extra_labels(rows: list[ComparisonRow]) -> tuple[str, ...]:
    """Labels that the model's name does not decide."""
    return tuple(
        name
        for name in LABELS
        if name not in ALWAYS_SHOWN
        and len({(row.labels["model"], row.labels[name]) for row in rows}) > len({row.labels["model"] for row in rows})
    )
