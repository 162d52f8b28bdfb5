import itertools

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from azeotrope.chemistry.composition import (
    closes,
    merge_repeated,
    mole_fractions_from_mass,
    round_to_thousandths,
    row_sums,
)
from azeotrope.typing import FloatArray, IntArray

NO_ROWS = np.array([], dtype=np.int64)
NO_FRACTIONS = np.array([], dtype=np.float64)
ETHANOL_G_PER_MOL, WATER_G_PER_MOL = 46.069, 18.015


def read_only(values: list[float] | FloatArray | IntArray) -> np.ndarray:
    """Writing to it raises, which proves that a function leaves its arguments alone."""
    array = np.array(values)
    array.flags.writeable = False
    return array


def one_row(fractions: list[float]) -> FloatArray:
    return round_to_thousandths(np.zeros(len(fractions), dtype=np.int64), read_only(fractions), 1)


@st.composite
def closed_rows(draw: st.DrawFn) -> tuple[IntArray, FloatArray, int]:
    counts = draw(st.lists(st.integers(1, 130), min_size=1, max_size=4))
    parts = [np.array(draw(st.lists(st.integers(1, 1000), min_size=n, max_size=n)), dtype=np.float64) for n in counts]
    row = np.repeat(np.arange(len(counts)), counts)
    return row, np.concatenate([part / part.sum() for part in parts]), len(counts)


def test_row_sums_without_rows_and_with_an_empty_row() -> None:
    assert row_sums(NO_ROWS, NO_FRACTIONS, 0).shape == (0,)
    np.testing.assert_allclose(row_sums(np.array([0, 0, 2]), np.array([0.25, 0.5, 1.0]), 3), [0.75, 0.0, 1.0])


@pytest.mark.parametrize(
    ("fractions", "closed"),
    [
        ([0.3333] * 3, True),
        ([0.1] * 10, True),
        ([1.00000000003], True),
        ([0.999], True),
        ([1.001], True),
        ([0.95, 0.03, 0.01, 0.005], False),
        ([30.0, 70.0], False),
        ([0.0], False),
        ([0.998], False),
        ([1.002], False),
    ],
)
def test_trap_which_fractions_close(fractions: list[float], closed: bool) -> None:
    assert bool(closes(np.array([sum(fractions)]))[0]) is closed


def test_closing_to_100_is_as_tolerant_as_closing_to_1() -> None:
    np.testing.assert_array_equal(
        closes(np.array([99.9, 100.1, 99.8, 100.2, 1.0]), 100.0), [True, True, False, False, False]
    )


def test_trap_mass_fractions_of_ethanol_and_water_by_hand() -> None:
    """Half and half by mass: x = (1 / 46.069) / (1 / 46.069 + 1 / 18.015) = 18.015 / 64.084."""
    mole = mole_fractions_from_mass(
        read_only([0, 0]), read_only([0.5, 0.5]), read_only([ETHANOL_G_PER_MOL, WATER_G_PER_MOL]), 1
    )
    np.testing.assert_allclose(mole, [18.015 / 64.084, 46.069 / 64.084], rtol=1e-12)
    np.testing.assert_allclose(mole, [0.28112, 0.71888], atol=5e-6)


def test_mass_fractions_need_not_be_normalised_and_rows_do_not_mix() -> None:
    row, mass = np.array([0, 1, 1]), np.array([100.0, 30.0, 70.0])
    mole = mole_fractions_from_mass(row, mass, np.array([10.0, 20.0, 20.0]), 2)
    np.testing.assert_allclose(mole, [1.0, 0.3, 0.7])
    assert mole_fractions_from_mass(NO_ROWS, NO_FRACTIONS, NO_FRACTIONS, 0).shape == (0,)


def test_merging_nothing_gives_nothing() -> None:
    row, component, fraction = merge_repeated(NO_ROWS, NO_ROWS, NO_FRACTIONS)
    assert len(row) == len(component) == len(fraction) == 0


def test_merging_sorts_and_adds_within_rows_only_and_leaves_its_input_alone() -> None:
    row, component, fraction = merge_repeated(
        read_only([0, 0, 0, 1, 1]), read_only([5, 2, 5, 5, 2]), read_only([0.2, 0.5, 0.3, 0.6, 0.4])
    )
    np.testing.assert_array_equal(row, [0, 0, 1, 1])
    np.testing.assert_array_equal(component, [2, 5, 2, 5])
    np.testing.assert_allclose(fraction, [0.5, 0.5, 0.4, 0.6])


def test_rounding_nothing_gives_nothing() -> None:
    assert round_to_thousandths(NO_ROWS, NO_FRACTIONS, 0).shape == (0,)
    assert round_to_thousandths(NO_ROWS, NO_FRACTIONS, 3).shape == (0,)


@pytest.mark.parametrize(
    ("given_fractions", "rounded"),
    [
        ([1.00000000003], [1.0]),
        ([0.3333, 0.3333, 0.3333], [0.333, 0.333, 0.334]),
        ([0.1] * 10, [0.1] * 10),
        ([0.25, 0.7504], [0.25, 0.75]),
        ([0.9996, 0.0004], [1.0, 0.0]),
        ([0.0004, 0.9996], [0.0, 1.0]),
    ],
)
def test_trap_the_residual_goes_to_the_last_component(given_fractions: list[float], rounded: list[float]) -> None:
    np.testing.assert_array_equal(one_row(given_fractions), rounded)


def test_a_residual_that_the_last_component_cannot_hold_is_spread_over_the_largest() -> None:
    """100 + 112 + 7 * 113 + 1 thousandths are 1004, four too many, and the last component has only one."""
    fractions = [0.0996, 0.1116, *[0.1126] * 7, 0.0006]
    rounded = one_row(fractions)
    np.testing.assert_array_equal(rounded, [0.1, 0.112, *[0.112] * 4, *[0.113] * 3, 0.001])
    np.testing.assert_allclose(rounded, fractions, atol=1e-3)


@pytest.mark.parametrize("n", [1, 2, 3, 7, 67, 117, 121, 700, 1300])
def test_any_number_of_equal_components_closes_without_a_negative_fraction(n: int) -> None:
    thousandths = np.rint(one_row([1 / n] * n) * 1000)
    assert thousandths.sum() == 1000
    assert thousandths.min() >= 0


@settings(max_examples=60)
@given(closed_rows())
def test_rounded_rows_are_thousandths_that_sum_to_exactly_1(rows: tuple[IntArray, FloatArray, int]) -> None:
    row, fraction, n_rows = rows
    rounded = round_to_thousandths(row, read_only(fraction), n_rows)
    thousandths = np.rint(rounded * 1000)
    np.testing.assert_array_equal(rounded, thousandths / 1000)
    np.testing.assert_array_equal(np.bincount(row, thousandths, minlength=n_rows), 1000)
    assert rounded.min() >= 0


@settings(max_examples=40)
@given(st.lists(st.integers(1, 999), min_size=1, max_size=6))
def test_fractions_that_are_thousandths_already_stay(parts: list[int]) -> None:
    total = sum(parts)
    thousandths = [part * 1000 // total for part in parts[:-1]]
    fractions = np.array([*thousandths, 1000 - sum(thousandths)]) / 1000
    np.testing.assert_array_equal(one_row(fractions.tolist()), fractions)


@pytest.mark.parametrize("order", list(itertools.permutations(range(3))))
def test_trap_the_order_in_which_parts_of_one_component_are_added_does_not_matter(order: tuple[int, ...]) -> None:
    """0.08 + 0.18 + 0.2305 = 0.4905 lies between two thousandths, where the last bit of the sum would decide."""
    parts = np.array([0.08, 0.18, 0.2305])[list(order)]
    row, _, merged = merge_repeated(np.zeros(4, dtype=np.int64), np.array([0, 0, 0, 1]), np.r_[parts, 0.5095])
    np.testing.assert_array_equal(round_to_thousandths(row, merged, 1), [0.49, 0.51])


@settings(max_examples=40)
@given(st.lists(st.tuples(st.integers(0, 3), st.integers(0, 3), st.integers(0, 8)), max_size=12))
def test_merging_equals_adding_up_one_by_one(entries: list[tuple[int, int, int]]) -> None:
    entries = sorted(entries, key=lambda entry: entry[0])
    row, component, eighths = (read_only(np.array([entry[i] for entry in entries], dtype=np.int64)) for i in range(3))
    sums: dict[tuple[int, int], float] = {}
    for of_row, of_component, part in entries:
        sums[of_row, of_component] = sums.get((of_row, of_component), 0.0) + part / 8
    merged = zip(*(column.tolist() for column in merge_repeated(row, component, eighths / 8)), strict=True)
    assert list(merged) == [(*key, sums[key]) for key in sorted(sums)]
