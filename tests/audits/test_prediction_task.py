from collections.abc import Callable
from dataclasses import replace

import numpy as np
import pytest

from azeotrope.audits.claim import Subject
from azeotrope.audits.prediction_task import both_sides, names_of_units, outcomes_of, rated_units
from azeotrope.datasets.ratings import RatingsTable
from azeotrope.errors import ConfigError

MakeRatings = Callable[..., RatingsTable]
MakeSubject = Callable[..., Subject]
PAIRS = [[("A", 0.5), ("B", 0.5)], [("B", 0.5), ("A", 0.5)], [("A", 1.0)]]
MEANS = [[1.0, np.nan], [2.0, 3.0], [np.nan, np.nan]]


@pytest.fixture
def table(ratings_of: MakeRatings) -> RatingsTable:
    return ratings_of(PAIRS, MEANS, ("intensity", "pleasantness"))


def test_every_attribute_or_the_named_one(table: RatingsTable) -> None:
    assert outcomes_of(table, None) == ("intensity", "pleasantness")
    assert outcomes_of(table, "pleasantness") == ("pleasantness",)


def test_an_unknown_attribute_is_refused_with_the_known_ones(table: RatingsTable) -> None:
    with pytest.raises(ConfigError, match=r"invented has no attribute 'sweet'.*intensity, pleasantness"):
        outcomes_of(table, "sweet")


def test_units_are_rated_on_all_outcomes_that_are_asked_for(table: RatingsTable) -> None:
    assert rated_units(table, "intensity").tolist() == [0, 1]
    assert rated_units(table, "intensity", "pleasantness").tolist() == [1]


def test_replicates_and_other_orders_of_a_pair_have_one_name(table: RatingsTable) -> None:
    assert names_of_units(table).tolist() == ["A B", "A B", "A"]
    assert names_of_units(table.take([])).shape == (0,)


@pytest.mark.parametrize("missing", ["representation", "baseline"])
def test_a_missing_side_is_refused_by_name(table: RatingsTable, subject_of: MakeSubject, missing: str) -> None:
    subject = subject_of(table, np.zeros((2, 1)), np.ones((2, 1)))
    assert [side.name for side in both_sides(subject)] == ["base", "added"]
    with pytest.raises(ConfigError, match=f"{missing}="):
        both_sides(replace(subject, **{missing: None}))


def test_a_block_of_the_baseline_is_no_addition(table: RatingsTable, subject_of: MakeSubject) -> None:
    subject = subject_of(table, np.zeros((2, 1)), np.ones((2, 1)))
    with pytest.raises(ConfigError, match="already part of the baseline"):
        both_sides(replace(subject, representation=subject.baseline))
