"""The headline metrics of a comparison, and which of its values are best or close to the best."""

from collections.abc import Sequence
from dataclasses import dataclass
from enum import Enum
from math import isclose

from azeotrope.metrics.rounding import ROUNDING
from azeotrope.reports.paper_values import PaperValue


@dataclass(frozen=True)
class HeadlineMetric:
    """A column of the comparison.

    Attributes
    ----------
    name
        Name of the metric in a run.
    title
        Name shown to readers.
    has_unit
        Whether it is in the unit of the property; otherwise it has none.
    higher_is_better
        Direction of improvement; None where neither is, so that no value is marked.
    """

    name: str
    title: str
    has_unit: bool
    higher_is_better: bool | None


ALL_ROWS = HeadlineMetric("rmse", "RMSE, all rows", has_unit=True, higher_is_better=False)
"""Shown beside `HEADLINE` where the pure values of some test rows are not known."""

HEADLINE = (
    HeadlineMetric("excess_rmse", "excess RMSE", has_unit=True, higher_is_better=False),
    HeadlineMetric("excess_ratio", "excess ratio", has_unit=False, higher_is_better=False),
    HeadlineMetric("rmse_covered", "RMSE", has_unit=True, higher_is_better=False),
    HeadlineMetric("delta_mae", "delta MAE", has_unit=True, higher_is_better=False),
    HeadlineMetric("kendall_tau", "Kendall tau", has_unit=False, higher_is_better=True),
    HeadlineMetric("rsa", "RSA", has_unit=False, higher_is_better=True),
    HeadlineMetric("conformal_coverage", "coverage of 90 % interval", has_unit=False, higher_is_better=None),
)


class Mark(Enum):
    """Place of a value within its data set and split."""

    BEST = "best"
    NEAR_BEST = "near_best"
    PLAIN = "plain"


@dataclass(frozen=True)
class Cell:
    """One headline value.

    Attributes
    ----------
    mean, sd
        Mean and sample standard deviation over folds, or a pooled estimate without `sd`; None where undefined.
    folds
        Number of folds in which the metric is defined.
    interval
        95% interval of a pooled estimate, or None.
    paper
        The paper's value, or None.
    mark
        Place within the data set and split.
    """

    mean: float | None = None
    sd: float | None = None
    folds: int = 0
    interval: tuple[float, float] | None = None
    paper: PaperValue | None = None
    mark: Mark = Mark.PLAIN


def marks(cells: Sequence[Cell], metric: HeadlineMetric) -> list[Mark]:
    """Return the mark of each cell of one metric, data set and split.

    The best mean is `BEST` (on a tie, up to rounding, all of them); a mean within two standard deviations of it is
    `NEAR_BEST`, the standard deviation being the best one's own (the smallest on a tie), so under two folds nothing is
    near. Fewer than two defined means, or a metric without a better direction, are no contest: all are plain.
    """
    means = [cell.mean for cell in cells if cell.mean is not None]
    if len(means) <= 1 or metric.higher_is_better is None:
        return [Mark.PLAIN] * len(cells)
    best = max(means) if metric.higher_is_better else min(means)
    spread = min((cell.sd for cell in cells if _equal(cell.mean, best) and cell.sd is not None), default=None)
    return [_mark(cell.mean, best, spread) for cell in cells]


def _equal(mean: float | None, best: float) -> bool:
    return mean is not None and isclose(mean, best, rel_tol=ROUNDING)


def _mark(mean: float | None, best: float, spread: float | None) -> Mark:
    if mean is None:
        return Mark.PLAIN
    if _equal(mean, best):
        return Mark.BEST
    return Mark.NEAR_BEST if spread is not None and abs(mean - best) <= 2 * spread else Mark.PLAIN
