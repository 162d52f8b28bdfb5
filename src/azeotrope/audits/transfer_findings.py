"""Findings over many partitions: what their choice does to an error, and what it does together with the test units."""

from dataclasses import dataclass

import numpy as np

from azeotrope.audits.finding import Finding
from azeotrope.audits.out_of_fold import MODELS
from azeotrope.audits.transfer_errors import TransferErrors
from azeotrope.metrics.outcome import Outcome
from azeotrope.metrics.resampling import Interval
from azeotrope.typing import FloatArray


@dataclass(frozen=True, kw_only=True)
class PartitionFindings:
    """Median over the partitions, between the percentiles that hold 95% of them.

    Partitions of one table share most of their units, so such an interval says how much depends on the choice of the
    partition; it is no confidence interval for another table.

    Attributes
    ----------
    unit
        Unit of the outcome.
    seed
        Seed of partitions and resamples.
    """

    unit: str
    seed: int

    def findings(self, subject: str, errors: TransferErrors, regressor: int, outcome: int) -> list[Finding]:
        """Return the difference with both intervals, the share of partitions that it is negative on, and the errors.

        Parameters
        ----------
        subject
            What was predicted by what, such as ``IAB ridge``.
        errors
            Errors on at least one partition.
        regressor, outcome
            Positions of the regressor and the outcome in the errors.
        """
        delta = errors.delta_mae[:, regressor, outcome]
        resampled = errors.resampled_delta_mae[:, :, regressor, outcome].ravel()
        by_model = dict(zip(MODELS, errors.mae[:, regressor, :, outcome].T, strict=True))
        over_both = "partitions x component sets"
        return [
            self._finding("median_delta_mae", subject, delta, resampled, over_both),
            self._finding("median_delta_mae_partitions_only", subject, delta, delta),
            Finding.exact(
                "share_of_partitions_helped",
                Outcome.of(float(np.mean(delta < 0.0))),
                n_units=len(delta),
                counted="partitions",
                subject=subject,
            ),
            *(
                self._finding(f"median_delta_mae_{model}_to_constant", subject, difference, difference)
                for model in ("baseline", "combined")
                for difference in [by_model[model] - by_model["constant"]]
            ),
            *(self._finding(f"median_mae_{model}", subject, each, each) for model, each in by_model.items()),
        ]

    def _finding(
        self, quantity: str, subject: str, values: FloatArray, replicates: FloatArray, resampled: str = "partitions"
    ) -> Finding:
        """Median of the values between the percentiles of the replicates."""
        interval = Interval.percentile(Outcome.of(np.median(values)), replicates, len(values))
        return Finding.of(
            quantity,
            interval,
            resampled=resampled,
            n_resamples=len(replicates),
            seed=self.seed,
            subject=subject,
            unit=self.unit,
            kind=f"95% of {resampled}",
        )
