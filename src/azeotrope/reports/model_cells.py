"""The columns that say which experiment a row of a report's table is about."""

from collections.abc import Sequence

from azeotrope.reports.report_cells import text_cell
from azeotrope.reports.report_runs import ReportExperiment
from azeotrope.reports.report_table import TableCell, TableColumn


def model_columns(experiments: Sequence[ReportExperiment]) -> list[TableColumn]:
    """Return the columns for split and model, and one for variants where a model has several in one split."""
    names = ["split", "model", *(["variant"] if any(variant(each) for each in experiments) else [])]
    return [TableColumn(name) for name in names]


def model_cells(experiment: ReportExperiment, experiments: Sequence[ReportExperiment]) -> list[TableCell]:
    """Return the cells of one of the experiments for its `model_columns`."""
    texts = [experiment.split, experiment.model, variant(experiment)]
    return [text_cell(text) for text in texts[: len(model_columns(experiments))]]


def variant(experiment: ReportExperiment) -> str:
    """Return what the title says besides the model's name; empty where the model has one experiment only."""
    return experiment.title.removeprefix(experiment.model).lstrip(" ·")
