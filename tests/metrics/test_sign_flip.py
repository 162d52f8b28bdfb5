from itertools import product

import numpy as np
import pytest
from scipy.stats import permutation_test

from azeotrope.metrics.sign_flip import n_reached, sign_flip_p_values


def every_flip(n_groups: int) -> np.ndarray:
    return np.array(list(product([False, True], repeat=n_groups)))


def test_three_groups_by_hand() -> None:
    """Signs of 1, 2, 4 give 7, 5, 3, 1 and their negatives: |T| = 7 is reached by 2 of 8 flips, one of them as it is.

    For 1, 2, -4, |T| = 1 is reached by all 8; for 1, 1, 0, |T| = 2 by 4 of 8.
    """
    flips = every_flip(3)
    assert n_reached(np.array([[1.0, 2.0, 4.0], [1.0, 2.0, -4.0], [1.0, 1.0, 0.0]]), flips).tolist() == [2, 8, 4]
    assert n_reached(np.array([[1.0, 2.0, 4.0]]), flips[1:]).tolist() == [1]


def test_three_groups_by_chance() -> None:
    p_values = sign_flip_p_values(np.array([[1.0, 2.0, 4.0], [0.0, 0.0, 0.0]]))
    assert p_values[0] == pytest.approx(0.25, abs=0.015)
    assert p_values[1] == 1


def test_the_p_value_is_never_zero() -> None:
    assert sign_flip_p_values(np.ones((1, 60)), n_flips=99).tolist() == [1 / 100]


def test_flips_agree_with_scipys_exact_test() -> None:
    first, second = np.random.default_rng(4).normal(size=(2, 11))
    sums = np.stack([first - second, first + 0.4])
    for row, others in zip(sums, (second, np.full(11, -0.4)), strict=True):
        exact = permutation_test(
            (first, others),
            lambda x, y, axis: np.sum(x - y, axis=axis),
            permutation_type="samples",
            n_resamples=np.inf,
            alternative="two-sided",
        )
        reached = n_reached(row[None], every_flip(11))[0]
        assert reached / 2**11 == pytest.approx(exact.pvalue, rel=1e-12)
        assert sign_flip_p_values(row[None])[0] == pytest.approx(exact.pvalue, abs=0.02)


def test_a_true_null_is_rejected_as_often_as_it_says() -> None:
    draws = np.random.default_rng(7).normal(size=(400, 12))
    p_values = sign_flip_p_values(draws, n_flips=999)
    assert (p_values <= 0.05).mean() < 0.09
    assert (p_values <= 0.5).mean() == pytest.approx(0.5, abs=0.1)
