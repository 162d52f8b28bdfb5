"""`azeotrope report`: every finished audit on one page, from the run folders alone."""

import logging
import sys
from pathlib import Path
from typing import TYPE_CHECKING

from azeotrope.apps.summary import audit_summaries
from azeotrope.places import outputs_folder
from azeotrope.runs.files import write_text
from azeotrope.runs.index import list_runs
from azeotrope.runs.layout import FIGURE
from azeotrope.runs.status import State

if TYPE_CHECKING:
    from azeotrope.reports.audit_records import AuditSummary
    from azeotrope.runs.record import RunRecord

PAGE = "audits.html"

logger = logging.getLogger(__name__)


def write_report(output: Path | None) -> None:
    """Write the page of all finished audits and print its path; exits with 1 where there is none.

    Of runs with one claim, data, representation and baseline the one that finished last is shown, whatever its code
    and options are; the page names the others.

    Parameters
    ----------
    output
        File to write; None writes ``audits.html`` in the outputs folder.
    """
    from azeotrope.reports.audit_page import audit_page

    outputs = outputs_folder()
    records = {
        record.run_id: record
        for record in list_runs(outputs)
        if record.identity.is_audit and record.inspection.state is State.DONE
    }
    summaries = audit_summaries(sorted(records.values(), key=_finished))
    if not summaries:
        logger.error("no finished audit in %s; python audit.py makes one", outputs)
        sys.exit(1)
    shown, older = latest(summaries)
    figures = {audit.run_id: (records[audit.run_id].path / FIGURE).read_bytes() for audit in shown}
    file = outputs / PAGE if output is None else output
    file.parent.mkdir(parents=True, exist_ok=True)
    write_text(file, audit_page(shown, figures, older))
    print(file)  # noqa: T201 - the one thing on stdout


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


def _finished(record: "RunRecord") -> str:
    return record.status.finished or ""
