from collections.abc import Callable

import numpy as np
import pytest

from azeotrope.audits.claim import Subject
from azeotrope.audits.folds import Fold
from azeotrope.audits.regressors import RidgeRegressor
from azeotrope.audits.transfer_results import on_one, on_sampled
from azeotrope.audits.transfer_task import TransferTask
from azeotrope.datasets.ratings import RatingsTable

MakeRatings = Callable[..., RatingsTable]
MakeSubject = Callable[..., Subject]
N = 40


@pytest.fixture
def task(ratings_of: MakeRatings, subject_of: MakeSubject) -> TransferTask:
    """Return 20 mixtures, each rated twice."""
    rng = np.random.default_rng(0)
    rows = [[(f"M{i % 20:02}", 0.5), (f"X{i % 20:02}", 0.5)] for i in range(N)]
    table = ratings_of(rows, rng.normal(size=N))
    subject = subject_of(table, rng.normal(size=(N, 2)), rng.normal(size=(N, 2)))
    return TransferTask.of(subject, None, {"ridge": RidgeRegressor(alpha=1.0)}, n_resamples=50, seed=0)


def halves(n_test: int) -> Fold:
    pairs = np.arange(20)
    test, train = pairs[:n_test], pairs[n_test:]
    return Fold(np.concatenate([train, train + 20]), np.concatenate([test, test + 20]))


def test_on_one_draws_pairs_and_not_their_replicates(task: TransferTask) -> None:
    results = on_one(task, "chosen", halves(12))
    assert {finding.n_units for finding in results.findings} == {11, 12}
    assert results.findings[0].name == "intensity_ridge_chosen_delta_mae"
    assert np.array_equal(results.arrays["intensity_truth"], task.targets[halves(12).test, 0])
    assert set(results.arrays) == {
        "intensity_truth",
        *(f"intensity_ridge_{model}" for model in ("constant", "baseline", "representation", "combined")),
    }


def test_on_one_agrees_with_the_same_partition_among_sampled_ones(task: TransferTask) -> None:
    one = on_one(task, "chosen", halves(12))
    sampled = on_sampled(task, [halves(12)], show_progress=False)
    assert sampled.arrays["intensity_ridge_delta_mae"][0] == pytest.approx(one.findings[0].estimate.value)
    assert len(sampled.arrays["intensity_ridge_resampled_delta_mae"]) == 50


def test_partitions_with_too_few_sets_are_counted(task: TransferTask) -> None:
    results = on_sampled(task, [halves(12), halves(9), halves(8)], show_progress=False)
    assert results.notes == ("2 of 3 partitions test too few sets of components to resample them",)
    assert len(results.arrays["intensity_ridge_resampled_delta_mae"]) == 51
    assert on_sampled(task, [halves(12)], show_progress=False).notes == ()


def test_no_partitions_give_nothing(task: TransferTask) -> None:
    results = on_sampled(task, [], show_progress=False)
    assert (results.findings, dict(results.arrays), results.notes) == ((), {}, ())
