"""All that a sweep prints at its end: tables, what is undefined and why, and what became of the runs."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from rich.console import Console, ConsoleOptions, RenderResult
from rich.text import Text

from azeotrope.metrics.resampling import Interval
from azeotrope.reports.comparison import compare
from azeotrope.reports.notes import undefined_notes
from azeotrope.reports.outcomes import Outcomes
from azeotrope.reports.paint import Paint
from azeotrope.reports.records import RunSummary
from azeotrope.reports.tables import ResultsTable


@dataclass(frozen=True)
class SweepReport:
    """A rich renderable for `Console.print`.

    Attributes
    ----------
    records
        Finished runs, in the order in which they shall appear.
    pooled
        Pooled `delta_mae` by experiment id (see `pooled_delta_mae`); where missing, the mean over folds is shown.
    outcomes
        Counts of trained, skipped and failed runs; None shows no such lines.
    """

    records: Sequence[RunSummary]
    pooled: Mapping[str, Interval] | None = None
    outcomes: Outcomes | None = None

    def __rich_console__(self, console: Console, options: ConsoleOptions) -> RenderResult:
        """Draw one table per data set, the notes and the outcomes."""
        paint = Paint(options.ascii_only, styled=console.color_system is not None)
        for comparison in compare(self.records, self.pooled):
            yield ResultsTable(comparison)
            yield Text()
        for note in undefined_notes(self.records, self.pooled):
            yield paint.text(note, "dim")
        if self.outcomes is not None:
            yield self.outcomes
