import numpy as np
import pytest
from numba.core.errors import TypingError

from azeotrope.compiled import compiled
from azeotrope.metrics.lanes import LANES, floats, halves, load, store, zeros
from azeotrope.metrics.sorted_pairs import Int32Array
from azeotrope.typing import FloatArray

ROWS = np.random.default_rng(0).integers(-50, 50, size=(3, LANES)).astype(np.int32)


@compiled
def compute(rows: Int32Array, results: Int32Array) -> None:
    first, second, third = load(rows, 0), load(rows, 1), load(rows, 2)
    store(results, 0, first + second)
    store(results, 1, first - second)
    store(results, 2, first * second + third)
    store(results, 3, halves(third + third))
    store(results, 4, zeros())


@compiled
def add_up(values: FloatArray, weights: Int32Array, total: FloatArray) -> None:
    result = floats(zeros())
    for row in range(len(values)):
        result = result + load(values, row) * floats(load(weights, row))
    store(total, 0, result - load(values, 0))


@compiled
def mix(rows: Int32Array, results: Int32Array) -> None:
    store(results, 0, load(rows, 0) + floats(load(rows, 1)))


def test_integers_are_computed_lane_by_lane() -> None:
    results = np.full((6, LANES), 7, dtype=np.int32)
    compute(ROWS, results)
    first, second, third = ROWS
    expected = [first + second, first - second, first * second + third, third, 0 * first, 0 * first + 7]
    np.testing.assert_array_equal(results, expected)


def test_sums_keep_their_order() -> None:
    # bit for bit the sums of one number after the other, not of two halves, and products are rounded before
    rng = np.random.default_rng(1)
    values, weights = rng.normal(size=(999, LANES)), rng.integers(1, 9, size=(999, LANES)).astype(np.int32)
    total = np.empty((1, LANES))
    add_up(values, weights, total)
    expected = np.zeros(LANES)
    for row, weight in zip(values, weights, strict=True):
        expected += row * weight
    np.testing.assert_array_equal(total[0], expected - values[0])


def test_without_rows_a_sum_is_0() -> None:
    total, none = np.empty((1, LANES)), np.zeros((1, LANES))
    add_up(none, np.empty((1, LANES), dtype=np.int32), total)
    np.testing.assert_array_equal(total, none)


def test_integers_and_floats_are_not_mixed() -> None:
    with pytest.raises(TypingError, match="Lanes"):
        mix(ROWS, ROWS.copy())


def test_rows_that_are_not_next_to_each_other_are_refused() -> None:
    with pytest.raises(TypingError, match="C-ordered rows"):
        compute(np.asfortranarray(ROWS), np.empty((6, LANES), dtype=np.int32))
