from collections.abc import Callable

import numpy as np
import pytest
from numpy.testing import assert_array_equal

from azeotrope.chemistry.mixtures import Mixtures
from azeotrope.metrics.altered_mixtures import (
    absent_guests,
    nearly_pure,
    pure_limit,
    reversed_components,
    shuffled_components,
    with_absent_component,
    with_split_component,
)

MixturesBuilder = Callable[..., Mixtures]


@pytest.fixture
def two_rows(mixtures: MixturesBuilder) -> Mixtures:
    return mixtures([[(0, 0.2), (1, 0.3), (2, 0.5)], [(3, 0.4), (1, 0.6)]], [300.0, 310.0], [7, 8])


def rows_of(mixtures: Mixtures) -> list[list[tuple[int, float]]]:
    entries = list(zip(mixtures.component.tolist(), mixtures.mole_fraction.tolist(), strict=True))
    return [entries[start:stop] for start, stop in zip(mixtures.offsets[:-1], mixtures.offsets[1:], strict=True)]


def test_reversed(two_rows: Mixtures) -> None:
    assert rows_of(reversed_components(two_rows)) == [[(2, 0.5), (1, 0.3), (0, 0.2)], [(1, 0.6), (3, 0.4)]]


def test_shuffled_keeps_each_row_and_changes_its_order(mixtures: MixturesBuilder) -> None:
    rows = mixtures([[(i, (i + 1) / 55) for i in range(10)]] * 5)
    shuffled = rows_of(shuffled_components(rows, np.random.default_rng(0)))
    assert [sorted(row) for row in shuffled] == rows_of(rows)
    assert all(row != original for row, original in zip(shuffled, rows_of(rows), strict=True))


def test_split_component_appends_the_second_half(two_rows: Mixtures) -> None:
    expected = [[(0, 0.2), (1, 0.15), (2, 0.5), (1, 0.15)], [(3, 0.2), (1, 0.6), (3, 0.2)]]
    assert rows_of(with_split_component(two_rows, np.array([1, 3]))) == expected


def test_absent_component_has_fraction_0(two_rows: Mixtures) -> None:
    expected = [[(0, 0.2), (1, 0.3), (2, 0.5), (9, 0.0)], [(3, 0.4), (1, 0.6), (0, 0.0)]]
    assert rows_of(with_absent_component(two_rows, np.array([9, 0]))) == expected


def test_pure_limits_keep_the_context(two_rows: Mixtures) -> None:
    chosen, partner = np.array([2, 4]), np.array([0, 3])
    near, limit = nearly_pure(two_rows, chosen, partner), pure_limit(two_rows, chosen)
    assert rows_of(near) == [[(2, 1 - 1e-6), (0, 1e-6)], [(1, 1 - 1e-6), (3, 1e-6)]]
    assert rows_of(limit) == [[(2, 1.0)], [(1, 1.0)]]
    for altered in (near, limit):
        assert_array_equal(altered.temperature_k, two_rows.temperature_k)
        assert_array_equal(altered.solute, two_rows.solute)


def test_fractions_stay_closed_and_the_argument_unchanged(two_rows: Mixtures) -> None:
    before = (two_rows.offsets.copy(), two_rows.component.copy(), two_rows.mole_fraction.copy())
    chosen = np.array([0, 3])
    altered = (
        reversed_components(two_rows),
        shuffled_components(two_rows, np.random.default_rng(0)),
        with_split_component(two_rows, chosen),
        with_absent_component(two_rows, np.array([9, 9])),
        nearly_pure(two_rows, chosen, chosen + 1),
        pure_limit(two_rows, chosen),
    )
    for rows in altered:
        assert len(rows) == 2
        np.testing.assert_allclose(np.add.reduceat(rows.mole_fraction, rows.offsets[:-1]), 1.0, rtol=1e-15)
    for array, old in zip((two_rows.offsets, two_rows.component, two_rows.mole_fraction), before, strict=True):
        assert_array_equal(array, old)


def test_the_same_mixture_is_meant(two_rows: Mixtures, mixtures: MixturesBuilder) -> None:
    rewritten = (reversed_components(two_rows), with_split_component(two_rows, np.array([1, 4])))
    for altered in rewritten:
        both = mixtures(rows_of(two_rows) + rows_of(altered))
        assert both.composition.tolist() == [0, 1, 0, 1]


def test_guests_are_never_in_their_row(mixtures: MixturesBuilder) -> None:
    rows = mixtures([[(0, 0.5), (1, 0.5)], [(1, 0.5), (2, 0.5)], [(0, 0.3), (1, 0.3), (2, 0.4)]] * 50)
    guests = absent_guests(rows, np.array([0, 1, 2]), np.random.default_rng(0))
    assert_array_equal(guests.reshape(-1, 3), np.tile([2, 0, -1], (50, 1)))


def test_every_candidate_can_be_a_guest(mixtures: MixturesBuilder) -> None:
    guests = absent_guests(mixtures([[(0, 0.5), (1, 0.5)]] * 100), np.arange(5), np.random.default_rng(0))
    assert set(guests.tolist()) == {2, 3, 4}


def test_no_candidates_and_no_rows(mixtures: MixturesBuilder) -> None:
    nobody, rng = np.empty(0, dtype=np.int64), np.random.default_rng(0)
    assert absent_guests(mixtures([[(0, 1.0)]]), nobody, rng).tolist() == [-1]
    nothing = mixtures([])
    assert absent_guests(nothing, np.array([3]), rng).shape == (0,)
    assert len(with_absent_component(nothing, nobody)) == 0
    assert len(with_split_component(nothing, nobody)) == 0
    assert len(reversed_components(nothing)) == len(nearly_pure(nothing, nobody, nobody)) == 0
