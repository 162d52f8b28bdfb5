import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from azeotrope.metrics.radix_order import stable_order

EDGES = [0.0, -0.0, 5e-324, -5e-324, 1.0, -1.0, 1.7e308, -1.7e308, np.inf, -np.inf, 1.0 + 2**-52]


@pytest.mark.parametrize("count", [0, 1, 2])
def test_few_values(count: int) -> None:
    assert stable_order(np.ones(count)).tolist() == list(range(count))


@settings(max_examples=50)
@given(st.lists(st.one_of(st.sampled_from(EDGES), st.floats(allow_nan=False)), max_size=60))
def test_equals_a_stable_comparison_sort(numbers: list[float]) -> None:
    values = np.array(numbers, dtype=np.float64)
    np.testing.assert_array_equal(stable_order(values), np.argsort(values, kind="stable"))


@pytest.mark.parametrize("decimals", [1, 16])
def test_many_values_with_and_without_ties(decimals: int) -> None:
    values = np.round(np.random.default_rng(0).normal(size=5_000), decimals)
    before = values.copy()
    np.testing.assert_array_equal(stable_order(values), np.argsort(values, kind="stable"))
    np.testing.assert_array_equal(values, before)
