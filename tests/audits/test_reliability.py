from collections.abc import Callable
from dataclasses import replace

import numpy as np
import pytest

from azeotrope.audits.reliability import reliability_finding, reliability_notes, reliability_of
from azeotrope.datasets.ratings import RatingsTable
from azeotrope.metrics.split_half import split_half

MakeRatings = Callable[..., RatingsTable]


@pytest.fixture(scope="session")
def table(compounds_of: MakeRatings) -> RatingsTable:
    rng = np.random.default_rng(0)
    ratings = np.arange(12.0)[None, :, None] + rng.normal(size=(6, 12, 1))
    return compounds_of(["C" * n for n in range(1, 13)], ratings, ["intensity"])


def test_it_is_the_split_half_of_the_participants_within_strata(table: RatingsTable) -> None:
    stratified = replace(table, strata=("a", "a", "b", "b", "b", "b"))
    for each in (table, stratified):
        expected = split_half(each.ratings, each.strata, n_splits=30, seed=2)
        found = reliability_of(each, n_splits=30, seed=2)
        np.testing.assert_array_equal(found.correlations, expected.correlations)
        np.testing.assert_array_equal(found.halves, expected.halves)
    assert (reliability_of(stratified, n_splits=30, seed=2).halves[:, :2].sum(axis=1) == 1).all()


def test_finding_names_what_was_split(table: RatingsTable) -> None:
    finding = reliability_finding(reliability_of(table, n_splits=30, seed=2), n_splits=30, seed=2, subject="first x")
    assert (finding.name, finding.n_units, finding.resampled) == ("first_x_split_half_rsa", 6, "participants")
    assert (finding.n_resamples, finding.seed) == (30, 2)


def test_one_participant_is_not_the_same_as_means_alone(table: RatingsTable) -> None:
    alone = replace(table, ratings=table.ratings[:1], participants=("one",))
    assert "at least 4 participants" in str(reliability_of(alone, n_splits=30, seed=2).median.reason)
    means = replace(alone, participants=())
    assert "means only" in str(reliability_of(means, n_splits=30, seed=2).median.reason)


def test_rejected_splits_are_counted(table: RatingsTable) -> None:
    """Where only two of six participants rate a unit, two splits of five have both in one half."""
    ratings = table.ratings.copy()
    ratings[2:, 5] = np.nan
    reliability = reliability_of(replace(table, ratings=ratings), n_splits=30, seed=2)
    drawn_again, few = reliability_notes(reliability, "first x")
    assert drawn_again.startswith(f"first x split_half_rsa: {reliability.n_rejected} splits drawn again")
    assert few == "first x split_half_rsa: 6 participants can be split into halves in 10 ways only"
    assert reliability.n_rejected > 0
    assert reliability_notes(reliability_of(table, n_splits=10, seed=2)) == ()
