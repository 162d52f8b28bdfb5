"""What is known of a trial, for people and files."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import Any

from azeotrope.apps.search.space import Value


class TrialStatus(StrEnum):
    """What became of a trial."""

    RUNNING = "running"
    COMPLETE = "complete"
    PRUNED = "pruned"
    FAILED = "failed"
    REFUSED = "refused"


@dataclass(frozen=True, kw_only=True)
class TrialReport:
    """One trial.

    Attributes
    ----------
    number
        Its number, 0-based.
    status
        ``refused`` when its parameters do not fit each other or the data, or are those of an earlier trial.
    parameters
        Value by key.
    epochs
        Epochs after which it was last compared, or None.
    value
        What it was compared by then, smaller is better, or None: validation RMSE in the unit of the data, or across
        data sets the mean of those, each divided by the interquartile range of its target.
    runs
        Id and validation RMSE of its runs.
    reason
        Why it failed or was refused, else empty.
    """

    number: int
    status: TrialStatus
    parameters: Mapping[str, Value]
    epochs: int | None
    value: float | None
    runs: Sequence[Mapping[str, Any]]
    reason: str


def best_of(reports: Sequence[TrialReport]) -> TrialReport | None:
    """Return the complete trial of smallest value, the first of equals; None when none is complete."""
    complete = [report for report in reports if report.status is TrialStatus.COMPLETE]
    return min(complete, key=lambda report: (report.value, report.number), default=None)


def count_of(reports: Sequence[TrialReport]) -> str:
    """Return how many trials are in which state, such as ``12 complete, 38 pruned``; refused ones were no trials."""
    counts = {status: sum(report.status is status for report in reports) for status in TrialStatus}
    return ", ".join(f"{count} {status}" for status, count in counts.items() if count) or "none"


def assignments(parameters: Mapping[str, Value]) -> list[str]:
    """Return parameters as they are typed on a command line."""
    return [f"{key}={_typed(value)}" for key, value in parameters.items()]


def _typed(value: Value) -> str:
    if value is None or isinstance(value, bool):
        return {None: "null", True: "true", False: "false"}[value]
    if isinstance(value, str) and not value.replace("_", "").replace("+", "").replace("-", "").isalnum():
        return "'" + value.replace("'", "\\'") + "'"
    return str(value)
