"""Findings as a table on disk, and as the metrics of a run."""

from collections.abc import Sequence
from dataclasses import fields

import pandas as pd

from azeotrope.audits.finding import Finding
from azeotrope.metrics.outcome import Outcome

OUTCOMES = ("estimate", "low", "high")


def to_frame(findings: Sequence[Finding]) -> pd.DataFrame:
    """Return one row per finding, headed by its name; an undefined number is empty and its reason stands beside it.

    Raises
    ------
    ValueError
        When two findings have one name.
    """
    names = [finding.name for finding in findings]
    repeated = sorted({name for name in names if names.count(name) > 1})
    if repeated:
        raise ValueError(f"two findings are called {', '.join(repeated)}")
    return pd.DataFrame([_row(finding) for finding in findings])


def from_frame(frame: pd.DataFrame) -> list[Finding]:
    """Return the findings that `to_frame` wrote."""
    return [_finding({str(name): cell for name, cell in row.items()}) for row in frame.to_dict("records")]


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


def _finding(row: dict[str, object]) -> Finding:
    values = {field.name: _cell(row[field.name]) for field in fields(Finding)}
    for name in OUTCOMES:
        reason = _cell(row[f"{name}_reason"])
        values[name] = Outcome(None, str(reason)) if reason is not None else Outcome(float(str(row[name])), None)
    for name in ("subject", "unit", "interval"):
        values[name] = values[name] or ""
    for name in ("n_units", "n_resamples", "seed"):
        values[name] = None if values[name] is None else int(float(str(values[name])))
    return Finding(**values)  # type: ignore[arg-type]


def _cell(value: object) -> object:
    """Return None for an empty cell."""
    return None if pd.isna(value) else value  # type: ignore[call-overload]
