"""The table at the end of an audit: each number with its interval, units and seed, and the paper's beside it."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property

from rich.box import SIMPLE_HEAD
from rich.console import Console, ConsoleOptions, RenderResult
from rich.table import Table
from rich.text import Text

from azeotrope.audits.finding import Finding
from azeotrope.reports.audit_paper_values import SOURCE, audit_paper_value
from azeotrope.reports.audit_records import AuditSummary
from azeotrope.reports.finding_cells import limits, method, method_marks, quantity_cell, value_cell
from azeotrope.reports.paint import Paint
from azeotrope.reports.significant import significant
from azeotrope.runs.layout import EVIDENCE

LONGEST_NOTE = 400
SHOWN_DIGITS = 6
INDENT = "  "


@dataclass(frozen=True)
class AuditTable:
    """Audits of one claim on the same data, as a rich renderable.

    A letter behind a number leads to the line below that says what `n` counts and how the interval was made.

    Attributes
    ----------
    audits
        At least one.
    """

    audits: Sequence[AuditSummary]

    def __rich_console__(self, console: Console, options: ConsoleOptions) -> RenderResult:
        """Draw title, table, legend and notes."""
        paint = Paint(options.ascii_only, styled=console.color_system is not None)
        claim, data = self.audits[0].subject
        yield Text.assemble(paint.text(claim, "bold"), paint.text(f", {data}{self._only}"))
        yield self._table(paint)
        for line in dict.fromkeys(self._lines()):
            yield paint.text(line, "dim")

    @property
    def _is_comparison(self) -> bool:
        return len(self.audits) > 1

    @property
    def _only(self) -> str:
        """Return what was audited, for the title, where it is one thing."""
        audited = self.audits[0].audited
        return "" if self._is_comparison or not audited else f", {audited}"

    def _table(self, paint: Paint) -> Table:
        table = Table(box=SIMPLE_HEAD, show_edge=False, pad_edge=False)
        table.add_column("number", overflow="fold")
        if self._is_comparison:
            table.add_column("of", overflow="fold")
        for heading in ("value", "95% interval", "n"):
            table.add_column(heading, justify="right", no_wrap=True)
        shown: tuple[str, str] = "", ""
        for audit, finding in self._rows():
            if finding.subject != shown[0]:
                table.add_row(paint.text(finding.subject, "bold"))
            name = f"{INDENT if finding.subject else ''}{quantity_cell(finding)}"
            label = "" if (finding.subject, finding.quantity) == shown else name
            self._add_row(table, paint, label, self._audited(audit), self._cells(finding))
            paper = self._paper(audit, finding)
            if paper is not None:
                self._add_row(table, paint, f"{INDENT}paper", "", (*paper, ""), "dim")
            shown = finding.subject, finding.quantity
        return table

    def _add_row(
        self, table: Table, paint: Paint, name: str, audited: str, cells: Sequence[str], style: str = ""
    ) -> None:
        table.add_row(
            *(paint.text(cell, style) for cell in (name, *([audited] if self._is_comparison else []), *cells))
        )

    def _audited(self, audit: AuditSummary | None) -> str:
        """What was audited; where that is not enough to tell audits apart, the end of the run id as well."""
        if audit is None:
            return "all"
        is_repeated = sum(each.audited == audit.audited for each in self.audits) > 1
        return f"{audit.audited} {audit.run_id[-SHOWN_DIGITS:]}" if is_repeated else audit.audited

    def _cells(self, finding: Finding) -> tuple[str, str, str]:
        """Value, interval, and number of units with the letter that explains both."""
        if finding.estimate.value is None:
            return value_cell(finding), "", ""
        interval = limits(finding.low.value, finding.high.value)
        return value_cell(finding), interval, f"{finding.n_units:,} {self._marks[method(finding)]}"

    def _paper(self, audit: AuditSummary | None, finding: Finding) -> tuple[str, str] | None:
        """Value and interval that the paper gives for the same number; of a common number, what it gives for all."""
        found = {_paper(each, finding) for each in (self.audits if audit is None else [audit])}
        return found.pop() if len(found) == 1 else None

    @cached_property
    def _marks(self) -> dict[str, str]:
        return method_marks(finding for _, finding in self._rows())

    def _rows(self) -> Iterator[tuple[AuditSummary | None, Finding]]:
        """Every finding with its audit, equal names of several audits next to each other.

        A number that is the same for all, as where it does not depend on what is audited, comes once, without audit.
        """
        names = dict.fromkeys(finding.name for audit in self.audits for finding in audit.findings)
        for name in names:
            rows: list[tuple[AuditSummary | None, Finding]] = [
                (each, finding) for each in self.audits for finding in each.findings if finding.name == name
            ]
            is_common = len(rows) > 1 and len({finding for _, finding in rows}) == 1
            yield from [(None, rows[0][1])] if is_common else rows

    def _lines(self) -> Iterator[str]:
        """Legend of the marks, reasons of what is undefined, the notes of the audits, and the paper."""
        yield from (f"{mark}: {words}" for words, mark in self._marks.items())
        for _, finding in self._rows():
            reasons = {outcome.reason for outcome in (finding.estimate, finding.low) if outcome.reason}
            if finding.interval and reasons:
                yield f"{finding.name}: {'; '.join(sorted(reasons))}"
            elif finding.estimate.reason is not None:
                yield f"{finding.name}: {finding.estimate.reason}"
        for note in (note for audit in self.audits for note in audit.notes):
            yield note if len(note) <= LONGEST_NOTE else f"{note[:LONGEST_NOTE]}... (whole in {EVIDENCE})"
        if any(self._paper(audit, finding) for audit, finding in self._rows()):
            yield f"paper: {SOURCE}"


def tables_of(audits: Sequence[AuditSummary]) -> list[AuditTable]:
    """Return one table per claim and data, in order of first appearance."""
    groups: dict[tuple[str, str], list[AuditSummary]] = {}
    for audit in audits:
        groups.setdefault(audit.subject, []).append(audit)
    return [AuditTable(group) for group in groups.values()]


def _paper(audit: AuditSummary, finding: Finding) -> tuple[str, str] | None:
    """Value and interval that the paper gives for the same number."""
    found = audit_paper_value(audit.labels, finding)
    return None if found is None else (significant(found.value), limits(found.lower, found.upper))
