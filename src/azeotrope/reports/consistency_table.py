"""How far the models break the laws that every mixture obeys."""

from collections.abc import Sequence

from azeotrope.reports.experiment_metrics import reason_of
from azeotrope.reports.model_cells import model_cells, model_columns
from azeotrope.reports.report_cells import count_cell, undefined_cell
from azeotrope.reports.report_groups import DatasetGroup, by_dataset, table_names
from azeotrope.reports.report_runs import ReportExperiment
from azeotrope.reports.report_table import ReportTable, TableCell, TableColumn
from azeotrope.reports.significant import significant
from azeotrope.reports.summary import is_defined

LAWS = {
    "consistency_permutation": "components in another order",
    "consistency_split": "a component as two halves",
    "consistency_zero": "a component of fraction 0",
    "consistency_pure": "nearly pure against pure",
}
DIGITS = 2
NOTES = (
    "0 is perfect; about 1e-15 of the values is rounding of double precision, about 1e-7 of single precision",
    "nearly pure: with 1e-6 of another component, so a smooth model has a difference of 1e-6 of its slope",
)


def consistency_tables(experiments: Sequence[ReportExperiment]) -> tuple[ReportTable, ...]:
    """Return one table per data set: the largest change of a prediction under changes that must not matter."""
    groups = by_dataset(experiments)
    names = table_names("consistency", [group.dataset for group in groups])
    return tuple(_table(name, group) for name, group in zip(names, groups, strict=True))


def _table(name: str, group: DatasetGroup) -> ReportTable:
    return ReportTable(
        name,
        f"Largest absolute change of a prediction on {group.title} where nothing may change: the largest over the "
        "tested mixtures of all folds, in the unit of the property.",
        (
            *model_columns(group.experiments),
            TableColumn("folds", is_numeric=True),
            *(TableColumn(title, group.unit, is_numeric=True) for title in LAWS.values()),
        ),
        tuple(_row(experiment, group) for split in group.splits.values() for experiment in split),
        NOTES,
        group.dataset,
    )


def _row(experiment: ReportExperiment, group: DatasetGroup) -> tuple[TableCell, ...]:
    largest = (_largest(experiment, metric) for metric in LAWS)
    return (*model_cells(experiment, group.experiments), count_cell(len(experiment.runs)), *largest)


def _largest(experiment: ReportExperiment, metric: str) -> TableCell:
    """Largest value over folds; a fold without one may have had a larger one, which the cell says."""
    runs = [run.summary for run in experiment.runs]
    values = [value for run in runs if is_defined(value := run.metrics.get(metric))]
    if not values:
        return undefined_cell(reason_of(runs, metric))
    largest = max(values)
    if len(values) == len(runs):
        return TableCell(significant(largest, DIGITS), largest)
    lacking = f"{len(values)} of {len(runs)} folds"
    return TableCell(f"{significant(largest, DIGITS)} ({lacking})", largest, note=reason_of(runs, metric))
