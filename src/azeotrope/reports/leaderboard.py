"""The comparison of all models on each data set as a table of the report."""

from collections.abc import Mapping, Sequence

from azeotrope.metrics.resampling import Interval
from azeotrope.reports.comparison import Comparison, compare
from azeotrope.reports.experiment_metrics import reason_of
from azeotrope.reports.notes import LEGEND, measured_pure_note, noise_note, paper_note, undefined_notes
from azeotrope.reports.records import RunSummary, needs_measured_pure
from azeotrope.reports.report_cells import count_cell, estimate_cell, paper_cell, text_cell
from azeotrope.reports.report_groups import table_names
from azeotrope.reports.report_runs import ReportExperiment
from azeotrope.reports.report_table import ReportTable, TableCell, TableColumn
from azeotrope.reports.rows import ComparisonRow

EXPERIMENT_DIGITS = 8
GIVEN_PURE = "uses the pure values, as ideal does"


def leaderboard_tables(
    experiments: Sequence[ReportExperiment], pooled: Mapping[str, Interval]
) -> tuple[ReportTable, ...]:
    """Return one table per data set: splits and models with the headline metrics and the paper's values.

    Parameters
    ----------
    experiments
        Finished experiments.
    pooled
        Pooled `delta_mae` of each experiment id, see `pooled_experiments.pooled_delta_maes`.
    """
    runs = [run.summary for experiment in experiments for run in experiment.runs]
    comparisons = compare(runs, pooled)
    names = table_names("leaderboard", [comparison.dataset for comparison in comparisons])
    return tuple(
        _table(name, comparison, [run for run in runs if _is_of(run, comparison)], pooled)
        for name, comparison in zip(names, comparisons, strict=True)
    )


def _is_of(run: RunSummary, comparison: Comparison) -> bool:
    return (run.labels["dataset"], run.unit, run.origin) == (comparison.dataset, comparison.unit, comparison.origin)


def _table(
    name: str, comparison: Comparison, runs: Sequence[RunSummary], pooled: Mapping[str, Interval]
) -> ReportTable:
    by_experiment: dict[str, list[RunSummary]] = {}
    for run in runs:
        by_experiment.setdefault(run.experiment_id, []).append(run)
    with_paper = {
        metric.name for metric in comparison.metrics if any(row.cells[metric.name].paper for row in comparison.rows)
    }
    origin = "computed, not measured" if comparison.origin == "computed" else comparison.origin
    caption = (
        f"Models on {comparison.dataset}, in {comparison.unit} ({origin}): mean ± sample standard deviation over "
        "folds, of each split, among the models with all folds, the best mean bold and what is within two standard "
        "deviations of it underlined."
    )
    given = measured_pure_note(comparison)
    facts = (given and given.removeprefix("+ "), noise_note(comparison), paper_note(comparison))
    notes = (*facts, *undefined_notes(runs, pooled), *LEGEND)
    return ReportTable(
        name,
        caption,
        (*_label_columns(comparison), *_value_columns(comparison, with_paper)),
        tuple(
            (
                *_label_cells(row, comparison),
                *_value_cells(row, by_experiment.get(row.experiment, []), comparison, with_paper),
            )
            for row in comparison.rows
        ),
        tuple(note for note in notes if note is not None),
        comparison.dataset,
    )


def _label_columns(comparison: Comparison) -> list[TableColumn]:
    names = ["split", "model", *comparison.extra_labels, *(["experiment"] if comparison.repeated else [])]
    return [TableColumn(name) for name in names]


def _label_cells(row: ComparisonRow, comparison: Comparison) -> list[TableCell]:
    model = text_cell(row.labels["model"], GIVEN_PURE if needs_measured_pure(row.labels) else "")
    texts = [row.labels[name] for name in comparison.extra_labels]
    texts += [row.experiment[:EXPERIMENT_DIGITS]] if comparison.repeated else []
    return [text_cell(row.labels["split"]), model, *(text_cell(text) for text in texts)]


def _value_columns(comparison: Comparison, with_paper: set[str]) -> list[TableColumn]:
    columns = [TableColumn("folds", is_numeric=True), TableColumn("test rows", is_numeric=True)]
    for metric in comparison.metrics:
        unit = comparison.unit if metric.has_unit else ""
        columns.append(TableColumn(metric.title, unit, is_numeric=True))
        if metric.name in with_paper:
            columns.append(TableColumn(f"paper's {metric.title}", unit, is_numeric=True))
    return columns


def _value_cells(
    row: ComparisonRow, runs: Sequence[RunSummary], comparison: Comparison, with_paper: set[str]
) -> list[TableCell]:
    cells = [count_cell(row.folds), count_cell(row.test_rows)]
    for metric in comparison.metrics:
        cell = row.cells[metric.name]
        reason = reason_of(runs, metric.name) if runs else "the ideal baseline was not run by itself"
        cells.append(estimate_cell(cell, row.folds, reason))
        if metric.name in with_paper:
            cells.append(paper_cell(cell.paper))
    return cells
