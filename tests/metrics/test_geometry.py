from collections.abc import Callable

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy.spatial.distance import squareform
from scipy.stats import spearmanr

from azeotrope.metrics.distances import cosine_distances, euclidean_distances
from azeotrope.metrics.geometry import rsa, rsa_interval
from azeotrope.typing import FloatArray

TwoSides = Callable[..., tuple[FloatArray, FloatArray]]
RebuiltRsa = Callable[..., float]


def test_golden_value_by_hand() -> None:
    # ranks of the three pairs 1 2 3 and 2 1 3: rho = 1 - 6 * 2 / (3 * 8) = 0.5
    assert rsa(np.array([0.1, 0.2, 0.3]), np.array([5.0, 4.0, 9.0])).value == pytest.approx(0.5, rel=1e-15)


@pytest.mark.parametrize("tied", [False, True])
@pytest.mark.parametrize("n_molecules", [3, 4, 40])
def test_equals_scipy(two_sides: TwoSides, n_molecules: int, tied: bool) -> None:
    sides = two_sides(n_molecules, seed=3, tied=tied)
    assert rsa(*sides).value == pytest.approx(spearmanr(*sides).statistic, abs=1e-12)


@pytest.mark.parametrize("tied", [False, True])
def test_equals_rsatoolbox(tied: bool) -> None:
    rdm, data = (pytest.importorskip(f"rsatoolbox.{name}") for name in ("rdm", "data"))
    rng = np.random.default_rng(0)
    vectors, values = rng.normal(size=(30, 4)), rng.normal(size=(30, 2))
    if tied:
        vectors, values = np.round(vectors), np.round(values)
    first, second = (rdm.calc_rdm(data.Dataset(side), method="euclidean") for side in (vectors, values))
    sides = euclidean_distances(vectors), euclidean_distances(values)
    np.testing.assert_allclose(first.dissimilarities[0], sides[0] ** 2 / 4, atol=1e-14)  # theirs: squared, per column
    # their squares are those of a matrix product, whose rounding tells some tied distances apart
    ours = (np.round(first.dissimilarities[0], 9), np.round(second.dissimilarities[0], 9)) if tied else sides
    theirs = [rdm.RDMs(side[None]) for side in ours]
    assert rsa(*sides).value == pytest.approx(rdm.compare(*theirs, method="spearman")[0, 0], abs=1e-12)


@pytest.mark.parametrize("with_self_pairs", [False, True])
def test_the_interval_is_that_of_rebuilt_matrices(
    two_sides: TwoSides, rebuilt_rsa: RebuiltRsa, with_self_pairs: bool
) -> None:
    sides = two_sides(12)
    interval = rsa_interval(*sides, n_resamples=300, seed=4, with_self_pairs=with_self_pairs)
    copies = np.random.default_rng(4).multinomial(12, np.full(12, 1 / 12), size=300)
    rebuilt = [rebuilt_rsa(*sides, row, with_self_pairs=with_self_pairs) for row in copies]
    expected = np.percentile(rebuilt, [2.5, 97.5])
    assert (interval.low.value, interval.high.value) == pytest.approx(tuple(expected), abs=1e-12)
    assert interval.estimate == rsa(*sides)
    assert (interval.n_units, interval.n_undefined) == (12, 0)


def test_the_seed_decides_and_0_is_a_seed(two_sides: TwoSides) -> None:
    sides = two_sides(12)
    assert rsa_interval(*sides, n_resamples=50) == rsa_interval(*sides, n_resamples=50, seed=0)
    assert rsa_interval(*sides, n_resamples=50) != rsa_interval(*sides, n_resamples=50, seed=1)


def test_self_pairs_are_in_by_default_and_shift_the_interval_up() -> None:
    rng = np.random.default_rng(0)
    sides = cosine_distances(rng.normal(size=(30, 5))), euclidean_distances(rng.normal(size=(30, 1)))
    distinct = rsa_interval(*sides, n_resamples=300, with_self_pairs=False)
    rebuilt = rsa_interval(*sides, n_resamples=300)
    assert rebuilt == rsa_interval(*sides, n_resamples=300, with_self_pairs=True)
    assert rebuilt.estimate == distinct.estimate
    assert rebuilt.low.value is not None
    assert distinct.low.value is not None
    assert rebuilt.low.value > distinct.low.value + 0.03


def test_few_molecules_have_an_estimate_without_limits(two_sides: TwoSides) -> None:
    interval = rsa_interval(*two_sides(9))
    assert interval.estimate.value is not None
    assert interval.low.reason == interval.high.reason == "a bootstrap needs at least 10 molecules, here are 9"


@pytest.mark.parametrize(("n_pairs", "here"), [(0, "is at most 1"), (1, "are 2")])
def test_fewer_than_three_molecules(n_pairs: int, here: str) -> None:
    outcome = rsa(np.ones(n_pairs), np.ones(n_pairs))
    assert outcome.reason == f"RSA needs at least 3 molecules, here {here}"
    assert rsa_interval(np.ones(n_pairs), np.ones(n_pairs)).low == outcome


def test_a_constant_side_is_undefined(two_sides: TwoSides) -> None:
    representation, _ = two_sides(12)
    constant = euclidean_distances(np.full((12, 1), 0.1))
    assert "property distances are equal" in str(rsa(representation, constant).reason)
    assert "representation distances are equal" in str(rsa(constant, representation).reason)
    assert rsa_interval(representation, constant).high == rsa(representation, constant)


def test_zero_vectors_and_missing_values_are_counted(two_sides: TwoSides) -> None:
    representation, values = two_sides(12)
    vectors = np.random.default_rng(0).normal(size=(12, 3))
    vectors[2] = 0.0
    assert "11 of 66 representation distances" in str(rsa(cosine_distances(vectors), values).reason)
    vectors[2] = np.nan
    assert "11 of 66 property distances" in str(rsa(representation, euclidean_distances(vectors)).reason)


@pytest.mark.parametrize(("first", "second"), [(3, 6), (4, 4)])
def test_sides_that_are_no_triangles_are_an_error(first: int, second: int) -> None:
    with pytest.raises(ValueError, match="strict upper triangles"):
        rsa(np.ones(first), np.ones(second))


@settings(max_examples=20)
@given(st.integers(3, 12), st.integers(0, 1000), st.booleans())
def test_symmetry_order_of_molecules_and_monotone_changes(
    two_sides: TwoSides, n_molecules: int, seed: int, tied: bool
) -> None:
    representation, values = two_sides(n_molecules, seed, tied=tied)
    plain = rsa(representation, values)
    order = np.random.default_rng(seed).permutation(n_molecules)
    moved = [squareform(squareform(side)[np.ix_(order, order)], checks=False) for side in (representation, values)]
    changed = (
        rsa(values, representation),
        rsa(*moved),
        rsa(representation, values * 8.0),
        rsa(values**3, representation),
    )
    for other in changed:
        if plain.value is None:
            assert other.value is None
        else:
            assert other.value == pytest.approx(plain.value, abs=1e-12)


def test_arguments_are_left_as_they_are(two_sides: TwoSides) -> None:
    sides = two_sides(12)
    before = [side.copy() for side in sides]
    rsa_interval(*sides, n_resamples=20)
    for side, old in zip(sides, before, strict=True):
        np.testing.assert_array_equal(side, old)
