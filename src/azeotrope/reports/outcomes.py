"""What became of the runs of a sweep."""

from dataclasses import dataclass

from rich.console import Console, ConsoleOptions, RenderResult
from rich.text import Text

from azeotrope.reports.paint import Paint


@dataclass(frozen=True)
class FailedRun:
    """A run that failed: its id, what it was (such as its overrides), and the error's message."""

    run_id: str
    description: str
    message: str


@dataclass(frozen=True)
class Outcomes:
    """Counts of a sweep's runs, drawn as one line and one more per failed run.

    Attributes
    ----------
    done
        Runs that finished in this sweep.
    skipped
        Runs that had finished before and were not repeated.
    failed
        Runs that failed.
    noun
        What they are called.
    was_told
        Whether the line before is the one error there was, which is then not repeated.
    """

    done: int
    skipped: int = 0
    failed: tuple[FailedRun, ...] = ()
    noun: str = "Runs"
    was_told: bool = False

    def __rich_console__(self, console: Console, options: ConsoleOptions) -> RenderResult:
        """Draw the lines."""
        paint = Paint(options.ascii_only, styled=console.color_system is not None)
        counts = [f"{self.done} done"]
        if self.skipped:
            counts.append(f"{self.skipped} skipped (done before)")
        if self.failed:
            counts.append(f"{len(self.failed)} failed")
        yield Text(f"{self.noun}: {', '.join(counts)}", "bold red" if self.failed else "")
        for run in () if self.was_told else self.failed:
            first_line = run.message.strip().partition("\n")[0]
            yield paint.text(f"  failed: {run.description} ({run.run_id}): {first_line}")
