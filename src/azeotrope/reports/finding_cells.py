"""A finding in words: value with unit, interval, units and how the interval was made, and the paper's value."""

from azeotrope.audits.finding import Finding
from azeotrope.reports.audit_paper_values import audit_paper_value
from azeotrope.reports.audit_records import AuditSummary
from azeotrope.reports.significant import significant

HEADINGS = ("number", "value", "95% interval", "units", "interval from", "paper")


def finding_cells(audit: AuditSummary, finding: Finding) -> tuple[str, ...]:
    """Return one cell for each of `HEADINGS`."""
    title = " ".join(part for part in (finding.subject, finding.quantity) if part)
    value = finding.estimate.value
    shown = (
        f"undefined: {finding.estimate.reason}"
        if value is None
        else " ".join(part for part in (significant(value), finding.unit) if part)
    )
    return (
        title,
        shown,
        limits(finding.low.value, finding.high.value),
        f"{finding.n_units:,} {finding.resampled}",
        origin(finding),
        paper_cell(audit, finding),
    )


def limits(low: float | None, high: float | None) -> str:
    """Return an interval in brackets; empty where a limit is undefined."""
    return "" if low is None or high is None else f"[{significant(low)}, {significant(high)}]"


def origin(finding: Finding) -> str:
    """Return how an interval was made, how often and with which seed."""
    seed = "" if finding.seed is None else f"seed {finding.seed}"
    times = f"{finding.n_resamples:,} resamples" if finding.n_resamples else ""
    return ", ".join(part for part in (finding.interval, times, seed) if part)


def paper_cell(audit: AuditSummary, finding: Finding) -> str:
    """Return what the paper reports, with its table; empty where it reports nothing."""
    value = audit_paper_value(audit.labels, finding)
    if value is None:
        return ""
    return " ".join(
        part for part in (significant(value.value), limits(value.lower, value.upper), f"({value.table})") if part
    )
