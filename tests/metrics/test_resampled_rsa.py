import os
from collections.abc import Callable

import numpy as np
import pytest

from azeotrope.metrics import resampled_rsa as module
from azeotrope.metrics.resampled_rsa import n_molecules_of, resampled_rsa
from azeotrope.typing import FloatArray, IntArray

TwoSides = Callable[..., tuple[FloatArray, FloatArray]]
RebuiltRsa = Callable[[FloatArray, FloatArray, IntArray], float]


def copies_of(n_molecules: int, n_resamples: int, seed: int = 0) -> IntArray:
    drawn = np.random.default_rng(seed).integers(n_molecules, size=(n_resamples, n_molecules))
    return np.stack([np.bincount(row, minlength=n_molecules) for row in drawn])


@pytest.mark.parametrize("tied", [False, True])
@pytest.mark.parametrize("n_molecules", [3, 5, 17, 40])
def test_resamples_equal_rebuilt_matrices(
    two_sides: TwoSides, rebuilt_rsa: RebuiltRsa, n_molecules: int, tied: bool
) -> None:
    sides = two_sides(n_molecules, seed=1, tied=tied)
    copies = copies_of(n_molecules, 37)
    expected = [rebuilt_rsa(*sides, row) for row in copies]
    np.testing.assert_allclose(resampled_rsa(*sides, copies), expected, rtol=0, atol=1e-12)


def test_a_resample_of_one_molecule_alone_is_undefined(two_sides: TwoSides) -> None:
    copies = np.array([[4, 0, 0, 0], [2, 2, 0, 0], [1, 1, 1, 1]])
    found = resampled_rsa(*two_sides(4), copies)
    np.testing.assert_array_equal(np.isnan(found), [True, False, False])
    assert found[1] == pytest.approx(1.0, abs=1e-12)


def test_the_number_of_cores_changes_nothing(two_sides: TwoSides, monkeypatch: pytest.MonkeyPatch) -> None:
    sides, copies = two_sides(30), copies_of(30, 100)
    several = resampled_rsa(*sides, copies)
    monkeypatch.setattr(module, "_usable_cores", lambda: 1)
    np.testing.assert_array_equal(resampled_rsa(*sides, copies), several)


def test_all_cores_are_used_where_the_system_does_not_restrict_them(monkeypatch: pytest.MonkeyPatch) -> None:
    assert module._usable_cores() >= 1
    monkeypatch.delattr(os, "sched_getaffinity", raising=False)
    assert module._usable_cores() == os.cpu_count()


@pytest.mark.parametrize("n_molecules", [1, 2, 3, 4, 1001])
def test_molecules_of_a_triangle(n_molecules: int) -> None:
    side = np.empty(n_molecules * (n_molecules - 1) // 2)
    assert n_molecules_of(side, side) == n_molecules
