"""`azeotrope report`: finished runs and audits on one page, from the run folders alone."""

import logging
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from azeotrope.apps.report_data import report_runs
from azeotrope.apps.report_files import write_report_files
from azeotrope.apps.run_filters import matching_runs
from azeotrope.apps.summary import audit_summaries
from azeotrope.places import outputs_folder
from azeotrope.runs.index import list_runs
from azeotrope.runs.job_states import job_states, planned_command
from azeotrope.runs.layout import FIGURE
from azeotrope.runs.status import State
from azeotrope.runs.trials import without_trials

if TYPE_CHECKING:
    from azeotrope.reports.audit_records import AuditSummary
    from azeotrope.reports.markup import Markup
    from azeotrope.runs.record import RunRecord

FOLDER = "report"

logger = logging.getLogger(__name__)


def write_report(filters: Sequence[str], output: Path | None, *, of_last: bool) -> None:
    """Write the page with its tables and figures, and print its path; exits with 1 where there is nothing to show.

    Trials of searches are left out. Of audits with one claim, data, representation and baseline the one that finished
    last is shown, whatever its code and options are; the page names the others.

    Parameters
    ----------
    filters
        Which runs and audits, see `matching_runs`.
    output
        Folder to write; None writes ``report`` in the outputs folder.
    of_last
        Whether to show what the last command planned, and nothing else.
    """
    from azeotrope.reports.report_page import report_page
    from azeotrope.reports.report_runs import experiments_of
    from azeotrope.reports.report_sections import made_from, report_of

    records = _chosen(filters, of_last=of_last)
    runs = report_runs([record for record in records if not record.identity.is_audit])
    audits, panels = _audits([record for record in records if record.identity.is_audit])
    if not runs and not audits:
        logger.error("no finished run or audit in %s matches; azeotrope status tells what there is", outputs_folder())
        sys.exit(1)
    experiments = experiments_of(runs)
    report = report_of(experiments)
    source = made_from(experiments, len(audits), filters)
    page = report_page(report.title, report.answer, report.sections, made_from=source, audits=panels)
    folder = outputs_folder() / FOLDER if output is None else output
    print(write_report_files(folder, page, report.sections))  # noqa: T201 - the one thing on stdout


def latest(audits: "list[AuditSummary]") -> "tuple[list[AuditSummary], dict[str, list[str]]]":
    """Return the last audit of each claim, data, representation and baseline, and the ids of the others by its id.

    Parameters
    ----------
    audits
        In the order in which they finished.
    """
    from azeotrope.reports.claim_texts import claim_name

    groups: dict[tuple[str, ...], list[AuditSummary]] = {}
    for audit in audits:
        labels = {**audit.labels, "claim": claim_name(audit.labels["claim"])}
        groups.setdefault(tuple(labels[name] for name in sorted(labels)), []).append(audit)
    shown = {group[-1].run_id: [each.run_id for each in group[:-1]] for group in groups.values()}
    kept = sorted((group[-1] for group in groups.values()), key=lambda audit: audit.run_id)
    return kept, {run_id: others for run_id, others in shown.items() if others}


def _chosen(filters: Sequence[str], *, of_last: bool) -> list["RunRecord"]:
    """Finished runs and audits that are asked for; the log names those that are not finished or damaged."""
    outputs = outputs_folder()
    records = list_runs(outputs)
    if of_last:
        command = planned_command(outputs, None)
        own = set() if command is None else {job.run_id for job in job_states(outputs, command)}
        records = [record for record in records if record.run_id in own]
    done = []
    for record in records:
        state, note = record.inspection.state, record.inspection.note
        if state is State.DONE:
            done.append(record)
        else:
            logger.warning("%s is left out, it is %s%s", record.run_id, state, note and f": {note}")
    return without_trials(outputs, matching_runs(done, filters))


def _audits(records: Sequence["RunRecord"]) -> "tuple[list[AuditSummary], Markup | None]":
    """Audits that are shown, and their panels; None where there is none."""
    from azeotrope.reports.audit_section import audit_panels

    paths = {record.run_id: record.path for record in records}
    shown, older = latest(audit_summaries(sorted(records, key=_finished)))
    figures = {audit.run_id: (paths[audit.run_id] / FIGURE).read_bytes() for audit in shown}
    return shown, audit_panels(shown, figures, older) if shown else None


def _finished(record: "RunRecord") -> str:
    return record.status.finished or ""
