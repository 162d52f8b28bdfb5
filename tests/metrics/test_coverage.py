"""Whether 95% intervals hold the truth in 95% of simulated data sets whose truth is known."""

import math

import numpy as np
import pytest
from scipy.stats import spearmanr

from azeotrope.metrics.distances import euclidean_distances
from azeotrope.metrics.geometry import rsa_interval
from azeotrope.metrics.resampling import Interval, delta_mae
from azeotrope.typing import FloatArray

N_SIMULATIONS = 400
N_MOLECULES = 150
NOISE = 0.5


def holds(interval: Interval, truth: float) -> bool:
    assert interval.low.value is not None
    assert interval.high.value is not None
    return interval.low.value <= truth <= interval.high.value


def molecules(rng: np.random.Generator, count: int) -> tuple[FloatArray, FloatArray]:
    """Return normal vectors of 4 dimensions, and a property that is one of them plus noise."""
    vectors = rng.normal(size=(count, 4))
    return vectors, vectors[:, :1] + NOISE * rng.normal(size=(count, 1))


def rsa_of_the_population() -> float:
    """Return the rank correlation of both distances over a million independent pairs, known to 0.001."""
    vectors, values = molecules(np.random.default_rng(999), 2_000_000)
    sides = (np.linalg.norm(part[::2] - part[1::2], axis=1) for part in (vectors, values))
    return float(spearmanr(*sides).statistic)


def test_paired_delta_mae_covers_its_truth() -> None:
    # normal errors of deviation 1 and 1.2 that share a part: E|e| = deviation * sqrt(2 / pi)
    truth, hits = (1.0 - 1.2) * math.sqrt(2 / math.pi), 0
    for trial in range(N_SIMULATIONS):
        shared, own, other = np.random.default_rng([1, trial]).normal(size=(3, N_MOLECULES))
        model = math.sqrt(0.5) * (shared + own)
        baseline = 1.2 * math.sqrt(0.5) * (shared + other)
        zeros, groups = np.zeros(N_MOLECULES), np.arange(N_MOLECULES)
        interval = delta_mae(truth=zeros, prediction=model, baseline=baseline, groups=groups, seed=trial)
        hits += holds(interval, truth)
    assert 0.93 <= hits / N_SIMULATIONS <= 0.97


@pytest.mark.slow
def test_rsa_over_distinct_pairs_covers_its_truth() -> None:
    truth, hits = rsa_of_the_population(), 0
    assert 0.2 < truth < 0.5
    for trial in range(N_SIMULATIONS):
        sides = map(euclidean_distances, molecules(np.random.default_rng([1, trial]), N_MOLECULES))
        hits += holds(rsa_interval(*sides, n_resamples=1_000, seed=trial, with_self_pairs=False), truth)
    assert 0.93 <= hits / N_SIMULATIONS <= 0.97
