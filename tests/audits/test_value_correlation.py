import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy.stats import spearmanr

from azeotrope.audits.value_correlation import spearman_interval
from azeotrope.metrics.resampled_rsa import draw_copies
from azeotrope.typing import FloatArray

OPTIONS = {"n_resamples": 50, "seed": 3}


def two_columns(n_molecules: int, seed: int = 0) -> tuple[FloatArray, FloatArray]:
    rng = np.random.default_rng(seed)
    first = rng.normal(size=n_molecules)
    return first, np.round(first + rng.normal(size=n_molecules))


@settings(max_examples=20)
@given(st.integers(10, 30), st.integers(0, 10**6))
def test_estimate_and_limits_equal_the_slow_way(n_molecules: int, seed: int) -> None:
    first, second = two_columns(n_molecules, seed)
    if np.ptp(second) == 0:
        return
    found = spearman_interval(first, second, **OPTIONS)
    assert found.estimate.value == pytest.approx(spearmanr(first, second).statistic, abs=1e-12)
    slow = []
    for copies in draw_copies(n_molecules, **OPTIONS):
        drawn = np.repeat(np.arange(n_molecules), copies)
        if np.ptp(first[drawn]) > 0 and np.ptp(second[drawn]) > 0:
            slow.append(spearmanr(first[drawn], second[drawn]).statistic)
    low, high = np.percentile(slow, [2.5, 97.5])
    assert found.low.value == pytest.approx(low, abs=1e-12)
    assert found.high.value == pytest.approx(high, abs=1e-12)
    assert found.n_undefined == OPTIONS["n_resamples"] - len(slow)


def test_a_monotone_change_of_unit_changes_nothing() -> None:
    first, second = two_columns(20)
    assert spearman_interval(first, second, **OPTIONS) == spearman_interval(np.exp(first), second * 7 + 3, **OPTIONS)


@pytest.mark.parametrize(
    ("n_molecules", "reason"), [(0, "there are no rows"), (1, "at least 3 molecules, here are 1"), (2, "here are 2")]
)
def test_too_few_molecules_have_no_correlation(n_molecules: int, reason: str) -> None:
    found = spearman_interval(*two_columns(n_molecules), **OPTIONS)
    assert found.estimate.reason is not None
    assert reason in found.estimate.reason


def test_few_molecules_have_an_estimate_without_limits() -> None:
    found = spearman_interval(np.array([1.0, 2, 3]), np.array([1.0, 3, 2]), **OPTIONS)
    assert found.estimate.value == pytest.approx(0.5)
    assert found.low.reason == found.high.reason == "a bootstrap needs at least 10 molecules, here are 3"


def test_a_constant_or_undefined_column_has_a_reason() -> None:
    first, _ = two_columns(12)
    assert spearman_interval(first, np.ones(12), **OPTIONS).estimate.reason == "all 12 second values are equal"
    first[4] = np.nan
    assert "1 of 12 first values are not finite" in str(
        spearman_interval(first, np.ones(12), **OPTIONS).estimate.reason
    )
