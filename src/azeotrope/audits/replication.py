"""Claim 3: do two data sets see the molecules that they share alike?"""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import ClassVar

from azeotrope.audits.claim import Claim, Evidence, Subject
from azeotrope.audits.finding import Finding
from azeotrope.audits.reliability import reliability_finding, reliability_notes, reliability_of
from azeotrope.audits.rsa_evidence import MOLECULES, SELF_PAIRS_NOTE, RsaEvidence
from azeotrope.audits.shared_molecules import SharedMolecules, shared_molecules
from azeotrope.audits.value_correlation import spearman_interval
from azeotrope.metrics.halves import standardised_distances
from azeotrope.metrics.outcome import Outcome
from azeotrope.metrics.split_half import SplitHalf
from azeotrope.models.counts import require_counts


@dataclass(frozen=True, kw_only=True, eq=False)
class ReplicationClaim(Claim):
    """RSA of the ratings of two data sets over the molecules and attributes that they share.

    Molecules are joined by stereo-aware identity and attributes by name; each attribute is standardised over the
    shared molecules, in each data set on its own. A molecule with several units in one data set is a conflict and
    left out. No representation is involved.

    Attributes
    ----------
    n_resamples, n_permutations, n_splits
        Bootstrap resamples of shared molecules, permutations of their labels, and splits of the participants.
    seed
        Seed of everything random.

    Raises
    ------
    ConfigError
        When a count is too small.
    """

    uses: ClassVar[tuple[str, ...]] = ("second",)

    n_resamples: int
    n_permutations: int
    n_splits: int
    seed: int

    def __post_init__(self) -> None:
        counts = ("n_resamples", "n_permutations", "n_splits")
        require_counts("claim", **{name: getattr(self, name) for name in counts})

    def check(self, subject: Subject) -> None:
        """See `Claim.check`."""
        shared_molecules(subject)

    def test(self, subject: Subject) -> Evidence:
        """See `Claim.test`.

        Its arrays are ``rsa_replicates``, ``rsa_distinct_replicates``, ``rsa_null``, the condensed ``first_distances``
        and ``second_distances``, and ``first_split_half_rsa`` and ``second_split_half_rsa``, one value per split.
        """
        shared = shared_molecules(subject)
        sides = (shared.first, shared.second)
        distances = [standardised_distances(side.means) for side in sides]
        evidence = RsaEvidence(n_resamples=self.n_resamples, n_permutations=self.n_permutations, seed=self.seed)
        findings, arrays = evidence.of(*distances)
        halves = [reliability_of(side, n_splits=self.n_splits, seed=self.seed) for side in sides]
        named_halves = dict(zip(shared.names, halves, strict=True))
        findings += [
            *_counts(len(shared.first)),
            *self._by_attribute(shared, evidence),
            *(self._reliability(half, name) for name, half in named_halves.items()),
        ]
        for order, side, half in zip(("first", "second"), distances, halves, strict=True):
            arrays |= {f"{order}_distances": side, f"{order}_split_half_rsa": half.correlations}
        notes = (SELF_PAIRS_NOTE, *shared.notes())
        notes += tuple(note for name, half in named_halves.items() for note in reliability_notes(half, name))
        return Evidence(tuple(findings), shared.matches.registry, arrays, notes=notes)

    def _by_attribute(self, shared: SharedMolecules, evidence: RsaEvidence) -> Iterator[Finding]:
        """RSA of each attribute alone, where there are several, and the rank correlation of its values."""
        attributes = shared.first.info.attributes
        for name in attributes:
            first, second = shared.first.attribute(name), shared.second.attribute(name)
            if len(attributes) > 1:
                distances = [standardised_distances(column[:, None]) for column in (first, second)]
                yield evidence.of_part(distances[0], distances[1], name)
            interval = spearman_interval(first, second, n_resamples=self.n_resamples, seed=self.seed)
            yield evidence.finding("spearman", interval, subject=name)

    def _reliability(self, half: SplitHalf, name: str) -> Finding:
        return reliability_finding(half, n_splits=self.n_splits, seed=self.seed, subject=name)


def _counts(n_shared: int) -> list[Finding]:
    """How many molecules and pairs of them are shared."""
    counts = {"shared_molecules": n_shared, "shared_pairs": n_shared * (n_shared - 1) // 2}
    return [
        Finding.exact(name, Outcome.of(count), n_units=n_shared, counted=MOLECULES) for name, count in counts.items()
    ]
