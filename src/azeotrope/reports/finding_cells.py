"""A finding in words: its name and value, its interval and how that was made, and the paper's value."""

from collections.abc import Iterable
from string import ascii_lowercase

from azeotrope.audits.finding import Finding
from azeotrope.reports.audit_paper_values import audit_paper_value
from azeotrope.reports.audit_records import AuditSummary
from azeotrope.reports.significant import significant

MARKS = (*ascii_lowercase, *(f"{first}{second}" for first in ascii_lowercase for second in ascii_lowercase))


def quantity_cell(finding: Finding) -> str:
    """Return the quantity with its unit in brackets."""
    return f"{finding.quantity} [{finding.unit}]" if finding.unit else finding.quantity


def value_cell(finding: Finding) -> str:
    """Return the number, a count in full; the bare word where it is undefined."""
    value = finding.estimate.value
    if value is None:
        return "undefined"
    is_count = not finding.unit and not finding.interval and value == round(value)
    return f"{value:,.0f}" if is_count else significant(value)


def limits(low: float | None, high: float | None) -> str:
    """Return an interval in brackets; empty where a limit is undefined."""
    return "" if low is None or high is None else f"[{significant(low)}, {significant(high)}]"


def method(finding: Finding) -> str:
    """Return what was counted, and how the interval was made."""
    seed = "" if finding.seed is None else f", seed {finding.seed}"
    made = f"; {finding.interval or 'no interval'}, {finding.n_resamples:,} resamples{seed}"
    return f"n counts {finding.resampled}{made if finding.n_resamples else ''}"


def method_marks(findings: Iterable[Finding]) -> dict[str, str]:
    """Return a letter for each way in which the numbers that are defined were made, in order of first appearance."""
    methods = dict.fromkeys(method(finding) for finding in findings if finding.estimate.value is not None)
    return dict(zip(methods, MARKS, strict=False))


def paper_cell(audit: AuditSummary, finding: Finding) -> str:
    """Return what the paper reports, with its table; empty where it reports nothing."""
    value = audit_paper_value(audit.labels, finding)
    if value is None:
        return ""
    return " ".join(
        part for part in (significant(value.value), limits(value.lower, value.upper), f"({value.table})") if part
    )
