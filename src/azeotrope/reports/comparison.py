"""The comparison of models on one data set: rows of labels and headline cells, ready to be drawn anywhere."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from math import inf

from azeotrope.metrics.resampling import Interval
from azeotrope.reports.all_folds import with_all_folds
from azeotrope.reports.headline import ALL_ROWS, HEADLINE, Cell, HeadlineMetric, marks
from azeotrope.reports.ideal_row import IDEAL, NO_DIFFERENCE, NOT_RUN, ideal_runs
from azeotrope.reports.records import LABELS, RunSummary, by_experiment
from azeotrope.reports.rows import ComparisonRow, comparison_row
from azeotrope.reports.split_order import split_order
from azeotrope.reports.summary import is_defined

ALWAYS_SHOWN = ("dataset", "split", "model")


@dataclass(frozen=True)
class Comparison:
    """All experiments on one data set.

    Attributes
    ----------
    dataset, unit, origin
        Name, unit of the property, and ``measured`` or ``computed``.
    rows
        Grouped by split, the ideal baseline first, then by rising excess RMSE, last those without all folds that any
        model has. Only those with all folds have marks.
    extra_labels
        Labels to show besides split and model: those in which experiments of one model differ.
    repeated
        Whether two rows of a split have equal labels, so that only the experiment id tells them apart.
    noise_floor
        Standard deviation of replicates in the unit of the property; None where unknown.
    metrics
        Those that are shown: the headline, and the RMSE over all rows where the pure values of some are not known.
    """

    dataset: str
    unit: str
    origin: str
    rows: tuple[ComparisonRow, ...]
    extra_labels: tuple[str, ...]
    repeated: bool
    noise_floor: float | None
    metrics: tuple[HeadlineMetric, ...]


def compare(records: Sequence[RunSummary], pooled: Mapping[str, Interval] | None = None) -> list[Comparison]:
    """Return one comparison per data set in order of first appearance, splits in the order of `split_order`.

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
    splits = sorted({runs[0].labels["split"] for runs in experiments}, key=split_order)
    rows: list[ComparisonRow] = []
    for split in splits:
        rows += _split_rows([runs for runs in experiments if runs[0].labels["split"] == split], pooled)
    all_labels = [tuple(row.labels[name] for name in LABELS) for row in rows]
    noise = (run.metrics.get("noise_floor") for runs in experiments for run in runs)
    return Comparison(
        *key,
        tuple(rows),
        _extra_labels(rows),
        repeated=len(set(all_labels)) < len(all_labels),
        noise_floor=next(filter(is_defined, noise), None),
        metrics=_metrics([run for runs in experiments for run in runs]),
    )


def _metrics(runs: Sequence[RunSummary]) -> tuple[HeadlineMetric, ...]:
    coverages = (run.metrics.get("pure_coverage") for run in runs)
    if all(coverage == 1 for coverage in coverages if is_defined(coverage)):
        return HEADLINE
    place = [metric.name for metric in HEADLINE].index("rmse_covered")
    return (*HEADLINE[: place + 1], ALL_ROWS, *HEADLINE[place + 1 :])


def _split_rows(experiments: list[list[RunSummary]], pooled: Mapping[str, Interval]) -> list[ComparisonRow]:
    """Rows of one split in their order, with their marks."""
    if all(runs[0].labels["model"] != IDEAL for runs in experiments) and (baseline := ideal_runs(experiments)):
        experiments, pooled = [baseline, *experiments], {**pooled, NOT_RUN: NO_DIFFERENCE}
    rows = [comparison_row(runs, pooled.get(runs[0].experiment_id)) for runs in experiments]
    models = [row.labels["model"] for row in rows]
    complete = with_all_folds(models, [{run.fold for run in runs} for runs in experiments])
    order = sorted(zip(_marked(rows, complete), complete, strict=True), key=lambda pair: _place(*pair))
    return [row for row, _ in order]


def _place(row: ComparisonRow, is_complete: bool) -> tuple[bool, bool, float]:  # noqa: FBT001 - one of a pair
    error = row.cells["excess_rmse"].mean
    return row.labels["model"] != IDEAL, not is_complete, inf if error is None else error


def _marked(rows: list[ComparisonRow], complete: Sequence[bool]) -> list[ComparisonRow]:
    """Rows with their marks, for which only cells over all folds compete."""
    cells: list[dict[str, Cell]] = [dict(row.cells) for row in rows]
    for metric in (*HEADLINE, ALL_ROWS):
        column = [row[metric.name] for row in cells]
        competing = [
            cell if has_all_folds and cell.folds == row.folds else Cell()
            for row, cell, has_all_folds in zip(rows, column, complete, strict=True)
        ]
        for each, cell, mark in zip(cells, column, marks(competing, metric), strict=True):
            each[metric.name] = replace(cell, mark=mark)
    return [replace(row, cells=marked) for row, marked in zip(rows, cells, strict=True)]


def _extra_labels(rows: list[ComparisonRow]) -> tuple[str, ...]:
    """Labels that the model's name does not decide."""
    return tuple(
        name
        for name in LABELS
        if name not in ALWAYS_SHOWN
        and len({(row.labels["model"], row.labels[name]) for row in rows}) > len({row.labels["model"] for row in rows})
    )
