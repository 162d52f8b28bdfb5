from collections.abc import Callable

import numpy as np
import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from azeotrope.metrics import threads
from azeotrope.metrics.resampled_rsa import blocks_of, draw_copies, n_molecules_of, resampled_rsa
from azeotrope.typing import FloatArray, IntArray

TwoSides = Callable[..., tuple[FloatArray, FloatArray]]
RebuiltRsa = Callable[..., float]


def copies_of(n_molecules: int, n_resamples: int, seed: int = 0) -> IntArray:
    drawn = np.random.default_rng(seed).integers(n_molecules, size=(n_resamples, n_molecules))
    return np.stack([np.bincount(row, minlength=n_molecules) for row in drawn])


@pytest.mark.parametrize("with_self_pairs", [False, True])
@pytest.mark.parametrize("tied", [False, True])
@pytest.mark.parametrize("n_molecules", [3, 5, 17, 40])
def test_resamples_equal_rebuilt_matrices(
    two_sides: TwoSides, rebuilt_rsa: RebuiltRsa, n_molecules: int, tied: bool, with_self_pairs: bool
) -> None:
    sides = two_sides(n_molecules, seed=1, tied=tied)
    copies = copies_of(n_molecules, 37)
    expected = [rebuilt_rsa(*sides, row, with_self_pairs=with_self_pairs) for row in copies]
    found = resampled_rsa(*sides, copies, with_self_pairs=with_self_pairs)
    np.testing.assert_allclose(found, expected, rtol=0, atol=1e-12)


@settings(max_examples=30)
@given(st.integers(3, 14), st.integers(0, 1000), st.booleans(), st.booleans())
def test_any_draw_equals_rebuilt_matrices(
    two_sides: TwoSides, rebuilt_rsa: RebuiltRsa, n_molecules: int, seed: int, tied: bool, with_self_pairs: bool
) -> None:
    sides = two_sides(n_molecules, seed, tied=tied)
    assume(np.isfinite(sides).all())  # a rounded vector can be zero, and has no distances then
    copies = copies_of(n_molecules, 5, seed)
    expected = [rebuilt_rsa(*sides, row, with_self_pairs=with_self_pairs) for row in copies]
    found = resampled_rsa(*sides, copies, with_self_pairs=with_self_pairs)
    np.testing.assert_allclose(found, expected, rtol=0, atol=1e-12)


def test_a_resample_of_one_molecule_alone_is_undefined(two_sides: TwoSides) -> None:
    copies = np.array([[4, 0, 0, 0], [2, 2, 0, 0], [1, 1, 1, 1]])
    found = resampled_rsa(*two_sides(4), copies, with_self_pairs=True)
    np.testing.assert_array_equal(np.isnan(found), [True, False, False])
    assert found[1] == pytest.approx(1.0, abs=1e-12)


def test_a_resample_of_two_molecules_has_one_distance_without_self_pairs(two_sides: TwoSides) -> None:
    copies = np.array([[4, 0, 0, 0], [2, 2, 0, 0], [2, 1, 1, 0]])
    found = resampled_rsa(*two_sides(4), copies, with_self_pairs=False)
    np.testing.assert_array_equal(np.isnan(found), [True, True, False])


def test_identical_molecules_are_no_self_pairs(rebuilt_rsa: RebuiltRsa) -> None:
    # molecules 0 and 1 are 0 apart: that pair stays, the copies of 0 go
    sides = np.array([0.0, 2.0, 3.0, 2.0, 3.0, 1.0]), np.array([1.0, 2.0, 0.0, 4.0, 5.0, 3.0])
    copies = np.array([[2, 1, 1, 0], [2, 1, 0, 1]])
    expected = [rebuilt_rsa(*sides, row, with_self_pairs=False) for row in copies]
    found = resampled_rsa(*sides, copies, with_self_pairs=False)
    np.testing.assert_allclose(found, expected, rtol=0, atol=1e-12)


def test_the_number_of_cores_changes_nothing(two_sides: TwoSides, monkeypatch: pytest.MonkeyPatch) -> None:
    sides, copies = two_sides(30), copies_of(30, 100)
    several = resampled_rsa(*sides, copies, with_self_pairs=True)
    monkeypatch.setattr(threads, "usable_cores", lambda: 1)
    np.testing.assert_array_equal(resampled_rsa(*sides, copies, with_self_pairs=True), several)


def test_every_draw_has_as_many_molecules_as_there_are() -> None:
    copies = draw_copies(7, 50, seed=0)
    assert copies.shape == (50, 7)
    assert (copies.sum(axis=1) == 7).all()
    np.testing.assert_array_equal(copies, draw_copies(7, 50, seed=0))


def test_blocks_keep_the_order_of_the_resamples() -> None:
    copies = draw_copies(5, 20, seed=1)
    blocks = blocks_of(copies)
    np.testing.assert_array_equal(np.concatenate(blocks, axis=1).T[:20], copies)
    assert (np.concatenate(blocks, axis=1).T[20:] == 1).all()


@pytest.mark.parametrize("n_molecules", [1, 2, 3, 4, 1001])
def test_molecules_of_a_triangle(n_molecules: int) -> None:
    side = np.empty(n_molecules * (n_molecules - 1) // 2)
    assert n_molecules_of(side, side) == n_molecules
