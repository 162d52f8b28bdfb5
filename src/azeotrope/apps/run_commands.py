"""`azeotrope table` and `azeotrope status`: finished and unfinished runs, from their folders alone."""

import json
import shlex
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from rich.console import Console
from rich.markup import escape
from rich.table import Column, Table

from azeotrope.apps.run_filters import matching_runs
from azeotrope.places import outputs_folder
from azeotrope.runs.command import Command, retries_of
from azeotrope.runs.index import list_runs, status_summary
from azeotrope.runs.job_states import job_states, planned_command
from azeotrope.runs.status import State
from azeotrope.runs.trials import without_trials

if TYPE_CHECKING:
    from azeotrope.runs.record import RunRecord

WIDTH = 200  # characters of a line in a file or a pipe, where an id must not be cut


def show_table(filters: Sequence[str], *, as_csv: bool, with_trials: bool) -> None:
    """Print the comparison of finished runs whose labels match every filter; trials of searches only when asked."""
    from azeotrope.apps.summary import print_table

    outputs = outputs_folder()
    found = list_runs(outputs)
    done = [record for record in found if record.inspection.state is State.DONE]
    matching = matching_runs(done, filters)
    records = matching if with_trials else without_trials(outputs, matching)
    if len(records) < len(matching):
        note = f"{len(matching) - len(records)} trials of searches are left out; --trials shows them"
        Console(stderr=True).print(note, highlight=False)
    if as_csv:
        print(_csv_of(records), end="")  # noqa: T201 - the one thing on stdout
    elif records:
        print_table(Console(), records)
    else:
        rest = f"; {len(found) - len(done)} are not finished, see azeotrope status" if len(found) > len(done) else ""
        Console(stderr=True).print(f"no finished run in {outputs_folder()} matches{rest}", highlight=False)


def show_status(command_id: str | None, *, as_json: bool) -> None:
    """Print the state of each run, and of those jobs of the last command that have no run; or of one command alone."""
    outputs = outputs_folder()
    command = planned_command(outputs, command_id)
    jobs = [] if command is None else job_states(outputs, command)
    own = {job.run_id for job in jobs}
    runs = [run for run in status_summary(outputs) if command_id is None or run.run_id in own]
    lost = [job for job in jobs if job.run_id is None or job.state is State.MISSING]
    if as_json:
        rows: list[dict[str, str | None]] = [
            {"run_id": run.run_id, "state": str(run.state), "note": run.note} for run in runs
        ]
        rows += [{"run_id": None, "job": job.job, "state": str(job.state), "note": job.note} for job in lost]
        print(json.dumps(rows, indent=2))  # noqa: T201 - the one thing on stdout
        return
    table = Table(
        Column("state", no_wrap=True), Column("run or job", overflow="fold"), Column("note", overflow="fold"), box=None
    )
    for run in sorted(runs, key=lambda run: run.state is not State.DONE):  # what needs a look stands last
        table.add_row(str(run.state), escape(run.run_id), escape(run.note))
    for job in lost:
        table.add_row(str(job.state), escape(job.job), escape(job.note))
    console = Console()
    if not console.is_terminal:
        console.width = WIDTH
    console.print(table)
    console.print(f"{len(runs)} runs: {_counts([run.state for run in runs])}", highlight=False)
    if command is not None:
        console.print(
            _summary(outputs, command, [job.state for job in jobs]), highlight=False, markup=False, soft_wrap=True
        )


def _summary(outputs: Path, command: Command, states: Sequence[State]) -> str:
    """Return one line on the jobs of a command, and what starts those that are not done."""
    typed = shlex.join(command.description().argv)
    line = f"command {command.id} ({typed}): {len(states)} planned, {_counts(states)}"
    if any(each.is_alive() for each in (command, *retries_of(outputs, command))):
        return f"{line}; it still runs"
    if all(state is State.DONE for state in states):
        return line
    queue = f", once job {command.queue} has left the queue of Slurm" if command.queue else ""
    return f"{line}; azeotrope retry starts what is not done{queue}"


def _counts(states: Sequence[State]) -> str:
    """Return how many there are of each state that occurs."""
    return ", ".join(f"{states.count(state)} {state}" for state in State if state in states) or "none"


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
