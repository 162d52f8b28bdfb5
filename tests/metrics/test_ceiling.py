from collections.abc import Callable

import numpy as np
import pytest

from azeotrope.metrics import threads
from azeotrope.metrics.ceiling import RESAMPLES_PER_SPLIT, rsa_share
from azeotrope.metrics.distances import cosine_distances
from azeotrope.metrics.geometry import rsa
from azeotrope.metrics.halves import means_of, standardised_distances
from azeotrope.metrics.resampled_rsa import draw_copies
from azeotrope.metrics.resampling import Interval
from azeotrope.metrics.split_half import split_half
from azeotrope.typing import FloatArray

RebuiltRsa = Callable[..., float]
Case = tuple[FloatArray, FloatArray, FloatArray]


def case(n_molecules: int = 25, agreement: float = 1.0, seed: int = 0) -> Case:
    """Distances of a representation and of mean ratings that depend on it in part, and the ratings."""
    rng = np.random.default_rng(seed)
    vectors = rng.normal(size=(n_molecules, 3))
    ratings = agreement * vectors[:, :2] + rng.normal(size=(10, n_molecules, 2))
    everyone = means_of(ratings, np.ones(10, dtype=np.bool_))
    return cosine_distances(vectors), standardised_distances(everyone), ratings


def test_equals_the_ratio_of_rebuilt_matrices(rebuilt_rsa: RebuiltRsa) -> None:
    representation, values, ratings = case()
    reliability = split_half(ratings, (), n_splits=3, seed=1)
    interval = rsa_share(representation, values, ratings, reliability, n_resamples=4 * RESAMPLES_PER_SPLIT - 5, seed=2)
    expected = []
    for number, copies in enumerate(draw_copies(25, 4 * RESAMPLES_PER_SPLIT - 5, 2)):
        half = reliability.halves[number // RESAMPLES_PER_SPLIT % 3]
        halves = [standardised_distances(means_of(ratings, chosen)) for chosen in (half, ~half)]
        model = rebuilt_rsa(representation, values, copies, with_self_pairs=False)
        expected.append(model / rebuilt_rsa(*halves, copies, with_self_pairs=False))
    limits = (interval.low.value, interval.high.value)
    assert limits == pytest.approx(tuple(np.percentile(expected, [2.5, 97.5])), abs=1e-12)
    model, median = rsa(representation, values).value, reliability.median.value
    assert model is not None
    assert median is not None
    assert interval.estimate.value == pytest.approx(model / median, abs=1e-15)
    assert interval.n_units == 25


def test_the_ratings_themselves_reach_more_than_the_whole(rebuilt_rsa: RebuiltRsa) -> None:
    # everyone's mean is less noisy than a half's: the share is no fraction, and not bounded by 1
    _, values, ratings = case()
    interval = rsa_share(values, values, ratings, split_half(ratings, (), n_splits=10))
    assert interval.low.value is not None
    assert interval.low.value > 1.0


def test_the_seed_decides_and_the_cores_do_not(monkeypatch: pytest.MonkeyPatch) -> None:
    given = case()
    reliability = split_half(given[2], (), n_splits=10)
    several = rsa_share(*given, reliability, n_resamples=100)
    monkeypatch.setattr(threads, "usable_cores", lambda: 1)
    assert rsa_share(*given, reliability, n_resamples=100, seed=0) == several
    assert rsa_share(*given, reliability, n_resamples=100, seed=1) != several


def test_undefined_where_the_reliability_is() -> None:
    representation, values, ratings = case()
    reliability = split_half(ratings[:3], ())
    expected = Interval.undefined("split halves need at least 4 participants, here are 3", 25)
    assert rsa_share(representation, values, ratings, reliability) == expected


def test_undefined_where_the_rsa_is() -> None:
    representation, values, ratings = case()
    interval = rsa_share(np.ones_like(representation), values, ratings, split_half(ratings, (), n_splits=5))
    assert "representation distances are equal" in str(interval.estimate.reason)


def test_undefined_where_halves_contradict_each_other() -> None:
    # the median is negative for this seed: participants do not agree on anything
    representation, values, ratings = case(agreement=0.0, seed=3)
    reliability = split_half(ratings, (), n_splits=50)
    assert reliability.median.value is not None
    assert reliability.median.value < 0.0
    interval = rsa_share(representation, values, ratings, reliability)
    assert "the median split-half RSA is not positive (-0." in str(interval.estimate.reason)
    assert interval.low == interval.estimate


def test_no_limits_where_a_denominator_is_not_positive() -> None:
    representation, values, ratings = case(agreement=0.5)
    interval = rsa_share(representation, values, ratings, split_half(ratings, (), n_splits=50))
    assert interval.estimate.value is not None
    assert "the split-half RSA is not positive on " in str(interval.low.reason)
    assert "of 2000 replicates" in str(interval.high.reason)


def test_few_molecules_have_an_estimate_without_limits() -> None:
    given = case(9, agreement=5.0)
    interval = rsa_share(*given, split_half(given[2], (), n_splits=5))
    assert interval.estimate.value is not None
    assert interval.low.reason == "a bootstrap needs at least 10 molecules, here are 9"


def test_ratings_of_other_molecules_are_an_error() -> None:
    representation, values, ratings = case()
    reliability = split_half(ratings, (), n_splits=5)
    with pytest.raises(ValueError, match="ratings of 24 molecules do not pair with distances of 25"):
        rsa_share(representation, values, ratings[:, 1:], reliability)
