"""Findings of four models that predict the same held-out units, each with an interval over units."""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from azeotrope.audits.finding import Finding
from azeotrope.audits.out_of_fold import MODELS
from azeotrope.metrics.resampling import delta_mae
from azeotrope.typing import FloatArray


@dataclass(frozen=True, kw_only=True, eq=False)
class PairedComparison:
    """Models are compared on the same units and the same resamples.

    Attributes
    ----------
    truth
        Shape `(n,)`.
    groups
        What is resampled: the name of each unit's molecules, shape `(n,)`; replicates of a mixture stay together.
    unit
        Unit of the truth.
    resampled
        What the groups are, ``molecules`` or ``component sets``.
    n_resamples, seed
        Resamples of each interval, and their seed.
    """

    truth: FloatArray
    groups: NDArray[np.str_]
    unit: str
    resampled: str
    n_resamples: int
    seed: int

    def findings(self, subject: str, predictions: FloatArray) -> list[Finding]:
        """Return the differences, then the error of each model.

        The first is MAE(combined) - MAE(baseline), negative where the representation helps. The next two compare
        baseline and combined with the constant mean, so that a regressor that loses to it is seen.

        Parameters
        ----------
        subject
            What was predicted by what, such as ``intensity ridge``.
        predictions
            Shape `(4, n)`, in the order of `MODELS`.
        """
        by_model = dict(zip(MODELS, predictions, strict=True))
        pairs = {
            "delta_mae": ("combined", "baseline"),
            "delta_mae_baseline_to_constant": ("baseline", "constant"),
            "delta_mae_combined_to_constant": ("combined", "constant"),
        }
        differences = [
            self._finding(quantity, subject, by_model[model], by_model[reference])
            for quantity, (model, reference) in pairs.items()
        ]
        # The error of the truth itself is 0, so the difference to it is the error.
        errors = [self._finding(f"mae_{model}", subject, by_model[model], self.truth) for model in MODELS]
        return differences + errors

    def _finding(self, quantity: str, subject: str, prediction: FloatArray, baseline: FloatArray) -> Finding:
        interval = delta_mae(
            truth=self.truth,
            prediction=prediction,
            baseline=baseline,
            groups=self.groups,
            n_resamples=self.n_resamples,
            seed=self.seed,
        )
        return Finding.of(
            quantity,
            interval,
            resampled=self.resampled,
            n_resamples=self.n_resamples,
            seed=self.seed,
            subject=subject,
            unit=self.unit,
        )
