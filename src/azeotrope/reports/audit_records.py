"""What a report knows about one audit: plain values that the caller fills from a run folder."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from azeotrope.audits.finding import Finding

AUDIT_LABELS = ("dataset", "second", "claim", "representation", "baseline")


@dataclass(frozen=True)
class AuditSummary:
    """One finished audit.

    Attributes
    ----------
    run_id
        Id of the run.
    labels
        The name of each of `AUDIT_LABELS`; ``none`` where the claim has none.
    findings
        Its numbers, the headline first.
    notes
        Sentences that belong under them.
    """

    run_id: str
    labels: Mapping[str, str]
    findings: Sequence[Finding]
    notes: Sequence[str]

    @property
    def subject(self) -> tuple[str, str]:
        """Claim and data: audits of one subject differ in what they audit, so they stand in one table."""
        data = [self.labels["dataset"], self.labels["second"]]
        return self.labels["claim"], " and ".join(name for name in data if name != "none")

    @property
    def audited(self) -> str:
        """What was audited, and what it was added to; runs by their hash; empty where no representation is audited."""
        representation, baseline = (short_name(self.labels[name]) for name in ("representation", "baseline"))
        if representation == "none":
            return ""
        return representation if baseline == "none" else f"{representation} on {baseline}"


def short_name(representation: str) -> str:
    """Return the name with every run id cut to the hash at its end."""
    parts = (part.split("-") for part in representation.split("+"))
    return "+".join(f"run:{part[-1]}" if part[0].startswith("run:") else "-".join(part) for part in parts)
