import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy.spatial.distance import squareform

from azeotrope.metrics.cka import (
    _resampled_cka,
    _u_centred,
    bounded_similarities,
    debiased_cka,
    debiased_cka_interval,
    linear_similarities,
)
from azeotrope.metrics.distances import cosine_distances, euclidean_distances, tanimoto_distances
from azeotrope.metrics.outcome import Outcome
from azeotrope.metrics.resampled_rsa import draw_copies
from azeotrope.typing import FloatArray


def two_similarities(n_molecules: int, seed: int = 0) -> tuple[FloatArray, FloatArray]:
    """Similarities of a representation and of a property that depends on it."""
    rng = np.random.default_rng(seed)
    vectors = rng.normal(size=(n_molecules, 5))
    values = vectors[:, :1] + 0.5 * rng.normal(size=(n_molecules, 1))
    return bounded_similarities(cosine_distances(vectors)), linear_similarities(euclidean_distances(values))


def song_hsic(first: FloatArray, second: FloatArray) -> float:
    """Equation 5 of Song et al. 2012, from square matrices with a diagonal of zeros."""
    n, one = len(first), np.ones(len(first))
    trace = np.trace(first @ second)
    totals = (one @ first @ one) * (one @ second @ one) / ((n - 1) * (n - 2))
    rows = one @ first @ second @ one
    return float((trace + totals - 2 * rows / (n - 2)) / (n * (n - 3)))


def song_cka(first: FloatArray, second: FloatArray) -> float:
    return song_hsic(first, second) / np.sqrt(song_hsic(first, first) * song_hsic(second, second))


def biased_cka(first: FloatArray, second: FloatArray) -> float:
    """Alignment of the linear kernels of two sets of vectors, centred as usual."""
    first, second = first - first.mean(axis=0), second - second.mean(axis=0)
    norms = np.linalg.norm(first.T @ first) * np.linalg.norm(second.T @ second)
    return float(np.linalg.norm(first.T @ second) ** 2 / norms)


@pytest.mark.parametrize("n_molecules", [4, 5, 30])
def test_equals_the_published_formula(n_molecules: int) -> None:
    sides = two_similarities(n_molecules)
    assert debiased_cka(*sides).value == pytest.approx(song_cka(*map(squareform, sides)), abs=1e-12)


@settings(max_examples=20)
@given(st.integers(5, 20), st.integers(0, 1000))
def test_order_scale_and_parts_of_single_molecules_do_not_matter(n_molecules: int, seed: int) -> None:
    representation, values = two_similarities(n_molecules, seed)
    plain = debiased_cka(representation, values).value
    rng = np.random.default_rng(seed)
    first, second = np.triu_indices(n_molecules, 1)
    part, order = rng.normal(size=n_molecules), rng.permutation(n_molecules)
    moved = [squareform(squareform(side)[np.ix_(order, order)]) for side in (representation, values)]
    assert debiased_cka(values, representation).value == pytest.approx(plain, abs=1e-10)
    assert debiased_cka(*moved).value == pytest.approx(plain, abs=1e-10)
    assert debiased_cka(representation + part[first] + part[second], 3 * values).value == pytest.approx(plain, abs=1e-8)
    assert debiased_cka(representation, representation).value == pytest.approx(1.0, abs=1e-12)


def test_euclidean_distances_stand_for_inner_products() -> None:
    rng = np.random.default_rng(0)
    vectors, values = rng.normal(size=(12, 3)) + 2.0, rng.normal(size=(12, 2))
    kernels = []
    for side in (vectors, values):
        kernel = side @ side.T
        np.fill_diagonal(kernel, 0.0)
        kernels.append(kernel)
    sides = [linear_similarities(euclidean_distances(side)) for side in (vectors, values)]
    assert debiased_cka(*sides).value == pytest.approx(song_cka(*kernels), abs=1e-12)


def test_independent_sides_of_many_dimensions_are_near_0_where_the_biased_one_is_near_1() -> None:
    rng, found = np.random.default_rng(0), []
    for _ in range(30):
        vectors, others = rng.normal(size=(2, 30, 2_000))
        assert biased_cka(vectors, others) > 0.95
        sides = [linear_similarities(euclidean_distances(side)) for side in (vectors, others)]
        found.append(debiased_cka(*sides).value)
    assert abs(np.mean(found)) < 3 * np.std(found) / np.sqrt(30)
    assert np.std(found) < 0.1


def test_similarities_from_distances() -> None:
    vectors = np.array([[1.0, 0.0], [1.0, 1.0], [0.0, 2.0]])
    cosine = bounded_similarities(cosine_distances(vectors))
    np.testing.assert_allclose(cosine, [np.sqrt(0.5), 0.0, np.sqrt(0.5)], atol=1e-15)
    assert bounded_similarities(tanimoto_distances(vectors > 0)).tolist() == [0.5, 0.0, 0.5]
    assert linear_similarities(np.array([0.0, 2.0])).tolist() == [0.0, -2.0]


def test_the_interval_is_that_of_rebuilt_matrices() -> None:
    sides = two_similarities(14)
    interval = debiased_cka_interval(*sides, n_resamples=200, seed=2)
    expected = []
    for copies in draw_copies(14, 200, 2):
        drawn = np.repeat(np.arange(14), copies)
        rebuilt = []
        for side in map(squareform, sides):
            row = side.sum(axis=1)
            centred = side - (row[:, None] + row) / 12 + row.sum() / (13 * 12)
            rebuilt.append(np.where(drawn[:, None] == drawn, 0.0, centred[np.ix_(drawn, drawn)]))
        expected.append(song_cka(*rebuilt))
    limits = (interval.low.value, interval.high.value)
    assert limits == pytest.approx(tuple(np.percentile(expected, [2.5, 97.5])), abs=1e-12)
    assert interval.estimate == debiased_cka(*sides)
    assert (interval.n_units, interval.n_undefined) == (14, 0)


def test_the_seed_decides_and_arguments_are_left_as_they_are() -> None:
    sides = two_similarities(12)
    before = [side.copy() for side in sides]
    assert debiased_cka_interval(*sides, n_resamples=50) == debiased_cka_interval(*sides, n_resamples=50, seed=0)
    assert debiased_cka_interval(*sides, n_resamples=50) != debiased_cka_interval(*sides, n_resamples=50, seed=1)
    for side, old in zip(sides, before, strict=True):
        np.testing.assert_array_equal(side, old)


def test_a_resample_of_one_molecule_alone_is_undefined() -> None:
    first, second = (_u_centred(side) for side in two_similarities(6))
    copies = np.array([[0, 6, 0, 0, 0, 0], [1, 1, 1, 1, 1, 1]])
    np.testing.assert_array_equal(np.isnan(_resampled_cka(first, second, copies)), [True, False])


@pytest.mark.parametrize("n_pairs", [0, 1, 3])
def test_fewer_than_four_molecules(n_pairs: int) -> None:
    outcome = debiased_cka(np.ones(n_pairs), np.ones(n_pairs))
    assert outcome.reason == f"debiased CKA needs at least 4 molecules, here are {n_pairs} pairs of molecules"
    assert debiased_cka_interval(np.ones(n_pairs), np.ones(n_pairs)).high == outcome


def test_few_molecules_have_an_estimate_without_limits() -> None:
    interval = debiased_cka_interval(*two_similarities(9))
    assert interval.estimate.value is not None
    assert interval.low.reason == "a bootstrap needs at least 10 molecules, here are 9"


@pytest.mark.parametrize("constant", [0.0, 0.1])
def test_a_constant_side_is_undefined_and_so_is_one_of_single_parts(constant: float) -> None:
    side, _ = two_similarities(12)
    first, second = np.triu_indices(12, 1)
    part = np.random.default_rng(0).normal(size=12)
    reason = "the property similarities do not vary beyond a part of each molecule"
    assert debiased_cka(side, np.full(66, constant)) == Outcome(None, reason)
    assert debiased_cka(side, part[first] + part[second]) == Outcome(None, reason)
    assert "the representation similarities" in str(debiased_cka(np.full(66, constant), side).reason)


def test_undefined_similarities_are_counted() -> None:
    side, values = two_similarities(12)
    values[3] = np.nan
    assert debiased_cka(side, values).reason == "1 of 66 property similarities are undefined"


def test_sides_that_are_no_triangles_are_an_error() -> None:
    with pytest.raises(ValueError, match="strict upper triangles"):
        debiased_cka(np.ones(3), np.ones(6))
