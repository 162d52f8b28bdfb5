import numpy as np
import pytest

from azeotrope.metrics.sorted_pairs import sort_pairs

# 3 molecules: pairs (0, 1), (0, 2), (1, 2) and the copies (0, 0), (1, 1), (2, 2), which are 0 apart
X = np.array([0.5, 0.5, 2.0])


def test_pairs_are_sorted_with_the_copies_first() -> None:
    pairs, order = sort_pairs(X, 3, with_self_pairs=True)
    assert list(zip(pairs.first, pairs.second, strict=True)) == [(0, 0), (1, 1), (2, 2), (0, 1), (0, 2), (1, 2)]
    assert pairs.ends_run.tolist() == [False, False, True, False, True, True]
    assert order.tolist() == [3, 4, 5, 0, 1, 2]


def test_different_molecules_at_distance_0_tie_with_the_copies() -> None:
    pairs, _ = sort_pairs(np.array([1.0, 0.0, 1.0]), 3, with_self_pairs=True)
    assert pairs.ends_run.tolist() == [False, False, False, True, False, True]


def test_copies_can_be_left_out() -> None:
    pairs, order = sort_pairs(X[::-1], 3, with_self_pairs=False)
    assert list(zip(pairs.first, pairs.second, strict=True)) == [(0, 2), (1, 2), (0, 1)]
    assert pairs.ends_run.tolist() == [False, True, True]
    assert order.tolist() == [1, 2, 0]


@pytest.mark.parametrize(("with_self_pairs", "n_sorted"), [(False, 0), (True, 1)])
def test_one_molecule(with_self_pairs: bool, n_sorted: int) -> None:
    pairs, order = sort_pairs(np.empty(0), 1, with_self_pairs=with_self_pairs)
    assert len(pairs.first) == len(order) == n_sorted
