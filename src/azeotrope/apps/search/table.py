"""The end of a search, for people."""

import io
from collections.abc import Sequence
from pathlib import Path

from rich.console import Console
from rich.table import Table
from rich.text import Text

from azeotrope.apps.search.result import KEYS, Finding
from azeotrope.apps.search.tasks import run_overrides
from azeotrope.apps.search.trials import TrialReport, count_of
from azeotrope.places import outputs_folder

SHOWN = 3
CAUTION = (
    "The best of many trials looks better on these rows than it is; only the test rows of these folds have not chosen "
    "it, those of other folds were seen."
)
WIDTH = 110  # characters
DECIDED = ("model", "ablation", "tuned", "split.fold", *KEYS)  # by the configuration that was written


def finding_text(finding: Finding, file: Path, gains: Sequence[str]) -> str:
    """Return the best trials beside the model as it is, the counts, and how to use what was found.

    Parameters
    ----------
    finding
        The result of a search.
    file
        The configuration that was written.
    gains
        How much better the choice is, see `gain_lines`.
    """
    console = Console(file=io.StringIO(), width=WIDTH)
    with console.capture() as table:
        console.print(_table(finding))
    found = "no trial is better than the model as it is" if finding.best is None else f"trial {finding.best.number}"
    lines = (
        f"trials: {count_of(finding.reports)}",
        f"best: {found}; {finding.description}",
        *gains,
        *([CAUTION] if gains else []),
        f"written: {file}",
        f"use it: {_usage(finding, file)}",
    )
    return table.get() + "\n".join(lines) + "\n"


def _table(finding: Finding) -> Table:
    """Return a column for the model as it is and for each of the best trials."""
    search, shown = finding.search, _shown(finding.reports)
    table = Table("", "default", *(f"trial {report.number}" for report in shown), title=f"Search {search.id}")
    table.columns[0].no_wrap = True
    for column in table.columns[1:]:
        column.overflow = "fold"
    measure = "validation RMSE / IQR" if search.is_scaled else f"validation RMSE [{search.unit}]"
    table.add_row(Text(measure), _number(finding.default.get("value")), *(_number(report.value) for report in shown))
    table.add_row("after epochs", str(search.schedule.epochs), *(str(report.epochs) for report in shown))
    table.add_row("state", "", *(str(report.status) for report in shown), end_section=True)
    for key, value in search.default.items():
        given = value if key in search.fixed else None
        table.add_row(key, str(value), *(str(report.parameters.get(key, given)) for report in shown))
    return table


def _number(value: float | None) -> str:
    return "-" if value is None else f"{value:.4g}"


def _shown(reports: list[TrialReport]) -> list[TrialReport]:
    """Return the trials that came furthest, and of those the best."""
    valued = [report for report in reports if report.value is not None and report.epochs is not None]
    return sorted(valued, key=lambda report: (-(report.epochs or 0), report.value))[:SHOWN]


def _usage(finding: Finding, file: Path) -> str:
    """Return the command that trains what was found."""
    outputs = file.parents[1]
    environment = "" if outputs == outputs_folder().resolve() else f"AZEOTROPE_OUTPUTS={outputs} "
    search = finding.search
    typed = [each for each in run_overrides(search.typed) if not each.startswith(DECIDED)]
    folds = f"split.folds=[{','.join(dict.fromkeys(str(task.number) for task in search.tasks))}]"
    words = [f"tuned={search.name}", *search.tasks[0].overrides, *typed, folds]
    return f"{environment}python train.py {' '.join(words)}"
