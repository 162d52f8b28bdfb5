"""Numbers of whole experiments from the test rows of all folds together."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property

import numpy as np

from azeotrope.metrics.excess import IdealDecomposition, excess_ratio
from azeotrope.metrics.resampling import Interval, delta_rmse
from azeotrope.metrics.rounding import beyond_rounding
from azeotrope.reports.pooled import pooled_delta_mae
from azeotrope.reports.report_runs import ReportExperiment
from azeotrope.reports.summary import is_defined
from azeotrope.typing import FloatArray


def pooled_delta_maes(experiments: Sequence[ReportExperiment]) -> dict[str, Interval]:
    """Return the `pooled_delta_mae` of each experiment id."""
    return {
        experiment.runs[0].summary.experiment_id: pooled_delta_mae([run.predictions for run in experiment.runs])
        for experiment in experiments
    }


@dataclass(frozen=True, eq=False)
class PooledError:
    """The excess RMSE of a model over all test rows, beside that of the ideal baseline on the same rows.

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
        """Whether any row has known pure values."""
        return bool(self.values.covered.any())

    @cached_property
    def ratio(self) -> float | None:
        """Excess RMSE by that of the ideal baseline, see `excess_ratio`; None where it is undefined."""
        return excess_ratio(self.values).value

    @cached_property
    def against_ideal(self) -> Interval:
        """Excess RMSE minus that of the ideal baseline, whole component sets resampled; rounding is no excess."""
        covered, excess = self.values.covered, self.values.true_excess
        predicted = beyond_rounding(self.values.predicted_excess, self.values.truth)
        sets = np.concatenate([run.predictions["component_set"].to_numpy(dtype=str) for run in self.experiment.runs])
        return delta_rmse(truth=excess, prediction=predicted, baseline=np.zeros(len(excess)), groups=sets[covered])

    @property
    def beats_ideal(self) -> bool:
        """Whether its excess RMSE is shown to be below that of the ideal baseline."""
        high = self.against_ideal.high.value
        return self.ratio is not None and high is not None and high < 0

    @property
    def fold_ratios(self) -> list[float]:
        """Excess ratio of each fold in which it is defined."""
        ratios = (run.summary.metrics.get("excess_ratio") for run in self.experiment.runs)
        return [ratio for ratio in ratios if is_defined(ratio)]

    def _column(self, name: str) -> FloatArray:
        return np.concatenate([run.predictions[name].to_numpy(dtype=np.float64) for run in self.experiment.runs])
