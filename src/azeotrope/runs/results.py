"""What every finished run leaves behind: numbers, reasons and versions, each file whole or absent."""

import math
from abc import ABC, abstractmethod
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from azeotrope.errors import RunError
from azeotrope.runs.files import write_json
from azeotrope.runs.layout import METRICS, REASONS, VERSIONS


@dataclass(frozen=True, eq=False, kw_only=True)
class RunResults(ABC):
    """The part of a run's results that all kinds of run share.

    Attributes
    ----------
    metrics
        Metric name to finite number, or None where the metric is undefined.
    reasons
        Why a metric is None, for each that is.
    versions
        Versions of Python and of the packages that matter, by name.
    """

    metrics: Mapping[str, float | None]
    reasons: Mapping[str, str]
    versions: Mapping[str, str]

    def write(self, folder: Path) -> None:
        """Write the result files, each atomically.

        Raises
        ------
        RunError
            When a metric is not finite or is None without a reason, or when a file cannot be written; names it.
        """
        write_json(folder / METRICS, self._checked_metrics())
        write_json(folder / REASONS, dict(self.reasons))
        write_json(folder / VERSIONS, dict(self.versions))
        self.write_own(folder)

    @abstractmethod
    def write_own(self, folder: Path) -> None:
        """Write the files that only this kind of run has, each atomically."""

    def _checked_metrics(self) -> dict[str, float | None]:
        """Return the metrics as plain floats and None, all nulls explained."""
        unexplained = [name for name, value in self.metrics.items() if value is None and name not in self.reasons]
        if unexplained:
            raise RunError(f"metrics without a value need a reason: {', '.join(unexplained)}")
        metrics = {name: None if value is None else float(value) for name, value in self.metrics.items()}
        infinite = {name: value for name, value in metrics.items() if value is not None and not math.isfinite(value)}
        if infinite:
            raise RunError(f"metrics must be finite, or null with a reason: {infinite}")
        return metrics
