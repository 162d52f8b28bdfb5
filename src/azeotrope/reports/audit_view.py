"""What the figure of an audit is drawn from: its evidence, looked up by name."""

from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np

from azeotrope.audits.claim import Evidence
from azeotrope.audits.finding import Finding
from azeotrope.metrics.outcome import Outcome
from azeotrope.reports.audit_paper_values import AuditPaperValue, audit_paper_value
from azeotrope.reports.audit_records import AuditSummary
from azeotrope.reports.label_parts import changed_options, name_of
from azeotrope.typing import FloatArray


@dataclass(frozen=True, eq=False)
class AuditView:
    """Evidence with its labels.

    Attributes
    ----------
    evidence
        What the claim returned.
    labels
        See `AuditSummary.labels`.
    """

    evidence: Evidence
    labels: Mapping[str, str]

    @property
    def summary(self) -> AuditSummary:
        """The audit as the tables see it."""
        return AuditSummary("", self.labels, self.evidence.findings, self.evidence.notes)

    @property
    def claim(self) -> str:
        """Name of the claim, without the options that were changed."""
        return name_of(self.labels["claim"])

    @property
    def options(self) -> str:
        """The options of the claim that were changed; empty where none was."""
        return changed_options(self.labels["claim"])

    def array(self, name: str) -> FloatArray:
        """Return the finite values of an array; none where the evidence has no such array."""
        values = self.evidence.arrays.get(name, np.empty(0))
        return np.asarray(values[np.isfinite(values)])

    def pairs(self, first: str, second: str) -> tuple[FloatArray, FloatArray]:
        """Return two arrays of equal length where both are finite; none where the evidence lacks one of them."""
        sides = [self.evidence.arrays.get(name) for name in (first, second)]
        if sides[0] is None or sides[1] is None:
            return np.empty(0), np.empty(0)
        is_finite = np.isfinite(sides[0]) & np.isfinite(sides[1])
        return np.asarray(sides[0][is_finite]), np.asarray(sides[1][is_finite])

    def all_of(self, quantity: str) -> list[Finding]:
        """Return the findings of a quantity, in order."""
        return [finding for finding in self.evidence.findings if finding.quantity == quantity]

    def find(self, quantity: str, subject: str = "") -> Finding:
        """Return one finding; an undefined one where the evidence has none."""
        for finding in self.all_of(quantity):
            if finding.subject == subject:
                return finding
        nothing = Outcome.undefined("the evidence does not hold it")
        return Finding(
            quantity=quantity, subject=subject, estimate=nothing, low=nothing, high=nothing, n_units=0, resampled=""
        )

    def paper(self, finding: Finding) -> AuditPaperValue | None:
        """Return what the paper reports for a finding, or None."""
        return audit_paper_value(self.labels, finding)

    @property
    def facts(self) -> str:
        """How many units of which kinds there are, how often they were resampled, and with which seed."""
        counts: dict[str, set[int]] = {}
        for finding in self.evidence.findings:
            if finding.n_units and " x " not in finding.resampled:
                counts.setdefault(finding.resampled, set()).add(finding.n_units)
        facts = [f"{' and '.join(f'{n:,}' for n in sorted(each))} {kind}" for kind, each in counts.items()]
        resampled = [finding for finding in self.evidence.findings if finding.n_resamples]
        if resampled:
            facts += [f"{resampled[0].n_resamples:,} resamples", f"seed {resampled[0].seed}"]
        return " · ".join(facts)
