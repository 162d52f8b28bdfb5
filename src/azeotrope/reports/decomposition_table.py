"""Where a model's error comes from: the pure components, or how they mix."""

from collections.abc import Sequence
from dataclasses import replace

from azeotrope.reports.all_folds import with_all_folds
from azeotrope.reports.experiment_metrics import metric_cell, reason_of
from azeotrope.reports.fold_values import FoldValues
from azeotrope.reports.headline import Cell, HeadlineMetric, marks
from azeotrope.reports.ideal_row import BASELINE_METRIC, IDEAL
from azeotrope.reports.model_cells import model_cells, model_columns
from azeotrope.reports.records import needs_measured_pure
from azeotrope.reports.report_cells import count_cell, estimate_cell
from azeotrope.reports.report_groups import DatasetGroup, by_dataset, table_names
from azeotrope.reports.report_runs import ReportExperiment
from azeotrope.reports.report_table import ReportTable, TableCell, TableColumn

PARTS = (
    HeadlineMetric("ideal_rmse", "pure part: ideal RMSE", has_unit=True, higher_is_better=False),
    HeadlineMetric("excess_rmse", "mixing part: excess RMSE", has_unit=True, higher_is_better=False),
    HeadlineMetric(BASELINE_METRIC, "excess RMSE of ideal mixing", has_unit=True, higher_is_better=None),
)
NOTES = (
    "pure part: error of the ideal value from the model's own pure predictions; a dash where these are given",
    "mixing part: error of the deviation from ideal mixing; a model that predicts none has that of ideal mixing",
    "both over the test rows whose pure values are known; errors add row by row, RMSEs do not",
)
GIVEN = "the model is given the pure values, so it has no error of its own here"


def decomposition_tables(experiments: Sequence[ReportExperiment]) -> tuple[ReportTable, ...]:
    """Return one table per data set with known pure values: the pure and the mixing part of each model's error."""
    groups = [group for group in by_dataset(experiments) if any(_has_parts(each) for each in group.experiments)]
    names = table_names("decomposition", [group.dataset for group in groups])
    return tuple(_table(name, group) for name, group in zip(names, groups, strict=True))


def _table(name: str, group: DatasetGroup) -> ReportTable:
    return ReportTable(
        name,
        f"Error of the pure part and of the mixing part on {group.title}: mean ± sample standard deviation over folds, "
        "of each split, among the models with all folds, the best mean bold and what is within two standard "
        "deviations of it underlined.",
        (
            *model_columns(group.experiments),
            *(TableColumn(title, is_numeric=True) for title in ("folds", "covered test rows")),
            *(TableColumn(part.title, group.unit, is_numeric=True) for part in PARTS),
        ),
        tuple(row for split in group.splits.values() for row in _split_rows(split, group)),
        NOTES,
        group.dataset,
    )


def _split_rows(experiments: Sequence[ReportExperiment], group: DatasetGroup) -> list[tuple[TableCell, ...]]:
    """Rows of one split with their marks, for which only cells over all folds compete."""
    complete = with_all_folds([each.model for each in experiments], [each.folds for each in experiments])
    columns = []
    for part in PARTS:
        cells = [_cell(experiment, part) for experiment in experiments]
        competing = [
            cell if has_all_folds and cell.folds == len(each.runs) else Cell()
            for each, cell, has_all_folds in zip(experiments, cells, complete, strict=True)
        ]
        columns.append([replace(cell, mark=mark) for cell, mark in zip(cells, marks(competing, part), strict=True)])
    return [
        (*model_cells(experiment, group.experiments), *_value_cells(experiment, cells))
        for experiment, *cells in zip(experiments, *columns, strict=True)
    ]


def _has_parts(experiment: ReportExperiment) -> bool:
    return any(FoldValues.of(experiment, part.name).values for part in PARTS)


def _cell(experiment: ReportExperiment, part: HeadlineMetric) -> Cell:
    if part.name == "ideal_rmse" and _is_given_pure_values(experiment):
        return Cell()
    return metric_cell([run.summary for run in experiment.runs], part.name)


def _is_given_pure_values(experiment: ReportExperiment) -> bool:
    return experiment.model == IDEAL or needs_measured_pure(experiment.labels)


def _value_cells(experiment: ReportExperiment, cells: Sequence[Cell]) -> tuple[TableCell, ...]:
    runs = [run.summary for run in experiment.runs]
    counts = [run.metrics.get("n_covered") for run in runs]
    covered = None if None in counts else int(sum(count for count in counts if count is not None))
    given = _is_given_pure_values(experiment)
    reasons = [GIVEN if given and part.name == "ideal_rmse" else reason_of(runs, part.name) for part in PARTS]
    return (
        count_cell(len(runs)),
        count_cell(covered),
        *(estimate_cell(cell, len(runs), reason) for cell, reason in zip(cells, reasons, strict=True)),
    )
