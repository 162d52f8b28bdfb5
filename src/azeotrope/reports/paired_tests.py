"""Which models differ: every pair on each data set and split, tested on the rows that both predicted."""

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import combinations

import numpy as np
import pandas as pd

from azeotrope.metrics.holm import holm_adjusted
from azeotrope.metrics.outcome import Outcome
from azeotrope.metrics.paired_test import PairedTest, paired_tests
from azeotrope.metrics.rounding import beyond_rounding
from azeotrope.reports.figure_groups import ranked
from azeotrope.reports.ideal_row import IDEAL
from azeotrope.reports.report_groups import by_dataset
from azeotrope.reports.report_runs import ReportExperiment
from azeotrope.typing import FloatArray

LEVEL = 0.05
"""Largest adjusted p-value at which models are said to differ."""


PAIRS_AT_ONCE = 500
"""To bound the memory."""


@dataclass(frozen=True)
class CorrectedTest:
    """A test with its p-value adjusted, by Holm, for all pairs of the data set and split that could be tested."""

    test: PairedTest
    adjusted: Outcome

    @property
    def better(self) -> int:
        """-1 where the first model has the smaller error, 1 where the second has, 0 where neither is shown to."""
        difference, p_value = self.test.difference.estimate.value, self.adjusted.value
        if difference is None or p_value is None or p_value > LEVEL:
            return 0
        return int(np.sign(difference))


@dataclass(frozen=True, eq=False)
class ModelPair:
    """Two experiments on one data set and split.

    Attributes
    ----------
    first, second
        The experiments, the one of the better rank first.
    error
        Difference of the MAE, first minus second.
    excess
        Difference of the mean absolute error of the excess, over the rows whose pure values are known.
    """

    first: ReportExperiment
    second: ReportExperiment
    error: CorrectedTest
    excess: CorrectedTest


def model_pairs(experiments: Sequence[ReportExperiment]) -> list[ModelPair]:
    """Test every pair of experiments of each data set and split, as far as they have all folds that any model has.

    Models that lack folds are not ranked, so no test is spent on them: each test makes Holm's correction stricter.

    Test rows are pooled over folds and paired by ``row_id``; a row that is tested in several folds counts once, with
    its mean error. Rows without a prediction of both are left out. Intervals and p-values take whole component sets,
    see `paired_tests`; MAE and excess are two questions, so each has its own Holm correction. Errors that differ by no
    more than rounding are equal, see `beyond_rounding`.

    Returns
    -------
    By data set and split, and there in the order of `ranked`: the best against all others, the second best against all
    after it, and so on. Undefined, with the reason, under 10 shared component sets.
    """
    return [
        pair
        for group in by_dataset(experiments)
        for members in group.splits.values()
        for pair in _pairs_of(ranked(_complete(members)))
    ]


def _complete(experiments: Sequence[ReportExperiment]) -> list[ReportExperiment]:
    """Those with all folds that any model has; the ideal baseline may have more."""
    needed = frozenset[int]().union(*(each.folds for each in experiments if each.model != IDEAL))
    return [each for each in experiments if each.folds >= needed]


def _pairs_of(experiments: Sequence[ReportExperiment]) -> list[ModelPair]:
    pairs = list(combinations(range(len(experiments)), 2))
    if not pairs:
        return []
    rows = [_rows(experiment) for experiment in experiments]
    sets = pd.concat([each["component_set"] for each in rows])
    sets = sets[~sets.index.duplicated()].sort_index()
    measured = pd.concat([each["truth"] for each in rows]).to_numpy(dtype=np.float64)
    error, excess = (
        _corrected(_table(rows, name, sets.index), measured, sets.to_numpy(), pairs) for name in ("error", "excess")
    )
    return [
        ModelPair(experiments[first], experiments[second], *tests)
        for (first, second), *tests in zip(pairs, error, excess, strict=True)
    ]


def _rows(experiment: ReportExperiment) -> pd.DataFrame:
    """Absolute errors of the value and of the excess by ``row_id``, with the measured value and the component set."""
    rows = pd.concat([run.predictions for run in experiment.runs])
    deviation = rows["prediction"] - rows["truth"]
    found = pd.DataFrame(
        {
            "row_id": rows["row_id"],
            "component_set": rows["component_set"],
            "truth": rows["truth"],
            "error": deviation.abs(),
            "excess": (deviation - (rows["predicted_ideal"] - rows["ideal"])).abs(),
        }
    )
    if found["row_id"].is_unique:
        return found.set_index("row_id")
    by_row = found.groupby("row_id", sort=False)
    return by_row[["truth", "error", "excess"]].mean().assign(component_set=by_row["component_set"].first())


def _table(rows: Sequence[pd.DataFrame], name: str, index: pd.Index) -> FloatArray:
    """One error of each experiment on each row, shape `(n_experiments, n)`, NaN where it has none."""
    return np.stack([each[name].reindex(index).to_numpy(dtype=np.float64) for each in rows])


def _corrected(
    errors: FloatArray, measured: FloatArray, groups: np.ndarray, pairs: Sequence[tuple[int, int]]
) -> list[CorrectedTest]:
    tests: list[PairedTest] = []
    for start in range(0, len(pairs), PAIRS_AT_ONCE):
        first, second = np.array(pairs[start : start + PAIRS_AT_ONCE]).T
        tests += paired_tests(beyond_rounding(errors[first] - errors[second], measured), groups)
    defined = [test.p_value.value for test in tests if test.p_value.value is not None]
    adjusted = iter(holm_adjusted(np.array(defined, dtype=np.float64)))
    return [
        CorrectedTest(test, test.p_value if test.p_value.value is None else Outcome.of(next(adjusted)))
        for test in tests
    ]
