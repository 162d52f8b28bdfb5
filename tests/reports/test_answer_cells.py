from collections.abc import Callable

import pytest

from azeotrope.reports.answer_cells import NO_RIVAL, folds_cell, model_cell, next_cell, smaller_cell, verdict
from azeotrope.reports.headline import Mark
from azeotrope.reports.pooled_experiments import PooledError
from azeotrope.reports.report_runs import ReportExperiment
from azeotrope.reports.report_table import TableCell


def test_nothing_is_a_dash_with_its_reason() -> None:
    assert folds_cell([]) == TableCell("–", note="no fold has an excess ratio")
    assert smaller_cell(()) == next_cell(()) == TableCell("–", note=NO_RIVAL)


@pytest.mark.parametrize(
    ("ratios", "text", "share"),
    [([0.5], "1 of 1", 1.0), ([1.0, 1.2], "0 of 2", 0.0), ([1 - 1e-15, 0.9], "1 of 2", 0.5)],
)
def test_folds_below_are_below_by_more_than_rounding(ratios: list[float], text: str, share: float) -> None:
    assert folds_cell(ratios) == TableCell(text, share)


def test_too_few_component_sets_are_not_tested(make_experiments: Callable[..., list[ReportExperiment]]) -> None:
    (experiment,) = make_experiments({"a": 0.1}, n_folds=1, n_sets=4)
    best = PooledError(experiment)
    assert verdict(best) == "not tested (ratio 0.200)"
    assert model_cell(best, none_beats_ideal=False).mark is Mark.PLAIN
