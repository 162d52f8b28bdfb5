"""Findings as a table on disk, and as the metrics of a run."""

from collections.abc import Sequence
from dataclasses import fields
from pathlib import Path

import pandas as pd

from azeotrope.audits.finding import Finding
from azeotrope.errors import ConfigError
from azeotrope.metrics.outcome import Outcome

OUTCOMES = ("estimate", "low", "high")


def to_frame(findings: Sequence[Finding]) -> pd.DataFrame:
    """Return one row per finding, headed by its name; an undefined number is empty and its reason stands beside it.

    Raises
    ------
    ConfigError
        When two findings have one name, as an unlucky name of an attribute can make them.
    """
    names = [finding.name for finding in findings]
    repeated = sorted({name for name in names if names.count(name) > 1})
    if repeated:
        raise ConfigError(f"two numbers are called {', '.join(repeated)}; rename the attribute that leads to it")
    return pd.DataFrame([_row(finding) for finding in findings])


def read_findings(path: Path) -> list[Finding]:
    """Return the findings of a file that `to_frame` made; no text in it, such as NA, stands for a missing one."""
    rows = pd.read_csv(path, dtype=str, keep_default_na=False).to_dict("records")
    return [_finding({str(name): str(cell) for name, cell in row.items()}) for row in rows]


def metrics_of(findings: Sequence[Finding]) -> tuple[dict[str, float | None], dict[str, str]]:
    """Return each number by name, with the limits under ``*_low`` and ``*_high``, and why a number is None."""
    outcomes = {finding.name: finding.estimate for finding in findings}
    for finding in findings:
        if finding.interval:
            outcomes |= {f"{finding.name}_low": finding.low, f"{finding.name}_high": finding.high}
    metrics = {name: outcome.value for name, outcome in outcomes.items()}
    return metrics, {name: outcome.reason for name, outcome in outcomes.items() if outcome.reason is not None}


def _row(finding: Finding) -> dict[str, object]:
    row: dict[str, object] = {"name": finding.name}
    for field in fields(Finding):
        value = getattr(finding, field.name)
        row[field.name] = value.value if isinstance(value, Outcome) else value
    for name in OUTCOMES:
        row[f"{name}_reason"] = getattr(finding, name).reason
    return row


def _finding(row: dict[str, str]) -> Finding:
    estimate, low, high = (_outcome(row[name], row[f"{name}_reason"]) for name in OUTCOMES)
    return Finding(
        quantity=row["quantity"],
        estimate=estimate,
        low=low,
        high=high,
        n_units=int(row["n_units"]),
        resampled=row["resampled"],
        subject=row["subject"],
        unit=row["unit"],
        interval=row["interval"],
        n_resamples=int(row["n_resamples"]),
        seed=int(float(row["seed"])) if row["seed"] else None,
    )


def _outcome(value: str, reason: str) -> Outcome:
    return Outcome(None, reason) if reason else Outcome(float(value), None)
