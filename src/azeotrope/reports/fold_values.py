"""A metric in each fold of an experiment, as a point with an error bar."""

from collections import ChainMap
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from statistics import fmean, stdev
from typing import TypeVar

from azeotrope.reports.ideal_row import BASELINE_METRIC
from azeotrope.reports.report_runs import ReportExperiment
from azeotrope.reports.summary import is_defined

Value = TypeVar("Value")


@dataclass(frozen=True)
class FoldValues:
    """Values by fold, of those folds in which they are defined."""

    values: Mapping[int, float]

    @classmethod
    def of(cls, experiment: ReportExperiment, metric: str) -> "FoldValues":
        """Return a metric of an experiment."""
        found = {run.summary.fold: run.summary.metrics.get(metric) for run in experiment.runs}
        return cls({fold: value for fold, value in found.items() if is_defined(value)})

    @property
    def mean(self) -> float | None:
        """Mean over the folds; None when there are none."""
        return fmean(self.values.values()) if self.values else None

    @property
    def sd(self) -> float | None:
        """Sample standard deviation over the folds (ddof 1); None under two folds."""
        return stdev(self.values.values()) if len(self.values) > 1 else None

    def minus(self, other: "FoldValues") -> "FoldValues":
        """Return the differences in the folds that both have."""
        return FoldValues(
            {fold: value - other.values[fold] for fold, value in self.values.items() if fold in other.values}
        )


def baseline_error(experiments: Sequence[ReportExperiment]) -> float | None:
    """Return the RMSE of the ideal baseline on the rows with measured pure values, in the unit of the property.

    It is also the baseline's excess RMSE, since the baseline predicts no excess and has the measured pure values. Each
    fold that any experiment of a split has counts once; None where none has it.
    """
    return FoldValues(_of_any(FoldValues.of(each, BASELINE_METRIC).values for each in experiments)).mean


def baseline_mae(experiments: Sequence[ReportExperiment]) -> float | None:
    """Return the MAE of the ideal baseline, which is that of its excess, as `baseline_error` returns the RMSE.

    It is computed from the test rows, since runs do not store it.
    """
    runs = _of_any({run.summary.fold: run for run in each.runs} for each in experiments)
    sizes = {fold: (run.predictions["truth"] - run.predictions["ideal"]).abs().mean() for fold, run in runs.items()}
    return FoldValues({fold: float(size) for fold, size in sizes.items() if is_defined(size)}).mean


def _of_any(by_fold: Iterable[Mapping[int, Value]]) -> dict[int, Value]:
    """Return what the first that has a fold says of it, in the order of the folds."""
    found = ChainMap(*map(dict, by_fold))
    return {fold: found[fold] for fold in sorted(found)}


def noise_floor(experiments: Sequence[ReportExperiment]) -> float | None:
    """Return the standard deviation of replicates in the unit of the property; None where unknown."""
    known = (run.noise_floor for each in experiments for run in each.runs if is_defined(run.noise_floor))
    return next(known, None)


def folds_in_words(experiments: Sequence[ReportExperiment]) -> str:
    """Return how many folds the experiments have: ``5 folds``, or ``3 to 5 folds``."""
    counts = sorted({len(each.runs) for each in experiments})
    span = str(counts[0]) if len(counts) == 1 else f"{counts[0]} to {counts[-1]}"
    return f"{span} fold{'' if counts == [1] else 's'}"


def counts_in_words(experiments: Sequence[ReportExperiment]) -> str:
    """Return the folds and their test rows with measured pure values: ``5 folds (4,145 covered test rows)``.

    The most complete experiment speaks for all.
    """
    known = [rows for each in experiments if (rows := n_covered(each)) is not None]
    span = "" if len(set(known)) < 2 else "up to "
    return folds_in_words(experiments) + (f" ({span}{max(known):,} covered test rows)" if known else "")


def spread_in_words(experiments: Sequence[ReportExperiment]) -> str:
    """Return what a point and its error bar are: ``mean and sd over 5 folds (4,145 covered test rows)``."""
    counts = counts_in_words(experiments)
    if all(len(each.runs) == 1 for each in experiments):
        return f"{counts}, so without error bars"
    return f"mean and sd over {counts}"


def n_covered(experiment: ReportExperiment) -> int | None:
    """Return the number of test rows with measured pure values in all folds; None where a fold does not know its."""
    counts = [run.summary.metrics.get("n_covered") for run in experiment.runs]
    known = [count for count in counts if is_defined(count)]
    return round(sum(known)) if len(known) == len(counts) else None
