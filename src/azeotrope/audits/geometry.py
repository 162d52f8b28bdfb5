"""Claim 1: is a representation shaped like what people, or an instrument, say about molecules?"""

from dataclasses import dataclass

import numpy as np

from azeotrope.audits.blocks import EmbeddingBlock
from azeotrope.audits.claim import Claim, Evidence, Subject
from azeotrope.audits.compounds import complete, inchis_of, mark_excluded, named, require_pure, require_varying
from azeotrope.audits.finding import Finding
from azeotrope.audits.geometry_names import control_name, require_free_names
from azeotrope.audits.reliability import reliability_finding, reliability_notes, reliability_of
from azeotrope.audits.rsa_evidence import DISTINCT, SELF_PAIRS_NOTE, RsaEvidence
from azeotrope.audits.unit_features import features_of_units, representation_of
from azeotrope.datasets.ratings import RatingsTable
from azeotrope.errors import DataError
from azeotrope.featurizers.gaussian import GaussianFeatures
from azeotrope.metrics.ceiling import rsa_share
from azeotrope.metrics.cka import bounded_similarities, debiased_cka_interval, linear_similarities
from azeotrope.metrics.halves import standardised_distances
from azeotrope.metrics.split_half import SplitHalf
from azeotrope.models.counts import require_counts
from azeotrope.typing import FloatArray

CONTROL_WIDTH = 512


@dataclass(frozen=True, kw_only=True, eq=False)
class GeometryClaim(Claim):
    """RSA of a representation and the ratings, with null, negative controls and the reliability of the ratings.

    Attributes are standardised over the units and compared by Euclidean distance. Units without a mean on some
    attribute are left out and counted. Every number is the same whatever the order of the units.

    Attributes
    ----------
    n_resamples, n_permutations, n_splits
        Bootstrap resamples of molecules, permutations of their labels, and splits of the participants.
    n_controls
        Number of Gaussian representations.
    seed
        Seed of everything random.

    Raises
    ------
    ConfigError
        When a count is too small.
    """

    n_resamples: int
    n_permutations: int
    n_splits: int
    n_controls: int
    seed: int

    def __post_init__(self) -> None:
        counts = ("n_resamples", "n_permutations", "n_splits", "n_controls")
        require_counts("claim", **{name: getattr(self, name) for name in counts})

    def check(self, subject: Subject) -> None:
        """See `Claim.check`."""
        representation_of(subject)
        require_pure(subject.table)
        table = complete(subject.table)
        if len(table) == 0:
            raise DataError(f"no unit of {table.info.dataset} has a mean on every attribute")
        require_varying(table.info.attributes, table.means, table.info.dataset)
        require_free_names(table, self.n_controls)

    def test(self, subject: Subject) -> Evidence:
        """See `Claim.test`.

        Its arrays are ``rsa_replicates``, ``rsa_distinct_replicates``, ``rsa_null``, ``split_half_rsa`` (one value per
        split), ``gaussian_rsa`` (one per control), and the condensed ``representation_distances`` and
        ``property_distances``.
        """
        self.check(subject)
        table = complete(subject.table)
        representation = representation_of(subject)
        features = features_of_units(representation, table, subject)
        distances = representation.distances(features)
        ratings_distances = standardised_distances(table.means)
        evidence = RsaEvidence(n_resamples=self.n_resamples, n_permutations=self.n_permutations, seed=self.seed)
        findings, arrays = evidence.of(distances, ratings_distances)
        controls = self._controls(table, ratings_distances, evidence)
        reliability = reliability_of(table, n_splits=self.n_splits, seed=self.seed)
        findings += [
            *_by_attribute(table, distances, evidence),
            *self._lenses(table, (distances, ratings_distances), reliability, evidence),
            *controls,
        ]
        arrays |= {
            "split_half_rsa": reliability.correlations,
            "gaussian_rsa": np.array([control.estimate.value for control in controls], dtype=np.float64),
            "representation_distances": distances,
            "property_distances": ratings_distances,
        }
        missing = sorted(set(inchis_of(subject.table)) - set(inchis_of(table)))
        identities = mark_excluded(subject.table.identities, missing, "no mean on some attribute")
        notes = (SELF_PAIRS_NOTE, *_left_out(subject.table, table), *reliability_notes(reliability))
        return Evidence(tuple(findings), identities, arrays, notes=(*notes, *representation.remarks(features)))

    def _lenses(
        self, table: RatingsTable, sides: tuple[FloatArray, FloatArray], reliability: SplitHalf, evidence: RsaEvidence
    ) -> list[Finding]:
        """Debiased CKA, the reliability of the ratings, and RSA as a share of it."""
        similarities = bounded_similarities(sides[0]), linear_similarities(sides[1])
        cka = debiased_cka_interval(*similarities, n_resamples=self.n_resamples, seed=self.seed)
        share = rsa_share(*sides, table.ratings, reliability, n_resamples=self.n_resamples, seed=self.seed)
        return [
            evidence.finding("debiased_cka", cka, kind=DISTINCT),
            reliability_finding(reliability, n_splits=self.n_splits, seed=self.seed),
            evidence.finding("rsa_share", share, kind="95% bootstrap of molecules and splits"),
        ]

    def _controls(self, table: RatingsTable, ratings_distances: FloatArray, evidence: RsaEvidence) -> list[Finding]:
        """RSA of representations that know nothing, each of a seed of its own."""
        seeds = np.random.SeedSequence(self.seed).generate_state(self.n_controls)
        findings = []
        for number, seed in enumerate(seeds, start=1):
            block = EmbeddingBlock(GaussianFeatures(CONTROL_WIDTH, int(seed)))
            vectors = block.features(table.units.molecules, None, show_progress=False)[table.units.component]
            findings.append(evidence.of_part(block.distances(vectors), ratings_distances, control_name(number)))
        return findings


def _by_attribute(table: RatingsTable, distances: FloatArray, evidence: RsaEvidence) -> list[Finding]:
    """RSA with each attribute alone; nothing where there is only one, which the headline is about."""
    attributes = table.info.attributes if len(table.info.attributes) > 1 else ()
    columns = ((name, standardised_distances(table.attribute(name)[:, None])) for name in attributes)
    return [evidence.of_part(distances, column, name) for name, column in columns]


def _left_out(given: RatingsTable, used: RatingsTable) -> tuple[str, ...]:
    if len(used) == len(given):
        return ()
    missing = np.flatnonzero(~np.isfinite(given.means).all(axis=1)).tolist()
    return (f"{len(missing)} of {len(given)} units have no mean on some attribute: {named(given, missing)}",)
