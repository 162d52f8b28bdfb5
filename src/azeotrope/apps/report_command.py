"""`azeotrope report`: finished runs and audits on one page, from the run folders alone."""

import logging
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from azeotrope.apps.left_out import LeftOut, left_out_sentence
from azeotrope.apps.report_choice import chosen_runs
from azeotrope.apps.report_data import report_runs
from azeotrope.apps.report_files import write_report_files
from azeotrope.apps.summary import audit_summaries
from azeotrope.places import outputs_folder
from azeotrope.runs.layout import FIGURE
from azeotrope.runs.status import State

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

    records, left_out = chosen_runs(filters, of_last=of_last)
    runs = report_runs([record for record in records if not record.identity.is_audit])
    audits, older, panels = _audits([record for record in records if record.identity.is_audit])
    if not runs and not audits:
        logger.error("no finished run or audit in %s matches; azeotrope status tells what there is", outputs_folder())
        sys.exit(1)
    experiments = experiments_of(runs)
    report = report_of(experiments)
    known = {run.summary.run_id for run in runs} | {audit.run_id for audit in audits} | older
    left_out += [LeftOut(record.run_id, State.DONE) for record in records if record.run_id not in known]
    source = f"{made_from(experiments, len(audits), filters)} {left_out_sentence(left_out)}".rstrip()
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
    from azeotrope.reports.label_parts import name_of

    groups: dict[tuple[str, ...], list[AuditSummary]] = {}
    for audit in audits:
        labels = {**audit.labels, "claim": name_of(audit.labels["claim"])}
        groups.setdefault(tuple(labels[name] for name in sorted(labels)), []).append(audit)
    shown = {group[-1].run_id: [each.run_id for each in group[:-1]] for group in groups.values()}
    kept = sorted((group[-1] for group in groups.values()), key=lambda audit: audit.run_id)
    return kept, {run_id: others for run_id, others in shown.items() if others}


def _audits(records: Sequence["RunRecord"]) -> "tuple[list[AuditSummary], set[str], Markup | None]":
    """Audits that are shown, the ids of older ones of the same, and the panels; None where there is none."""
    from azeotrope.reports.audit_section import audit_panels

    paths = {record.run_id: record.path for record in records}
    shown, older = latest(audit_summaries(sorted(records, key=_finished)))
    figures = {audit.run_id: (paths[audit.run_id] / FIGURE).read_bytes() for audit in shown}
    panels = audit_panels(shown, figures, older) if shown else None
    return shown, {run_id for others in older.values() for run_id in others}, panels


def _finished(record: "RunRecord") -> str:
    return record.status.finished or ""
