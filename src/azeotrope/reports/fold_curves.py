"""The best, the median and the worst mixing curve of an experiment, out of those that its folds store."""

from dataclasses import dataclass

import numpy as np

from azeotrope.reports.mixing_curve import MixingCurve
from azeotrope.reports.ranked_curves import BEST, MEDIAN, WORST
from azeotrope.reports.report_runs import ReportExperiment, StoredCurve


@dataclass(frozen=True, eq=False)
class FoldCurve:
    """A curve of one fold with its place among the curves of all folds.

    Attributes
    ----------
    place
        ``best``, ``median`` or ``worst``.
    fold
        The fold that tested it.
    error, curve
        See `StoredCurve`.
    """

    place: str
    fold: int
    error: float
    curve: MixingCurve

    @property
    def has_excess(self) -> bool:
        """Whether the error is that of the excess, which needs measured pure values."""
        return has_excess(self.curve)


def has_excess(curve: MixingCurve) -> bool:
    """Return whether the measured pure values, hence the measured excess, are known."""
    return bool(np.isfinite(curve.ideal).any())


def curves_over_folds(experiment: ReportExperiment) -> list[FoldCurve]:
    """Return the curves with the smallest, the middle and the largest error of all folds, in this order.

    Each fold stores the ends of its own ranking, so that the ends over all folds are among them; the median is the
    middle one of the folds' medians, of an even number the better one. Errors of the property, which a fold without
    measured pure values has, are no errors of the excess: they count only where no fold has the latter.

    Returns
    -------
    No curve without stored ones; a single one is the median, and a median that is also best or worst is left out.
    """
    stored = [(run.summary.fold, each) for run in experiment.runs for each in run.curves]
    pool = sorted([each for each in stored if has_excess(each[1].curve)] or stored, key=lambda each: each[1].error)
    if len(pool) < 2:
        return [_placed(MEDIAN, *each) for each in pool]
    medians = [each for each in pool if each[1].place == MEDIAN]
    middle = [each for each in medians[(len(medians) - 1) // 2 :][:1] if each not in (pool[0], pool[-1])]
    return [_placed(BEST, *pool[0]), *(_placed(MEDIAN, *each) for each in middle), _placed(WORST, *pool[-1])]


def _placed(place: str, fold: int, stored: StoredCurve) -> FoldCurve:
    return FoldCurve(place, fold, stored.error, stored.curve)
