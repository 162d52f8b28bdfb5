import json
from collections.abc import Callable
from dataclasses import replace

import numpy as np
import pytest

from azeotrope.audits.claim import Evidence, Subject
from azeotrope.audits.regressors import RidgeRegressor
from azeotrope.audits.transfer import TransferClaim
from azeotrope.datasets.ratings import RatingsTable
from azeotrope.errors import ConfigError
from azeotrope.splits.partition_certificate import Certificate
from azeotrope.splits.partition_check import check_certificate
from azeotrope.splits.partition_graph import ComponentGraph
from azeotrope.splits.partition_rule import PartitionRule

MakeRatings = Callable[..., RatingsTable]
MakeSubject = Callable[..., Subject]
RULE = PartitionRule(n_held_out=11, min_test_units=20, min_train_units=20, every_held_out_in_test=True)
# Two hubs, 0 with 11 partners and 1 with 12: holding out a hub and 10 of its partners is all that obeys the rule.
PAIRS = [(0, leaf) for leaf in range(2, 13)] + [(1, leaf) for leaf in range(13, 25)]
UNITS = [*PAIRS, *PAIRS]
N_PARTITIONS = 11 + 66
NAMES = [f"M{index:02}" for index in range(25)]


def claim(**changes: object) -> TransferClaim:
    options = {
        "outcome": None,
        "rule": RULE,
        "n_partitions": 20,
        "regressors": {"ridge": RidgeRegressor(alpha=10.0)},
        "n_resamples": 200,
        "seed": 0,
    }
    return TransferClaim(**(options | changes))


def evidence_of(subject: Subject, **changes: object) -> Evidence:
    each = claim(**changes)
    each.check(subject)
    return each.test(subject)


def estimates(evidence: Evidence) -> dict[str, float | None]:
    return {finding.name: finding.estimate.value for finding in evidence.findings}


@pytest.fixture(scope="module")
def subject(ratings_of: MakeRatings, subject_of: MakeSubject) -> Subject:
    """Return pairs whose intensity is a sum over the components that only the representation knows."""
    rng = np.random.default_rng(0)
    known, other = rng.normal(size=(25, 1)), rng.normal(size=(25, 2))
    known[:2] = 0.0
    rows = [[(NAMES[a], 0.5), (NAMES[b], 0.5)] for a, b in UNITS]
    intensity = np.array([known[a, 0] + known[b, 0] for a, b in UNITS]) * 5.0 + 50.0
    means = np.column_stack([intensity, rng.normal(size=len(UNITS))])
    return subject_of(ratings_of(rows, means, ("intensity", "pleasantness")), known, other)


@pytest.fixture(scope="module")
def evidence(subject: Subject) -> Evidence:
    return evidence_of(subject)


def test_an_informative_representation_transfers(evidence: Evidence) -> None:
    headline = evidence.findings[0]
    assert headline.name == "intensity_ridge_median_delta_mae"
    assert headline.high.value is not None
    assert headline.high.value < 0.0
    found = estimates(evidence)
    assert found["intensity_ridge_share_of_partitions_helped"] == 1.0
    assert found["intensity_ridge_largest_test_set_delta_mae"] < 0.0  # type: ignore[operator]


def test_noise_does_not(evidence: Evidence) -> None:
    (finding,) = [each for each in evidence.findings if each.name == "pleasantness_ridge_median_delta_mae"]
    assert finding.low.value is not None
    assert finding.high.value is not None
    assert finding.low.value < 0.0 < finding.high.value


def test_findings_are_named_once_and_belong_to_the_arrays(evidence: Evidence) -> None:
    found = estimates(evidence)
    assert len(found) == len(evidence.findings)
    delta = evidence.arrays["intensity_ridge_delta_mae"]
    assert found["intensity_ridge_median_delta_mae_partitions_only"] == pytest.approx(np.median(delta))
    assert len(delta) == 20
    assert len(evidence.arrays["intensity_ridge_resampled_delta_mae"]) == 200
    for model in ("constant", "baseline", "representation", "combined"):
        median = np.median(evidence.arrays[f"intensity_ridge_mae_{model}"])
        assert found[f"intensity_ridge_median_mae_{model}"] == pytest.approx(median)
        error = np.abs(evidence.arrays[f"intensity_ridge_{model}"] - evidence.arrays["intensity_truth"]).mean()
        assert found[f"intensity_ridge_largest_test_set_mae_{model}"] == pytest.approx(error)


def test_certificates_prove_the_answer_after_a_trip_through_json(subject: Subject, evidence: Evidence) -> None:
    document = json.loads(json.dumps(evidence.documents["partitions"]))
    graph = ComponentGraph.of(subject.table.units)
    for reading, name in ((True, "every component tested"), (False, "untested components allowed")):
        certificate = Certificate.from_dict(document["certificates"][name])
        check_certificate(graph, replace(RULE, every_held_out_in_test=reading), certificate)
        largest = estimates(evidence)[f"{name.replace(' ', '_')}_n_test_units_max"]
        assert certificate.optimum == largest == 20.0


def test_sampled_partitions_are_different_and_strict(subject: Subject, evidence: Evidence) -> None:
    document = evidence.documents["partitions"]
    assert document["components"] == NAMES
    sampled = document["sampled"]
    assert len({tuple(held_out) for held_out in sampled["held_out"]}) == 20
    for held_out, n_test, n_train in zip(
        sampled["held_out"], sampled["n_test_units"], sampled["n_train_units"], strict=True
    ):
        n_inside = [(a in held_out) + (b in held_out) for a, b in UNITS]
        assert (n_inside.count(2), n_inside.count(0)) == (n_test, n_train)
        assert n_test == 20
        assert n_train in (22, 24)
    sets = [[NAMES.index(name) for name in row.split()] for row in subject.table.units.component_set_names()]
    assert sorted(document["component_sets"]) == sorted(sets)
    assert document["units_of_set"] == [2] * len(PAIRS)


def test_the_constant_is_the_mean_of_the_train_units(subject: Subject, evidence: Evidence) -> None:
    witness = evidence.documents["partitions"]["certificates"]["every component tested"]["witness"]
    train = [unit for unit, (a, b) in enumerate(UNITS) if a not in witness and b not in witness]
    constant = evidence.arrays["intensity_ridge_constant"]
    assert np.allclose(constant, subject.table.attribute("intensity")[train].mean())


def test_the_order_of_the_units_changes_nothing(subject: Subject, evidence: Evidence) -> None:
    shuffle = np.random.default_rng(1).permutation(len(UNITS))
    again = evidence_of(replace(subject, table=subject.table.take(shuffle)))
    assert estimates(again) == estimates(evidence)
    assert [each.low for each in again.findings] == [each.low for each in evidence.findings]


def test_another_seed_draws_other_partitions(subject: Subject, evidence: Evidence) -> None:
    other = evidence_of(subject, seed=1).documents["partitions"]
    assert other["sampled"]["held_out"] != evidence.documents["partitions"]["sampled"]["held_out"]
    assert other["certificates"] == evidence.documents["partitions"]["certificates"]


def test_where_no_partition_exists_this_is_proved_and_nothing_else_is_claimed(subject: Subject) -> None:
    rule = replace(RULE, min_test_units=21)
    evidence = evidence_of(subject, rule=rule)
    assert evidence.findings[0].name == "every_component_tested_partition_exists"
    assert evidence.findings[0].estimate.value == 0.0
    assert "as the certificate proves" in str(evidence.findings[1].estimate.reason)
    assert estimates(evidence)["n_partitions_sampled"] == 0.0
    assert dict(evidence.arrays) == {}
    assert evidence.notes == ("only 0 partitions obey the rule, where 20 were asked for",)


def test_fewer_partitions_than_asked_for_are_counted(subject: Subject) -> None:
    evidence = evidence_of(subject, n_partitions=100_000)
    assert estimates(evidence)["n_partitions_sampled"] == N_PARTITIONS
    assert estimates(evidence)["n_partitions_existing"] == N_PARTITIONS
    assert f"only {N_PARTITIONS} partitions obey the rule, where 100000 were asked for" in evidence.notes
    # 200 resamples over 77 partitions are 3 each.
    assert len(evidence.arrays["intensity_ridge_resampled_delta_mae"]) == 3 * N_PARTITIONS


def test_units_without_a_rating_are_left_out_and_counted(subject: Subject) -> None:
    ratings = subject.table.ratings.copy()
    ratings[0, [3, 3 + len(PAIRS)], 1] = np.nan
    table = replace(subject.table, ratings=ratings)
    evidence = evidence_of(replace(subject, table=table))
    assert evidence.notes[0] == f"2 of {len(UNITS)} units have no rating on an outcome and are left out"
    assert sum(evidence.documents["partitions"]["units_of_set"]) == len(UNITS) - 2
    alone = evidence_of(replace(subject, table=table), outcome="intensity")
    assert sum(alone.documents["partitions"]["units_of_set"]) == len(UNITS)


def test_identities_are_those_of_the_table(subject: Subject, evidence: Evidence) -> None:
    assert evidence.identities is subject.table.identities


def test_pure_compounds_are_refused(ratings_of: MakeRatings, subject_of: MakeSubject) -> None:
    table = ratings_of([[(name, 1.0)] for name in NAMES], np.zeros(25))
    for pure in (table, table.take([])):
        with pytest.raises(ConfigError, match="has no rated mixtures"):
            claim().check(subject_of(pure, np.zeros((25, 1)), np.ones((25, 1))))


@pytest.mark.parametrize("missing", ["representation", "baseline"])
def test_a_missing_side_is_refused(subject: Subject, missing: str) -> None:
    with pytest.raises(ConfigError, match=missing):
        claim().check(replace(subject, **{missing: None}))


def test_more_held_out_components_than_there_are_are_refused(subject: Subject) -> None:
    with pytest.raises(ConfigError, match="n_held_out is 26, but invented has only 25"):
        claim(rule=replace(RULE, n_held_out=26)).check(subject)


@pytest.mark.parametrize(("name", "value"), [("n_partitions", 0), ("n_resamples", 0), ("regressors", {})])
def test_settings_that_test_nothing_are_refused(name: str, value: object) -> None:
    with pytest.raises(ConfigError, match=name):
        claim(**{name: value})


@pytest.mark.parametrize(
    ("test", "train"), [(0, len(UNITS) + 1), (len(UNITS) + 1, 0), (20, len(UNITS) - 19), (1, 10000)]
)
def test_trap_more_units_than_there_are_are_refused_at_once(subject: Subject, test: int, train: int) -> None:
    rule = replace(RULE, min_test_units=test, min_train_units=train)
    with pytest.raises(ConfigError, match=rf"{test} test and {train} train units.* more than the {len(UNITS)} units"):
        claim(rule=rule).check(subject)
    claim(rule=replace(RULE, min_test_units=20, min_train_units=len(UNITS) - 20)).check(subject)


def test_units_that_are_not_rated_do_not_count_for_the_rule(subject: Subject) -> None:
    ratings = subject.table.ratings.copy()
    ratings[0, 0, 0] = np.nan
    rule = replace(RULE, min_train_units=len(UNITS) - 20)
    with pytest.raises(ConfigError, match=f"more than the {len(UNITS) - 1} units"):
        claim(rule=rule).check(replace(subject, table=replace(subject.table, ratings=ratings)))


def test_an_entry_that_is_no_regressor_is_refused() -> None:
    with pytest.raises(ConfigError, match=r"remove it with ~claim\.regressors\.forest"):
        claim(regressors={"ridge": RidgeRegressor(alpha=1.0), "forest": None})
