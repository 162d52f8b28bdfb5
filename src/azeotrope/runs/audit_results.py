"""What a finished audit leaves behind."""

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

from azeotrope.runs.files import write_bytes, write_csv, write_json, write_npz
from azeotrope.runs.layout import ARRAYS, EVIDENCE, FIGURE, FINDINGS, IDENTITIES
from azeotrope.runs.results import RunResults
from azeotrope.typing import FloatArray

if TYPE_CHECKING:
    import pandas as pd


@dataclass(frozen=True, eq=False, kw_only=True)
class AuditResults(RunResults):
    """Results of an audit.

    Attributes
    ----------
    findings
        One row per number: estimate, interval, unit, units, how it was resampled, seed, reason.
    identities
        The registry of the molecules used.
    arrays
        What the figure is drawn from.
    evidence
        Notes and certificates as plain values.
    figure
        A PNG picture.
    """

    findings: "pd.DataFrame"
    identities: "pd.DataFrame"
    arrays: Mapping[str, FloatArray]
    evidence: Mapping[str, Any]
    figure: bytes

    def write_own(self, folder: Path) -> None:
        """See `RunResults.write_own`."""
        write_csv(folder / FINDINGS, self.findings)
        write_csv(folder / IDENTITIES, self.identities)
        write_npz(folder / ARRAYS, self.arrays)
        write_json(folder / EVIDENCE, dict(self.evidence))
        write_bytes(folder / FIGURE, self.figure)
