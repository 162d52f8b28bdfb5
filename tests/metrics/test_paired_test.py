import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from azeotrope.metrics.paired_test import paired_tests
from azeotrope.metrics.resampling import delta_mae

GROUPS = np.repeat(np.arange(12), 3)


def invented(seed: int = 0, shift: float = 0.3) -> np.ndarray:
    return np.random.default_rng(seed).normal(shift, 1.0, len(GROUPS))


def test_the_interval_is_that_of_delta_mae() -> None:
    difference, nothing = invented(), np.zeros(len(GROUPS))
    (test,) = paired_tests(difference[None], GROUPS)
    truth, model, other = nothing, np.maximum(difference, 0), np.maximum(-difference, 0)
    expected = delta_mae(truth=truth, prediction=model, baseline=other, groups=GROUPS)
    assert test.n_rows == len(GROUPS)
    assert test.difference.n_units == expected.n_units == 12
    for name in ("estimate", "low", "high"):
        assert getattr(test.difference, name).value == pytest.approx(getattr(expected, name).value, rel=1e-12)


def test_each_test_is_as_if_alone() -> None:
    """Rows and whole groups that one model lacks change nothing for the others."""
    first, second, third = invented(1), invented(2), invented(3)
    second[0] = np.nan
    third[GROUPS == 5] = np.nan
    together = paired_tests(np.stack([first, second, third]), GROUPS.astype(str))
    for test, alone in zip(together, (first, second, third), strict=True):
        known = np.isfinite(alone)
        (expected,) = paired_tests(alone[known][None], GROUPS[known].astype(str))
        assert test.n_rows == expected.n_rows == known.sum()
        assert test.p_value == expected.p_value
        assert test.difference.estimate.value == pytest.approx(alone[known].mean())
        assert test.difference.low.value == pytest.approx(expected.difference.low.value)
    assert [test.difference.n_units for test in together] == [12, 12, 11]


def test_rows_are_pooled_by_group_not_counted_as_units() -> None:
    """One group of many rows with a large difference among balanced others proves nothing."""
    groups = np.concatenate([np.zeros(500, dtype=int), np.arange(1, 13)])
    difference = np.concatenate([np.ones(500), np.tile([0.1, -0.1], 6)])
    (test,) = paired_tests(difference[None], groups)
    assert test.p_value.value > 0.5


@pytest.mark.parametrize("n_groups", [0, 1, 9])
def test_too_few_groups_are_said(n_groups: int) -> None:
    (test,) = paired_tests(np.ones((1, 2 * n_groups)), np.repeat(np.arange(n_groups), 2))
    expected = "there are no rows" if n_groups == 0 else f"at least 10 groups, here are {n_groups}"
    assert test.n_rows == 2 * n_groups
    for outcome in (test.p_value, test.difference.estimate, test.difference.low):
        assert outcome.value is None
        assert expected in outcome.reason


def test_no_tests() -> None:
    assert paired_tests(np.empty((0, 6)), np.arange(6)) == []


def test_the_seed_decides_and_nothing_is_changed() -> None:
    differences = invented()[None]
    kept = differences.copy()
    assert paired_tests(differences, GROUPS) == paired_tests(differences, GROUPS)
    assert paired_tests(differences, GROUPS) != paired_tests(differences, GROUPS, seed=1)
    np.testing.assert_array_equal(differences, kept)


@given(st.integers(0, 1000), st.sampled_from([-1.0, 1e-3, 64.0]))
@settings(deadline=None, max_examples=15)
def test_units_and_order_of_models_change_no_p_value(seed: int, factor: float) -> None:
    plain, scaled = paired_tests(np.stack([invented(seed), factor * invented(seed)]), GROUPS, n_resamples=50)
    assert scaled.p_value == plain.p_value
    assert scaled.difference.estimate.value == pytest.approx(factor * plain.difference.estimate.value)


@given(st.integers(0, 1000))
@settings(deadline=None, max_examples=10)
def test_order_of_rows_does_not_matter(seed: int) -> None:
    order = np.random.default_rng(seed).permutation(len(GROUPS))
    (plain,) = paired_tests(invented(seed)[None], GROUPS, n_resamples=50)
    (shuffled,) = paired_tests(invented(seed)[order][None], GROUPS[order], n_resamples=50)
    assert shuffled.p_value == plain.p_value
    assert shuffled.difference.low.value == pytest.approx(plain.difference.low.value)
