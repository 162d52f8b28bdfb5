import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from azeotrope.metrics.distances import euclidean_distances
from azeotrope.metrics.halves import draw_halves, means_of, standardised_distances


@settings(max_examples=30)
@given(st.lists(st.sampled_from("abcd"), min_size=1, max_size=30), st.integers(0, 1000))
def test_halves_are_balanced_within_strata_and_overall(strata: list[str], seed: int) -> None:
    halves = draw_halves(strata, 20, np.random.default_rng(seed))
    assert halves.shape == (20, len(strata))
    sign = np.where(halves, 1, -1)
    assert (np.abs(sign.sum(axis=1)) <= 1).all()
    for stratum in set(strata):
        assert (np.abs(sign[:, np.array(strata) == stratum].sum(axis=1)) <= 1).all()


def test_every_participant_is_in_either_half_equally_often() -> None:
    halves = draw_halves(["a", "a", "a", "b", "b", "b", "c", "c"], 4_000, np.random.default_rng(0))
    assert halves.mean(axis=0) == pytest.approx(np.full(8, 0.5), abs=0.03)


def test_the_odd_ones_of_two_strata_go_to_different_halves() -> None:
    halves = draw_halves(["a", "a", "a", "b", "b", "b"], 50, np.random.default_rng(0))
    assert (halves.sum(axis=1) == 3).all()
    assert set(halves[:, :3].sum(axis=1)) == {1, 2}


def test_means_skip_missing_ratings() -> None:
    ratings = np.array([[[1.0, 2.0]], [[np.nan, 4.0]], [[5.0, np.inf]], [[100.0, 100.0]]])
    chosen = np.array([True, True, True, False])
    np.testing.assert_array_equal(means_of(ratings, chosen), [[3.0, 3.0]])
    np.testing.assert_array_equal(means_of(ratings, ~chosen), [[100.0, 100.0]])
    assert np.isnan(means_of(ratings, np.zeros(4, dtype=np.bool_))).all()


def test_equal_ratings_have_equal_means_to_the_bit() -> None:
    ratings = np.tile(np.random.default_rng(0).normal(size=(30, 1, 1)), (1, 17, 2))
    assert len(np.unique(means_of(ratings, np.ones(30, dtype=np.bool_)))) == 1


def test_each_attribute_counts_alike_whatever_its_scale() -> None:
    means = np.random.default_rng(0).normal(size=(9, 2))
    expected = euclidean_distances((means - means.mean(axis=0)) / means.std(axis=0))
    np.testing.assert_allclose(standardised_distances(means), expected, rtol=1e-13)
    np.testing.assert_allclose(standardised_distances(means * [1.0, 1e4] + 7.0), expected, rtol=1e-9)


@pytest.mark.parametrize("spoilt", [0.1, np.nan])
def test_a_constant_or_missing_attribute_has_no_distances(spoilt: float) -> None:
    means = np.random.default_rng(0).normal(size=(5, 2))
    means[:, 1] = spoilt
    assert np.isnan(standardised_distances(means)).all()


@pytest.mark.parametrize(("n_units", "n_pairs"), [(0, 0), (1, 0), (2, 1)])
def test_hardly_any_unit(n_units: int, n_pairs: int) -> None:
    assert standardised_distances(np.arange(2.0 * n_units).reshape(n_units, 2)).shape == (n_pairs,)
