"""What a report page knows about finished folds: their summaries with rows, leakage and curves, by experiment."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

from azeotrope.reports.mixing_curve import MixingCurve
from azeotrope.reports.records import LABELS, RunSummary, by_experiment
from azeotrope.reports.rounded_errors import errors_beyond_rounding

if TYPE_CHECKING:
    import pandas as pd

OF_A_TITLE = tuple(name for name in LABELS if name not in ("dataset", "split", "model"))
ID_DIGITS = 8


@dataclass(frozen=True, eq=False)
class StoredCurve:
    """A mixing curve of a fold with its place among the fold's systems.

    Attributes
    ----------
    place
        ``best``, ``median`` or ``worst``, see `reports.ranked_curves`.
    error
        RMSE of the system's excess (of the property where the excess is unknown) in the unit of the property.
    curve
        The curve.
    """

    place: str
    error: float
    curve: MixingCurve


@dataclass(frozen=True, eq=False)
class ReportRun:
    """One finished fold.

    Attributes
    ----------
    summary
        Labels, metrics, unit and origin.
    predictions
        Test rows, see `metrics.prediction_table`; columns that a run of an older version lacks are absent. Lists may
        be kept in Arrow's memory; iterating over the column gives Python lists.
    leakage
        What test rows share with training, the content of ``leakage.json``.
    curves
        Best, median and worst system; none where the run has no curves.
    """

    summary: RunSummary
    predictions: "pd.DataFrame"
    leakage: Mapping[str, Any]
    curves: tuple[StoredCurve, ...]

    @property
    def noise_floor(self) -> float | None:
        """Pooled standard deviation of replicates in the unit of the property; None where unknown."""
        return self.summary.metrics.get("noise_floor")


@dataclass(frozen=True, eq=False)
class ReportExperiment:
    """The folds of one experiment.

    Attributes
    ----------
    runs
        At least one, sorted by fold.
    title
        Short name for tables and legends, unique within a data set and split.
    """

    runs: tuple[ReportRun, ...]
    title: str

    @property
    def labels(self) -> Mapping[str, str]:
        """The choices of the experiment, see `records.LABELS`."""
        return self.runs[0].summary.labels

    @property
    def folds(self) -> frozenset[int]:
        """Number of each fold."""
        return frozenset(run.summary.fold for run in self.runs)

    @property
    def unit(self) -> str:
        """Unit of the property."""
        return self.runs[0].summary.unit

    @property
    def origin(self) -> str:
        """``measured`` or ``computed``."""
        return self.runs[0].summary.origin

    @property
    def dataset(self) -> str:
        """Name of the data set."""
        return self.labels["dataset"]

    @property
    def split(self) -> str:
        """Name of the split."""
        return self.labels["split"]

    @property
    def model(self) -> str:
        """Name of the model, which several experiments may share."""
        return self.labels["model"]


def experiments_of(runs: Sequence[ReportRun]) -> list[ReportExperiment]:
    """Return the experiments in order of first appearance.

    A title is the model's name. Where experiments of one model share a data set and split, the labels in which they
    differ follow, and, where that does not tell them apart, the beginning of the experiment's id. Errors within
    rounding of the measured values are 0, see `errors_beyond_rounding`.

    Raises
    ------
    RunError
        When a fold occurs twice in an experiment, or its runs differ in labels, unit or origin.
    """
    rounded = [_beyond_rounding(run) for run in runs]
    by_id = {run.summary.run_id: run for run in rounded}
    groups = list(by_experiment([run.summary for run in rounded]).values())
    firsts = [summaries[0] for summaries in groups]
    return [
        ReportExperiment(tuple(by_id[each.run_id] for each in summaries), _title(first, firsts))
        for summaries, first in zip(groups, firsts, strict=True)
    ]


def _beyond_rounding(run: ReportRun) -> ReportRun:
    return replace(run, summary=errors_beyond_rounding(run.summary, run.predictions["truth"].to_numpy(dtype=float)))


def _title(own: RunSummary, experiments: Sequence[RunSummary]) -> str:
    model = own.labels["model"]
    place = ("dataset", "split", "model")
    rivals = [each for each in experiments if all(each.labels[name] == own.labels[name] for name in place)]
    differing = [name for name in OF_A_TITLE if len({each.labels[name] for each in rivals}) > 1]
    title = " · ".join([model, *(f"{name}={own.labels[name]}" for name in differing)])
    is_unique = sum(all(each.labels[name] == own.labels[name] for name in differing) for each in rivals) == 1
    return title if is_unique else f"{title} [{own.experiment_id[:ID_DIGITS]}]"
