"""`azeotrope table` and `azeotrope status`: finished and unfinished runs, from their folders alone."""

import json
from collections.abc import Sequence
from typing import TYPE_CHECKING

from rich.console import Console
from rich.markup import escape
from rich.table import Column, Table

from azeotrope.errors import ConfigError
from azeotrope.places import outputs_folder
from azeotrope.runs.index import list_runs, status_summary
from azeotrope.runs.status import State

if TYPE_CHECKING:
    from azeotrope.runs.record import RunRecord


def show_table(filters: Sequence[str], *, as_csv: bool) -> None:
    """Print the comparison of finished runs whose labels match every filter."""
    from azeotrope.apps.summary import print_table

    found = list_runs(outputs_folder())
    done = [record for record in found if record.inspection.state is State.DONE]
    records = _filtered(done, filters)
    if as_csv:
        print(_csv_of(records), end="")  # noqa: T201 - the one thing on stdout
    elif records:
        print_table(Console(), records)
    else:
        rest = f"; {len(found) - len(done)} are not finished, see azeotrope status" if len(found) > len(done) else ""
        Console(stderr=True).print(f"no finished run in {outputs_folder()} matches{rest}", highlight=False)


def show_status(*, as_json: bool) -> None:
    """Print the state of each run."""
    states = status_summary(outputs_folder())
    if as_json:
        rows = [{"run_id": run.run_id, "state": str(run.state), "note": run.note} for run in states]
        print(json.dumps(rows, indent=2))  # noqa: T201 - the one thing on stdout
        return
    table = Table(
        Column("state", no_wrap=True), Column("run", overflow="fold"), Column("note", overflow="fold"), box=None
    )
    for run in states:
        table.add_row(str(run.state), escape(run.run_id), escape(run.note))
    console = Console()
    console.print(table)
    counts = ", ".join(f"{sum(run.state is state for run in states)} {state}" for state in State)
    console.print(f"{len(states)} runs: {counts}", highlight=False)


def _csv_of(records: Sequence["RunRecord"]) -> str:
    """Return the runs of train.py in long form, or the audits where there is nothing else."""
    from azeotrope.apps.summary import audit_summaries, run_summaries
    from azeotrope.reports.audit_csv import audit_csv_text
    from azeotrope.reports.csv_form import csv_text
    from azeotrope.reports.summary import summarise

    folds = [record for record in records if not record.identity.is_audit]
    if records and not folds:
        return audit_csv_text(audit_summaries(records))
    if len(folds) < len(records):
        note = f"{len(records) - len(folds)} audits are left out; choose them with a filter such as claim=geometry"
        Console(stderr=True).print(note, highlight=False)
    return csv_text(summarise(run_summaries(folds)))


def _filtered(records: Sequence["RunRecord"], filters: Sequence[str]) -> list["RunRecord"]:
    """Keep runs whose labels match: `label=value`, or several values with commas; see `_spellings`."""
    from azeotrope.reports.audit_records import AUDIT_LABELS
    from azeotrope.reports.records import LABELS

    known = tuple(dict.fromkeys((*LABELS, *AUDIT_LABELS)))
    kept = list(records)
    for text in filters:
        label, equals, values = text.partition("=")
        if not equals or label not in known:
            raise ConfigError(f"filter {text!r} must be LABEL=VALUE with one of {', '.join(known)}")
        wanted = {value.strip() for value in values.split(",")}
        kept = [record for record in kept if wanted & _spellings(str(record.config["labels"].get(label)))]
    return kept


def _spellings(label: str) -> set[str]:
    """Return what a filter may call a label: all of it, its name without options, and a run by its hash."""
    from azeotrope.reports.audit_records import short_name

    name = label.split(" (", maxsplit=1)[0]
    return {label, name, short_name(name)}
