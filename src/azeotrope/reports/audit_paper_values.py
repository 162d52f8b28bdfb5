"""Values of the audit paper's tables, to be printed beside ours."""

import csv
from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache
from importlib.resources import files

from azeotrope.audits.finding import Finding

SOURCE = "Huang and Sun 2026, its own choice of participants, weights and partition"
KEYS = ("claim", "dataset", "second", "representation", "baseline", "subject", "quantity")
ANY = "*"


@dataclass(frozen=True)
class AuditPaperValue:
    """A number with its interval, where the paper gives one, in the data set's unit, and the table that prints it."""

    value: float
    lower: float | None
    upper: float | None
    table: str


def audit_paper_value(labels: Mapping[str, str], finding: Finding) -> AuditPaperValue | None:
    """Return what the paper reports for a finding, or None where it reports nothing.

    Claim, data, representation and baseline must all be the paper's; a changed option of the claim is another claim.

    Parameters
    ----------
    labels
        The labels of an audit, see `AuditSummary.labels`.
    finding
        The number of ours.
    """
    given = {**labels, "subject": finding.subject, "quantity": finding.quantity}
    for keys, value in _rows():
        if all(expected in (ANY, given[name]) for name, expected in zip(KEYS, keys, strict=True)):
            return value
    return None


@lru_cache(maxsize=1)
def _rows() -> tuple[tuple[tuple[str, ...], AuditPaperValue], ...]:
    """Keys and value of each row of the package's data file."""
    text = files("azeotrope.reports").joinpath("audit_paper_values.csv").read_text(encoding="utf-8")
    rows = csv.DictReader(line for line in text.splitlines() if line[:1] != "#")
    return tuple((tuple(row[key] for key in KEYS), _value(row)) for row in rows)


def _value(row: Mapping[str, str]) -> AuditPaperValue:
    lower, upper = (float(row[name]) if row[name] else None for name in ("lower", "upper"))
    return AuditPaperValue(float(row["value"]), lower, upper, row["table"])
