"""From run folders to the table that compares them, at the end of a command and on request."""

import logging
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

from azeotrope.apps.report_checks import checked_config, checked_labels, checked_metrics
from azeotrope.errors import RunError
from azeotrope.runs.events import Outcome, RunEvent
from azeotrope.runs.files import read_json_object
from azeotrope.runs.layout import EVIDENCE, FINDINGS, PREDICTIONS
from azeotrope.runs.record import RunRecord
from azeotrope.runs.status import State

if TYPE_CHECKING:
    import pandas as pd
    from rich.console import Console

    from azeotrope.metrics.resampling import Interval
    from azeotrope.reports.audit_records import AuditSummary
    from azeotrope.reports.outcomes import Outcomes
    from azeotrope.reports.records import RunSummary

HASH_DIGITS = 8

logger = logging.getLogger(__name__)


def print_table(console: "Console", records: Sequence[RunRecord]) -> None:
    """Print one comparison per data set of the finished runs among `records`, and one table per claim and data."""
    from azeotrope.reports.audit_table import tables_of
    from azeotrope.reports.comparison import compare
    from azeotrope.reports.tables import ResultsTable

    done = [record for record in records if record.inspection.state is State.DONE]
    folds = [record for record in done if not record.identity.is_audit]
    rows = _test_rows(folds)
    for comparison in compare(_beyond_rounding(run_summaries(folds), rows), _pooled_delta_maes(folds, rows)):
        console.print(ResultsTable(comparison))
    for table in tables_of(audit_summaries([record for record in done if record.identity.is_audit])):
        console.print(table)


def run_summaries(records: Sequence[RunRecord]) -> list["RunSummary"]:
    """Return what reports know of finished runs; a damaged folder is named in the log and left out."""
    found = []
    names = _dataset_names(records)
    for record in records:
        try:
            found.append(_run_summary(record, names[record.run_id]))
        except RunError as error:
            logger.warning("%s is left out: %s", record.run_id, error)
    return found


def audit_summaries(records: Sequence[RunRecord]) -> list["AuditSummary"]:
    """Return what reports know of finished audits; a damaged folder is named in the log and left out."""
    found = []
    names = _dataset_names(records)
    for record in records:
        try:
            found.append(_audit_summary(record, names[record.run_id]))
        except (RunError, OSError, ValueError, KeyError, TypeError) as error:
            logger.warning("%s is left out: %s", record.run_id, error)
    return found


def outcomes_of(events: Sequence[RunEvent], noun: str, *, in_process: bool) -> "Outcomes":
    """Count what became of a command's jobs.

    Parameters
    ----------
    events
        What the jobs reported.
    noun
        What they are called, such as ``Runs``.
    in_process
        Whether the jobs ran in this process, whose terminal told each failure at once.
    """
    from azeotrope.reports.outcomes import FailedRun, Outcomes

    failed = [event for event in events if event.outcome is Outcome.FAILED]
    return Outcomes(
        done=sum(event.outcome is Outcome.DONE for event in events),
        skipped=sum(event.outcome is Outcome.SKIPPED for event in events),
        noun=noun,
        was_told=in_process and [event.outcome for event in events] == [Outcome.FAILED],
        failed=tuple(FailedRun(event.run_id or "no run folder", event.job, event.message) for event in failed),
    )


def named_with_hash(name: str, data_hash: str) -> str:
    """Return the name of data that share their name with other data."""
    return f"{name} [{data_hash[:HASH_DIGITS]}]"


def _test_rows(records: Sequence[RunRecord]) -> dict[str, "pd.DataFrame"]:
    """Test rows of each run whose predictions can be read; the log names the others."""
    import pandas as pd

    columns = ["part", "truth", "prediction", "ideal", "component_set"]
    found = {}
    for record in records:
        try:
            frame = pd.read_parquet(record.path / PREDICTIONS, columns=columns)
        except (OSError, ValueError) as error:  # pyarrow's errors are among these
            logger.warning("%s: delta MAE is not pooled: %s cannot be read (%s)", record.run_id, PREDICTIONS, error)
        else:
            found[record.run_id] = frame[frame["part"] == "test"]
    return found


def _beyond_rounding(summaries: Sequence["RunSummary"], rows: Mapping[str, "pd.DataFrame"]) -> list["RunSummary"]:
    from azeotrope.reports.rounded_errors import errors_beyond_rounding

    return [
        errors_beyond_rounding(run, rows[run.run_id]["truth"].to_numpy(dtype=float)) if run.run_id in rows else run
        for run in summaries
    ]


def _pooled_delta_maes(records: Sequence[RunRecord], rows: Mapping[str, "pd.DataFrame"]) -> dict[str, "Interval"]:
    """Delta MAE of each experiment over the pooled test rows of its folds."""
    from azeotrope.reports.pooled import pooled_delta_mae

    folds: dict[str, list[pd.DataFrame]] = {}
    for record in records:
        if record.run_id in rows:
            folds.setdefault(record.identity.experiment_id, []).append(rows[record.run_id])
    return {experiment: pooled_delta_mae(frames) for experiment, frames in folds.items()}


def _dataset_names(records: Sequence[RunRecord]) -> dict[str, str]:
    """Name of each run's data; where one name stands for different data, each gets its hash, so they never mix."""
    hashes: dict[str, set[str]] = {}
    for record in records:
        hashes.setdefault(record.identity.labels.dataset, set()).add(record.identity.data_hash)
    return {
        record.run_id: name if len(hashes[name]) == 1 else named_with_hash(name, record.identity.data_hash)
        for record in records
        for name in [record.identity.labels.dataset]
    }


def _run_summary(record: RunRecord, dataset_name: str) -> "RunSummary":
    from azeotrope.reports.records import LABELS, RunSummary

    config, metrics = checked_config(record.config, record.identity.fold), checked_metrics(record.metrics)
    n_test = metrics.get("n_test")
    return RunSummary(
        record.run_id,
        record.identity.experiment_id,
        checked_labels(config.get("labels"), LABELS) | {"dataset": dataset_name},
        config["fold"],
        metrics,
        config["dataset"]["unit"],
        config["dataset"]["origin"],
        record.reasons,
        None if n_test is None else int(n_test),
    )


def _audit_summary(record: RunRecord, dataset_name: str) -> "AuditSummary":
    from azeotrope.audits.finding_table import read_findings
    from azeotrope.reports.audit_records import AUDIT_LABELS, AuditSummary

    labels = checked_labels(record.config.get("labels"), AUDIT_LABELS)
    labels["dataset"] += dataset_name.removeprefix(record.identity.labels.dataset)
    findings = read_findings(record.path / FINDINGS)
    return AuditSummary(record.run_id, labels, findings, read_json_object(record.path / EVIDENCE)["notes"])
