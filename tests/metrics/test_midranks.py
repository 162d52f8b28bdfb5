import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy.stats import rankdata, spearmanr

from azeotrope.metrics.midranks import centred_ranks, rank_correlation


def test_golden_ranks_by_hand() -> None:
    # mid-ranks 3, 1.5, 1.5, 4 and mean rank 2.5
    assert centred_ranks(np.array([5.0, 2.0, 2.0, 9.0])).tolist() == [1.0, -2.0, -2.0, 3.0]


@pytest.mark.parametrize("count", [0, 1])
def test_hardly_any_value(count: int) -> None:
    ranks = centred_ranks(np.ones(count))
    assert ranks.tolist() == [0.0] * count
    assert np.isnan(rank_correlation(ranks, ranks))


def test_a_constant_side_has_no_correlation() -> None:
    assert np.isnan(rank_correlation(centred_ranks(np.ones(5)), centred_ranks(np.arange(5.0))))


@settings(max_examples=30)
@given(st.lists(st.tuples(st.integers(0, 6), st.integers(0, 6)), min_size=2, max_size=40))
def test_equals_scipy_with_ties(pairs: list[tuple[int, int]]) -> None:
    first, second = np.array(pairs, dtype=np.float64).T
    ranks = centred_ranks(first), centred_ranks(second)
    np.testing.assert_array_equal(ranks[0], 2 * rankdata(first) - len(first) - 1)
    if np.ptp(first) > 0 and np.ptp(second) > 0:
        assert rank_correlation(*ranks) == pytest.approx(spearmanr(first, second).statistic, abs=1e-12)
    else:
        assert np.isnan(rank_correlation(*ranks))
