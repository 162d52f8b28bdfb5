"""Numbers of whole experiments from the test rows of all folds together."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from math import inf

import numpy as np

from azeotrope.metrics.excess import IdealDecomposition, excess_rmse, ideal_baseline_excess_rmse
from azeotrope.metrics.outcome import Outcome
from azeotrope.metrics.regression import rmse
from azeotrope.metrics.resampling import Interval, delta_rmse
from azeotrope.reports.pooled import pooled_delta_mae
from azeotrope.reports.report_runs import ReportExperiment
from azeotrope.typing import FloatArray


def pooled_delta_maes(experiments: Sequence[ReportExperiment]) -> dict[str, Interval]:
    """Return the `pooled_delta_mae` of each experiment id."""
    return {
        experiment.runs[0].summary.experiment_id: pooled_delta_mae([run.predictions for run in experiment.runs])
        for experiment in experiments
    }


@dataclass(frozen=True, eq=False)
class PooledError:
    """The error by which the models of a split are ranked, beside that of the ideal baseline on the same rows.

    Attributes
    ----------
    experiment
        Whose test rows of all folds are pooled.
    """

    experiment: ReportExperiment

    @cached_property
    def values(self) -> IdealDecomposition:
        """Truth, prediction and ideal values of all test rows."""
        names = ("truth", "prediction", "ideal", "predicted_ideal")
        return IdealDecomposition(**{name: self._column(name) for name in names})

    @property
    def has_excess(self) -> bool:
        """Whether any row has measured pure values."""
        return bool(self.values.covered.any())

    @cached_property
    def model(self) -> Outcome:
        """Excess RMSE over the covered rows; RMSE over all rows where none is covered."""
        if self.has_excess:
            return excess_rmse(self.values)
        return rmse(truth=self.values.truth, prediction=self.values.prediction)

    @cached_property
    def ratio(self) -> float | None:
        """Excess RMSE by that of the ideal baseline; None where either is undefined or the baseline's is 0."""
        ideal = ideal_baseline_excess_rmse(self.values).value
        model = self.model.value
        return None if not ideal or model is None else model / ideal

    @property
    def score(self) -> float:
        """What is lowest for the best model: the ratio, or the error where there is none; infinite where undefined."""
        if self.ratio is not None:
            return self.ratio
        return inf if self.model.value is None else self.model.value

    @property
    def against_ideal(self) -> Interval:
        """Excess RMSE minus that of the ideal baseline, whole component sets resampled."""
        covered, excess = self.values.covered, self.values.true_excess
        sets = np.concatenate([run.predictions["component_set"].to_numpy(dtype=str) for run in self.experiment.runs])
        return delta_rmse(
            truth=excess, prediction=self.values.predicted_excess, baseline=np.zeros(len(excess)), groups=sets[covered]
        )

    def _column(self, name: str) -> FloatArray:
        return np.concatenate([run.predictions[name].to_numpy(dtype=np.float64) for run in self.experiment.runs])
