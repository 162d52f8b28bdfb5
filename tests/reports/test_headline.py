import pytest

from azeotrope.reports.headline import HEADLINE, Cell, HeadlineMetric, Mark, marks

BY_NAME = {metric.name: metric for metric in HEADLINE}
LOWER, HIGHER = BY_NAME["excess_rmse"], BY_NAME["kendall_tau"]
BEST, NEAR, PLAIN = Mark.BEST, Mark.NEAR_BEST, Mark.PLAIN


def test_no_cells() -> None:
    assert marks([], LOWER) == []


def test_one_defined_value_is_no_contest() -> None:
    assert marks([Cell(0.1, 0.01, 5), Cell()], LOWER) == [PLAIN, PLAIN]


def test_within_two_standard_deviations_of_the_best_by_its_own() -> None:
    """Best 1.0 with sd 0.25: 1.5 is just within, 1.51 is not, however wide its own spread."""
    cells = [Cell(1.5, 0.01, 5), Cell(1.0, 0.25, 5), Cell(1.51, 9.0, 5), Cell()]
    assert marks(cells, LOWER) == [NEAR, BEST, PLAIN, PLAIN]


def test_higher_is_better_for_rank_correlations() -> None:
    assert marks([Cell(0.90, 0.02, 5), Cell(0.93, 0.02, 5), Cell(0.5, 0.2, 5)], HIGHER) == [NEAR, BEST, PLAIN]


def test_without_a_standard_deviation_nothing_is_near() -> None:
    assert marks([Cell(1.0, None, 1), Cell(1.0001, None, 1)], LOWER) == [BEST, PLAIN]


def test_ties_are_all_best_and_the_smallest_spread_decides() -> None:
    cells = [Cell(1.0, 0.5, 5), Cell(1.0, 0.1, 5), Cell(1.5, 0.1, 5)]
    assert marks(cells, LOWER) == [BEST, BEST, PLAIN]


def test_rounding_does_not_decide_a_tie() -> None:
    assert marks([Cell(0.3, None, 1), Cell(0.3 + 5e-17, None, 1), Cell(0.31, None, 1)], LOWER) == [BEST, BEST, PLAIN]


def test_zero_and_negative_values_compete() -> None:
    assert marks([Cell(0.0, None, 5), Cell(-0.2, None, 5)], BY_NAME["delta_mae"]) == [PLAIN, BEST]


@pytest.mark.parametrize("metric", HEADLINE, ids=lambda metric: metric.name)
def test_errors_are_better_low_and_correlations_high(metric: HeadlineMetric) -> None:
    if metric.name == "conformal_coverage":
        assert metric.higher_is_better is None
        assert marks([Cell(0.9, 0.01, 5), Cell(0.8, 0.01, 5)], metric) == [PLAIN, PLAIN]
    else:
        assert metric.higher_is_better == (metric.name in {"kendall_tau", "rsa"})
    assert metric.has_unit == (metric.name in {"excess_rmse", "rmse_covered", "delta_mae"})
