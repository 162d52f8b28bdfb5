from collections.abc import Callable
from itertools import permutations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy.spatial.distance import squareform
from scipy.stats import spearmanr

from azeotrope.metrics import threads
from azeotrope.metrics.geometry import rsa
from azeotrope.metrics.outcome import Outcome
from azeotrope.metrics.permutation import null_p_value, rsa_null
from azeotrope.typing import FloatArray

TwoSides = Callable[..., tuple[FloatArray, FloatArray]]


@settings(max_examples=15)
@given(st.integers(3, 12), st.integers(0, 1000), st.booleans())
def test_equals_permuting_rows_and_columns(two_sides: TwoSides, n_molecules: int, seed: int, tied: bool) -> None:
    representation, values = two_sides(n_molecules, seed, tied=tied)
    found = rsa_null(representation, values, n_permutations=60, seed=seed)
    if rsa(representation, values).reason is not None:
        assert np.isnan(found).all()
        return
    labels = np.random.default_rng(seed).permuted(np.tile(np.arange(n_molecules), (60, 1)), axis=1)
    square = squareform(representation)
    expected = [spearmanr(squareform(square[np.ix_(row, row)]), values).statistic for row in labels]
    np.testing.assert_allclose(found, expected, rtol=0, atol=1e-12)


def test_only_the_pairing_is_broken(two_sides: TwoSides) -> None:
    # with 4 molecules every null value is that of one of the 24 permutations, and all of them occur
    representation, values = two_sides(4)
    square = squareform(representation)
    possible = {round(spearmanr(squareform(square[np.ix_(p, p)]), values).statistic, 9) for p in permutations(range(4))}
    null = rsa_null(representation, values, n_permutations=400, seed=0)
    assert set(np.round(null, 9)) == possible


def test_the_null_of_related_sides_is_centred_on_0(two_sides: TwoSides) -> None:
    _, values = two_sides(40)
    sides = values**2 + np.random.default_rng(0).random(len(values)), values
    null = rsa_null(*sides, n_permutations=500, seed=0)
    assert abs(null.mean()) < 0.02
    assert null_p_value(rsa(*sides), null).value == 1 / 501


def test_p_values_of_unrelated_sides_are_uniform(two_sides: TwoSides) -> None:
    p_values = []
    for trial in range(60):
        representation, _ = two_sides(15, 2 * trial)
        _, values = two_sides(15, 2 * trial + 1)
        null = rsa_null(representation, values, n_permutations=99, seed=trial)
        p_values.append(null_p_value(rsa(representation, values), null).value)
    assert np.quantile(p_values, [0.25, 0.5, 0.75]) == pytest.approx([0.25, 0.5, 0.75], abs=0.18)


def test_neither_the_cores_nor_the_arguments_matter(two_sides: TwoSides, monkeypatch: pytest.MonkeyPatch) -> None:
    sides = two_sides(20)
    before = [side.copy() for side in sides]
    several = rsa_null(*sides, n_permutations=120, seed=0)
    monkeypatch.setattr(threads, "usable_cores", lambda: 1)
    np.testing.assert_array_equal(rsa_null(*sides, n_permutations=120, seed=0), several)
    assert (rsa_null(*sides, n_permutations=120, seed=1) != several).any()
    for side, old in zip(sides, before, strict=True):
        np.testing.assert_array_equal(side, old)


@pytest.mark.parametrize("n_pairs", [0, 1])
def test_too_few_molecules_and_constant_sides_have_no_null(n_pairs: int) -> None:
    assert np.isnan(rsa_null(np.ones(n_pairs), np.ones(n_pairs), n_permutations=3, seed=0)).tolist() == [True] * 3
    assert np.isnan(rsa_null(np.ones(6), np.arange(6.0), n_permutations=3, seed=0)).all()


def test_no_permutations(two_sides: TwoSides) -> None:
    null = rsa_null(*two_sides(5), n_permutations=0, seed=0)
    assert null.shape == (0,)
    assert null_p_value(Outcome.of(0.5), null).reason == "there are no permutations"


def test_p_value_by_hand() -> None:
    null = np.array([-0.5, 0.1, 0.2, 0.3])
    assert null_p_value(Outcome.of(0.2), null).value == 3 / 5
    assert null_p_value(Outcome.of(0.2 + 1e-15), null).value == 3 / 5
    assert null_p_value(Outcome.of(0.9), null).value == 1 / 5
    assert null_p_value(Outcome.of(-0.9), null).value == 1.0
    assert null_p_value(Outcome.undefined("why"), null).reason == "why"
