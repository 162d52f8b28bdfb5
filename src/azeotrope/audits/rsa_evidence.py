"""RSA of two geometries with everything that says how far it can be trusted: intervals, null and p-value."""

from dataclasses import dataclass

import numpy as np

from azeotrope.audits.finding import Finding
from azeotrope.metrics.geometry import rsa, rsa_interval
from azeotrope.metrics.outcome import Outcome
from azeotrope.metrics.permutation import null_p_value, rsa_null
from azeotrope.metrics.resampled_rsa import draw_copies, n_molecules_of, resampled_rsa
from azeotrope.metrics.resampling import Interval, too_few
from azeotrope.typing import FloatArray

MOLECULES = "molecules"
DISTINCT = "95% bootstrap, pairs of distinct molecules"
SELF_PAIRS_NOTE = (
    "rsa: resamples keep the pairs of a molecule with its own copy, which are 0 apart on both sides and shift the "
    "interval up; all others, rsa_distinct first: without them, which is the interval to cite"
)


@dataclass(frozen=True, kw_only=True)
class RsaEvidence:
    """How the evidence is made.

    Attributes
    ----------
    n_resamples, n_permutations
        Bootstrap resamples of molecules, and permutations of their labels.
    seed
        Seed of both.
    """

    n_resamples: int
    n_permutations: int
    seed: int

    def of(self, first: FloatArray, second: FloatArray) -> tuple[list[Finding], dict[str, FloatArray]]:
        """Return RSA with both kinds of interval, its null and its p-value, and the replicates and the null themselves.

        Parameters
        ----------
        first, second
            Condensed distances over the same `m` molecules, shape `(m (m - 1) / 2,)`; the labels of the first are
            permuted.

        Returns
        -------
        The findings, all undefined with one reason where `rsa` is; and ``rsa_replicates``, ``rsa_distinct_replicates``
        and ``rsa_null``, one value per resample or permutation, empty where there is none.
        """
        with_copies, replicates = self._bootstrapped(first, second, with_self_pairs=True)
        distinct, distinct_replicates = self._bootstrapped(first, second, with_self_pairs=False)
        null = rsa_null(first, second, n_permutations=self.n_permutations, seed=self.seed)
        findings = [
            self.finding("rsa", with_copies),
            self.finding("rsa_distinct", distinct, kind=DISTINCT),
            *self._null_findings(with_copies.estimate, null, with_copies.n_units),
        ]
        arrays = {"rsa_replicates": replicates, "rsa_distinct_replicates": distinct_replicates, "rsa_null": null}
        return findings, arrays

    def of_part(self, first: FloatArray, second: FloatArray, subject: str) -> Finding:
        """Return only the RSA, with the interval over distinct pairs, of a part such as one attribute or a control."""
        interval = rsa_interval(first, second, n_resamples=self.n_resamples, seed=self.seed, with_self_pairs=False)
        return self.finding("rsa", interval, subject=subject, kind=DISTINCT)

    def finding(self, quantity: str, interval: Interval, *, subject: str = "", kind: str = "95% bootstrap") -> Finding:
        """Return the finding of an interval from these resamples."""
        return Finding.of(
            quantity,
            interval,
            resampled=MOLECULES,
            n_resamples=self.n_resamples,
            seed=self.seed,
            subject=subject,
            kind=kind,
        )

    def _bootstrapped(
        self, first: FloatArray, second: FloatArray, *, with_self_pairs: bool
    ) -> tuple[Interval, FloatArray]:
        """`rsa_interval` together with its replicates."""
        estimate = rsa(first, second)
        n_molecules = n_molecules_of(first, second)
        if estimate.reason is not None or too_few(n_molecules, MOLECULES):
            return rsa_interval(first, second, n_resamples=self.n_resamples, seed=self.seed), np.empty(0)
        copies = draw_copies(n_molecules, self.n_resamples, self.seed)
        replicates = resampled_rsa(first, second, copies, with_self_pairs=with_self_pairs)
        return Interval.percentile(estimate, replicates, n_molecules), replicates

    def _null_findings(self, observed: Outcome, null: FloatArray, n_molecules: int) -> list[Finding]:
        """Mean and percentiles of the null, and the share of it that reaches the observed RSA."""
        spread = Interval.undefined(observed.reason, n_molecules) if observed.reason else _spread(null, n_molecules)
        none = Outcome.undefined("a p-value has no interval")
        p_value = Interval(null_p_value(observed, null), none, none, n_molecules)
        return [
            Finding.of(
                quantity,
                interval,
                resampled=MOLECULES,
                n_resamples=self.n_permutations,
                seed=self.seed,
                kind=kind,
            )
            for quantity, interval, kind in (
                ("rsa_null", spread, "95% of permuted labels"),
                ("rsa_p_one_sided", p_value, ""),
            )
        ]


def _spread(null: FloatArray, n_molecules: int) -> Interval:
    """Mean and percentiles."""
    return Interval.percentile(Outcome.of(null.mean()), null, n_molecules)
