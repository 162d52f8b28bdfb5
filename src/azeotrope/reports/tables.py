"""The table at the end of a sweep: models by splits, headline metrics, for any width of terminal."""

from collections.abc import Iterator
from dataclasses import dataclass
from textwrap import wrap

from rich.box import SIMPLE_HEAD
from rich.console import Console, ConsoleOptions, RenderResult
from rich.table import Table
from rich.text import Text

from azeotrope.reports.comparison import Comparison
from azeotrope.reports.notes import measured_pure_note, noise_note, paper_note
from azeotrope.reports.paint import Paint
from azeotrope.reports.records import needs_measured_pure

GAP = 3
HEADING_WIDTH = 13  # that of a mean with its standard deviation
EXPERIMENT_DIGITS = 8


@dataclass(frozen=True)
class Column:
    """Heading and cells of one column; `numeric` ones are aligned right."""

    heading: Text
    cells: list[Text]
    numeric: bool

    @property
    def width(self) -> int:
        """Cells of the terminal that its longest line takes."""
        return max(line.cell_len for text in (self.heading, *self.cells) for line in text.split())


class ResultsTable:
    """One comparison as a rich renderable.

    Where the terminal is too narrow for all metrics, they are stacked in several tables with the same rows, so that
    no number is broken. Signs and marks follow the console: ASCII where its encoding asks for it, suffixes where it
    shows no styles.
    """

    def __init__(self, comparison: Comparison) -> None:
        self.comparison = comparison

    def __rich_console__(self, console: Console, options: ConsoleOptions) -> RenderResult:
        """Draw title, tables and notes."""
        paint = Paint(options.ascii_only, styled=console.color_system is not None)
        yield self._title(paint)
        labels, values = self._label_columns(paint), self._value_columns(paint)
        for chunk in _chunks(labels, values, options.max_width):
            yield self._table([*labels, *chunk])
            yield Text()
        for note in (measured_pure_note, noise_note, paper_note):
            if (text := note(self.comparison)) is not None:
                yield paint.text(text, "dim")
        yield Text(paint.legend(), "dim")

    def _title(self, paint: Paint) -> Text:
        comparison = self.comparison
        origin = "computed, not measured" if comparison.origin == "computed" else comparison.origin
        return Text.assemble(paint.text(comparison.dataset, "bold"), ", ", paint.text(f"{comparison.unit} ({origin})"))

    def _label_columns(self, paint: Paint) -> list[Column]:
        rows = self.comparison.rows
        splits = [row.labels["split"] for row in rows]
        shown = ["" if split == above else split for above, split in zip(["", *splits], splits, strict=False)]
        models = [row.labels["model"] + (" +" if needs_measured_pure(row.labels) else "") for row in rows]
        columns = [("split", shown), ("model", models)]
        columns += [(name, [row.labels[name] for row in rows]) for name in self.comparison.extra_labels]
        if self.comparison.repeated:
            columns.append(("experiment", [row.experiment[:EXPERIMENT_DIGITS] for row in rows]))
        return [Column(Text(name), [paint.text(cell) for cell in cells], numeric=False) for name, cells in columns]

    def _value_columns(self, paint: Paint) -> list[Column]:
        rows = self.comparison.rows
        counts = ["" if row.test_rows is None else f"{row.test_rows:,}" for row in rows]
        columns = [
            Column(Text("folds"), [Text(str(row.folds)) for row in rows], numeric=True),
            Column(Text("test\nrows"), [Text(count) for count in counts], numeric=True),
        ]
        for metric in self.comparison.metrics:
            lines = wrap(metric.title, HEADING_WIDTH) + ([f"[{self.comparison.unit}]"] if metric.has_unit else [])
            heading = Text("\n").join(paint.text(line) for line in lines)
            cells = [paint.cell(row.cells[metric.name], row.folds) for row in rows]
            columns.append(Column(heading, cells, numeric=True))
        return columns

    def _table(self, columns: list[Column]) -> Table:
        table = Table(box=SIMPLE_HEAD, show_edge=False, pad_edge=False)
        for column in columns:
            table.add_column(column.heading, justify="right" if column.numeric else "left", overflow="fold")
        rows = self.comparison.rows
        for index, cells in enumerate(zip(*(column.cells for column in columns), strict=True)):
            last = index + 1 == len(rows) or rows[index + 1].labels["split"] != rows[index].labels["split"]
            table.add_row(*cells, end_section=last)
        return table


def _chunks(labels: list[Column], values: list[Column], width: int) -> Iterator[list[Column]]:
    """Pack the value columns, in order, into as few tables as fit beside the label columns."""
    taken = sum(column.width + GAP for column in labels)
    chunk: list[Column] = []
    for column in values:
        if chunk and taken + sum(other.width + GAP for other in chunk) + column.width > width:
            yield chunk
            chunk = []
        chunk.append(column)
    yield chunk
