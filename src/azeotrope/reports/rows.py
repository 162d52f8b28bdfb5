"""One row of a comparison: an experiment with its headline cells."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from azeotrope.metrics.resampling import Interval
from azeotrope.reports.headline import ALL_ROWS, HEADLINE, Cell
from azeotrope.reports.records import RunSummary
from azeotrope.reports.summary import SummaryRow, summarise


@dataclass(frozen=True)
class ComparisonRow:
    """An experiment in a comparison.

    Attributes
    ----------
    labels
        The labels of the experiment.
    experiment
        Its id; empty for a baseline that was not run.
    folds
        Number of folds.
    test_rows
        Test rows of all folds together; None where unknown.
    cells
        One cell per headline metric, and one of the RMSE over all rows, by name.
    """

    labels: Mapping[str, str]
    experiment: str
    folds: int
    test_rows: int | None
    cells: Mapping[str, Cell]


def comparison_row(runs: Sequence[RunSummary], pooled: Interval | None) -> ComparisonRow:
    """Return the row of one experiment, with the pooled `delta_mae` in place of the fold mean where it is given."""
    summary = {row.metric: _cell(row) for row in summarise(runs)}
    cells = {metric.name: summary.get(metric.name, Cell()) for metric in (*HEADLINE, ALL_ROWS)}
    if pooled is not None and pooled.estimate.value is not None:
        cells["delta_mae"] = Cell(pooled.estimate.value, folds=len(runs), interval=_limits(pooled))
    return ComparisonRow(runs[0].labels, runs[0].experiment_id, len(runs), _total_test_rows(runs), cells)


def _total_test_rows(runs: Sequence[RunSummary]) -> int | None:
    """Test rows of all runs together, or None where one is unknown."""
    counts = [run.test_rows for run in runs if run.test_rows is not None]
    return sum(counts) if len(counts) == len(runs) else None


def _limits(interval: Interval) -> tuple[float, float] | None:
    low, high = interval.low.value, interval.high.value
    return None if low is None or high is None else (low, high)


def _cell(row: SummaryRow) -> Cell:
    return Cell(row.mean, row.sd, row.folds, paper=row.paper)
