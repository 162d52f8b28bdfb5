from collections.abc import Callable

import numpy as np
import pytest

from azeotrope.chemistry.mixtures import Mixtures
from azeotrope.datasets.dataset import Dataset
from azeotrope.metrics.distances import cosine_distances, euclidean_distances
from azeotrope.metrics.geometry import rsa_interval
from azeotrope.metrics.similarity import pure_similarity
from azeotrope.typing import FloatArray

MixturesBuilder = Callable[..., Mixtures]
DatasetBuilder = Callable[..., Dataset]


def pure_dataset(mixtures: MixturesBuilder, dataset: DatasetBuilder, count: int = 20) -> Dataset:
    values = np.random.default_rng(0).permutation(count) + 1.0
    return dataset(mixtures([[(i, 1.0)] for i in range(count)] + [[(0, 0.5), (1, 0.5)]]), [*values, 0.0])


def test_a_representation_shaped_like_the_property_has_similarity_one(
    mixtures: MixturesBuilder, dataset: DatasetBuilder
) -> None:
    data = pure_dataset(mixtures, dataset)

    def angle(compounds: Mixtures) -> FloatArray:
        assert compounds.is_pure.all()
        turn = data.table.value[compounds.component] / 20
        return np.column_stack([np.cos(turn), np.sin(turn)])

    interval, distinct = pure_similarity(data.table, angle, n_resamples=100, seed=0)
    assert interval.estimate.value == pytest.approx(1.0, abs=0.01)
    assert interval.n_units == 20
    assert interval.low.value is not None
    assert interval.low.value > 0.9
    assert distinct.estimate == interval.estimate


def test_the_interval_over_distinct_molecules_holds_the_similarity_where_the_other_does_not(
    mixtures: MixturesBuilder, dataset: DatasetBuilder
) -> None:
    data = pure_dataset(mixtures, dataset, count=12)
    vectors = np.random.default_rng(1).normal(size=(12, 3))
    rebuilt, distinct = pure_similarity(data.table, lambda _: vectors, n_resamples=500, seed=0)
    estimate, low = rebuilt.estimate.value, rebuilt.low.value
    assert estimate is not None
    assert low is not None
    assert low > estimate
    assert distinct.low.value is not None
    assert distinct.high.value is not None
    assert distinct.low.value < estimate < distinct.high.value
    distances = cosine_distances(vectors), euclidean_distances(data.table.value[:12, None])
    for interval, with_self_pairs in ((rebuilt, True), (distinct, False)):
        assert interval == rsa_interval(*distances, n_resamples=500, seed=0, with_self_pairs=with_self_pairs)


def ones(compounds: Mixtures) -> FloatArray:
    return np.ones((len(compounds), 2))


def test_reasons(mixtures: MixturesBuilder, dataset: DatasetBuilder) -> None:
    binary, value = [[(0, 0.5), (1, 0.5)]], [1.0]
    without_pure = dataset(mixtures(binary), value).table
    with_solute = dataset(mixtures([[(0, 1.0)]], solute=[2]), value).table
    pure = pure_dataset(mixtures, dataset).table
    cases = (
        (without_pure, ones, "no pure compound"),
        (with_solute, ones, "one value per solute"),
        (pure, lambda _: None, "no representation"),
        (pure, ones, "representation distances are equal"),
        (pure, lambda compounds: np.full((len(compounds), 2), np.nan), "190 of 190"),
    )
    for table, embed, reason in cases:
        for interval in pure_similarity(table, embed, n_resamples=10, seed=0):
            for outcome in (interval.estimate, interval.low, interval.high):
                assert outcome.value is None
                assert reason in str(outcome.reason)
