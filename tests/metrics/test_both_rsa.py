from collections.abc import Callable

import numpy as np
import pytest

from azeotrope.metrics.both_rsa import both_rsa
from azeotrope.metrics.distances import euclidean_distances
from azeotrope.metrics.resampled_rsa import draw_copies, resampled_rsa
from azeotrope.typing import FloatArray

TwoSides = Callable[..., tuple[FloatArray, FloatArray]]


def check(first: FloatArray, second: FloatArray, copies: FloatArray) -> None:
    found = both_rsa(first, second, copies)
    for values, with_self_pairs in zip(found, (True, False), strict=True):
        expected = resampled_rsa(first, second, copies, with_self_pairs=with_self_pairs)
        np.testing.assert_allclose(values, expected, atol=1e-13)


@pytest.mark.parametrize("tied", [False, True])
@pytest.mark.parametrize("n_molecules", [3, 4, 12, 60])
def test_both_are_those_of_each_alone(two_sides: TwoSides, n_molecules: int, tied: bool) -> None:
    check(*two_sides(n_molecules, seed=3, tied=tied), draw_copies(n_molecules, 101, seed=1))


def test_molecules_that_are_0_apart_on_one_side_or_both() -> None:
    rng = np.random.default_rng(0)
    first, second = rng.integers(0, 3, size=(2, 30, 1)).astype(np.float64)
    check(euclidean_distances(first), euclidean_distances(second), draw_copies(30, 100, seed=1))


def test_a_resample_of_many_equidistant_molecules_is_undefined_without_self_pairs() -> None:
    """All but the last molecule are 1 apart; the sums of so many ranks are rounded."""
    n_molecules = 900
    first, second = np.triu_indices(n_molecules, 1)
    sides = np.random.default_rng(0).normal(size=len(first)), np.where(second == n_molecules - 1, 2.0, 1.0)
    copies = draw_copies(n_molecules, 8, seed=0)
    copies[:, 0] += copies[:, -1]
    copies[:, -1] = 0
    with_self_pairs, distinct = both_rsa(*sides, copies)
    assert np.isfinite(with_self_pairs).all()
    assert np.isnan(distinct).all()
