"""Findings of four models that predict the same held-out units, each with an interval over units."""

from collections.abc import Mapping
from dataclasses import dataclass, replace

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

        The first is MAE(combined) - MAE(baseline), negative where the representation helps. The second is the same
        without the score of the one group that the difference depends on most, so that a claim which rests on a single
        molecule is seen. The next two compare baseline and combined with the constant mean, so that a regressor that
        loses to it is seen.

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
            self.difference(quantity, subject, by_model[model], by_model[reference])
            for quantity, (model, reference) in pairs.items()
        ]
        differences.insert(1, self._without_most_influential(subject, by_model["combined"], by_model["baseline"]))
        # The error of the truth itself is 0, so the difference to it is the error.
        errors = [self.difference(f"mae_{model}", subject, by_model[model], self.truth) for model in MODELS]
        return differences + errors

    def note(self, subject: str, predictions: FloatArray, shown: Mapping[str, str]) -> str:
        """Return which group the difference of combined and baseline depends on most, and its part of their errors.

        Parameters
        ----------
        subject, predictions
            As for `findings`.
        shown
            What a reader shall see for the name of a group.
        """
        by_model = dict(zip(MODELS, predictions, strict=True))
        group = self._most_influential(by_model["combined"], by_model["baseline"])
        is_it = self.groups == group
        errors = {model: np.abs(by_model[model] - self.truth) for model in ("baseline", "combined")}
        parts = {model: error[is_it].sum() / error.sum() if error.any() else 0.0 for model, error in errors.items()}
        shares = [f"{part:.1%} of the error of {model}" for model, part in parts.items()]
        left_out = f"delta_mae_without_most_influential leaves out {shown[group]}"
        return f"{subject}: {left_out}, which makes {' and '.join(shares)}"

    def _without_most_influential(self, subject: str, prediction: FloatArray, baseline: FloatArray) -> Finding:
        kept = self.groups != self._most_influential(prediction, baseline)
        rest = replace(self, truth=self.truth[kept], groups=self.groups[kept])
        return rest.difference("delta_mae_without_most_influential", subject, prediction[kept], baseline[kept])

    def _most_influential(self, prediction: FloatArray, baseline: FloatArray) -> str:
        """Return the group whose errors differ most in sum, of equals the first by name; an empty text of none."""
        if len(self.groups) == 0:
            return ""
        names, group = np.unique(self.groups, return_inverse=True)
        difference = np.abs(prediction - self.truth) - np.abs(baseline - self.truth)
        return str(names[np.argmax(np.abs(np.bincount(group, difference)))])

    def difference(self, quantity: str, subject: str, prediction: FloatArray, baseline: FloatArray) -> Finding:
        """Return MAE(prediction) - MAE(baseline), both of shape `(n,)`, with its paired interval."""
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
