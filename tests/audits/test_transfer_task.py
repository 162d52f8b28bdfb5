from collections.abc import Callable

import numpy as np
import pytest

from azeotrope.audits.claim import Subject
from azeotrope.audits.regressors import RidgeRegressor
from azeotrope.audits.transfer_task import TransferTask, rated_and_sorted
from azeotrope.datasets.ratings import RatingsTable

MakeRatings = Callable[..., RatingsTable]
MakeSubject = Callable[..., Subject]
ROWS = [[("B", 0.5), ("C", 0.5)], [("A", 0.25), ("C", 0.75)], [("B", 1.0)]]
MEANS = [[1.0, 2.0], [3.0, 4.0], [5.0, np.nan]]


@pytest.fixture
def subject(ratings_of: MakeRatings, subject_of: MakeSubject) -> Subject:
    table = ratings_of(ROWS, MEANS, ("intensity", "pleasantness"))
    return subject_of(table, np.array([[0.0], [1.0], [3.0]]), np.array([[1.0], [1.0], [5.0]]))


def test_units_are_rated_on_every_outcome_and_sorted_by_id(subject: Subject) -> None:
    shuffled = subject.table.take([2, 1, 0])
    assert rated_and_sorted(shuffled, ("intensity",)).unit_ids == subject.table.unit_ids
    assert rated_and_sorted(shuffled, ("intensity", "pleasantness")).unit_ids == subject.table.unit_ids[:2]


def test_targets_features_and_names_are_of_the_same_units(subject: Subject) -> None:
    regressors = {"ridge": RidgeRegressor(alpha=1.0)}
    task = TransferTask.of(subject, None, regressors, n_resamples=7, seed=0)
    assert task.outcomes == ("intensity", "pleasantness")
    assert np.array_equal(task.targets, [[1.0, 2.0], [3.0, 4.0]])
    assert np.array_equal(task.features.values, [[3.0, 2.0], [4.0, 2.25]])
    assert task.names.tolist() == ["B C", "A C"]
    assert task.unit_of("pleasantness") == "0-100 scale"
    alone = TransferTask.of(subject, "intensity", regressors, n_resamples=7, seed=0)
    assert np.array_equal(alone.targets, [[1.0], [3.0], [5.0]])
