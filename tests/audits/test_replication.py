from collections.abc import Callable
from dataclasses import replace
from typing import Any

import numpy as np
import pytest
from hydra import compose, initialize_config_dir
from scipy.spatial.distance import pdist
from scipy.stats import spearmanr, zscore

from azeotrope.apps.compose import build, plain, prepare_hydra, without
from azeotrope.audits.claim import Evidence, Subject
from azeotrope.audits.finding import Finding
from azeotrope.audits.finding_table import to_frame
from azeotrope.audits.replication import ReplicationClaim
from azeotrope.datasets.ratings import RatingsTable
from azeotrope.errors import ConfigError, DataError

MakeRatings = Callable[..., RatingsTable]
CLAIM = ReplicationClaim(n_resamples=60, n_permutations=60, n_splits=20, seed=0)
SMILES = ["C" * n + end for n in range(1, 7) for end in ("", "O", "N")]


def evidence_of(first: RatingsTable, second: RatingsTable) -> Evidence:
    return CLAIM.test(Subject(first, second=second))


def by_name(evidence: Evidence) -> dict[str, Finding]:
    return {finding.name: finding for finding in evidence.findings}


@pytest.fixture(scope="session")
def pair(compounds_of: MakeRatings) -> tuple[RatingsTable, RatingsTable]:
    """Two data sets: 16 and 15 molecules, 13 of them shared, in other orders, spellings, scales and attributes."""
    rng = np.random.default_rng(0)
    truth = rng.normal(size=(18, 2))
    first = truth[:16] + 0.3 * rng.normal(size=(6, 16, 2))
    second = 0.1 * truth[3:] + 0.05 * rng.normal(size=(15, 2))
    spelled = [smiles.replace("CO", "C(O)") for smiles in SMILES[3:]]
    backwards = np.column_stack([second[:, 1], rng.normal(size=15), second[:, 0]])[::-1]
    return (
        compounds_of(SMILES[:16], first, ["intensity", "pleasantness"], dataset="one"),
        compounds_of(spelled[::-1], backwards, ["pleasantness", "sweetness", "intensity"], dataset="two"),
    )


def test_numbers_equal_the_slow_way(pair: tuple[RatingsTable, RatingsTable]) -> None:
    evidence = evidence_of(*pair)
    first, second = pair[0].means[3:], pair[1].means[::-1][:13][:, [2, 0]]
    sides = [pdist(zscore(means, axis=0)) for means in (first, second)]
    found = by_name(evidence)
    assert found["rsa"].estimate.value == pytest.approx(spearmanr(*sides).statistic, abs=1e-12)
    assert found["rsa"].low.value < found["rsa"].estimate.value < found["rsa"].high.value
    assert found["shared_molecules"].estimate.value == 13
    assert found["shared_pairs"].estimate.value == 78
    for column, name in enumerate(("intensity", "pleasantness")):
        values = first[:, column], second[:, column]
        assert found[f"{name}_spearman"].estimate.value == pytest.approx(spearmanr(*values).statistic, abs=1e-12)
        alone = [pdist(side[:, None]) for side in values]
        assert found[f"{name}_rsa"].estimate.value == pytest.approx(spearmanr(*alone).statistic, abs=1e-12)
    to_frame(evidence.findings)


def test_order_of_either_table_changes_nothing(pair: tuple[RatingsTable, RatingsTable]) -> None:
    rng = np.random.default_rng(5)
    shuffled = [table.take(rng.permutation(len(table))) for table in pair]
    expected, found = evidence_of(*pair), evidence_of(*shuffled)
    assert found.findings == expected.findings
    for name, values in expected.arrays.items():
        np.testing.assert_array_equal(found.arrays[name], values)
    assert found.identities.equals(expected.identities)


def test_each_data_set_is_standardised_over_the_shared_molecules_alone(
    pair: tuple[RatingsTable, RatingsTable],
) -> None:
    ratings = pair[0].ratings * [7.0, 0.1] + 3.0
    ratings[:, :3] = 1e6
    found = by_name(evidence_of(replace(pair[0], ratings=ratings), pair[1]))
    expected = by_name(evidence_of(*pair))
    assert found["rsa"].estimate.value == pytest.approx(expected["rsa"].estimate.value, abs=1e-12)
    assert found["first_one_split_half_rsa"].estimate.value == pytest.approx(
        expected["first_one_split_half_rsa"].estimate.value, abs=1e-12
    )


def test_a_data_set_replicates_itself(pair: tuple[RatingsTable, RatingsTable]) -> None:
    found = by_name(evidence_of(pair[0], pair[0]))
    assert found["rsa"].estimate.value == pytest.approx(1.0)
    assert found["intensity_spearman"].low.value == pytest.approx(1.0)
    assert found["rsa_p_one_sided"].estimate.value == pytest.approx(1 / 61)
    assert found["first_one_split_half_rsa"].estimate == found["second_one_split_half_rsa"].estimate


def test_reliability_is_there_where_participants_are(pair: tuple[RatingsTable, RatingsTable]) -> None:
    evidence = evidence_of(*pair)
    found = by_name(evidence)
    halves = evidence.arrays["first_split_half_rsa"]
    assert found["first_one_split_half_rsa"].estimate.value == pytest.approx(np.median(halves))
    assert found["second_two_split_half_rsa"].estimate.reason is not None
    assert evidence.arrays["second_split_half_rsa"].shape == (0,)


def test_what_matched_and_what_did_not_is_told(pair: tuple[RatingsTable, RatingsTable]) -> None:
    evidence = evidence_of(*pair)
    assert evidence.identities["status"].value_counts().to_dict() == {
        "matched": 13,
        "only in first": 3,
        "only in second": 2,
    }
    assert "shared attributes: intensity, pleasantness" in evidence.notes
    assert "molecules of either data set: matched 13; only in first 3; only in second 2" in evidence.notes


def test_enantiomers_do_not_replicate_each_other(compounds_of: MakeRatings) -> None:
    means = np.random.default_rng(0).normal(size=(4, 2))
    first = compounds_of(["C[C@H](O)F", "C", "O", "N"], means)
    second = compounds_of(["C[C@@H](O)F", "C", "O", "N"], means)
    assert by_name(evidence_of(first, second))["shared_molecules"].estimate.value == 3


@pytest.mark.parametrize("n_shared", [0, 1, 2])
def test_hardly_any_shared_molecules_are_undefined_with_a_reason(
    pair: tuple[RatingsTable, RatingsTable], n_shared: int
) -> None:
    found = by_name(evidence_of(pair[0].take(range(3 + n_shared)), pair[1]))
    assert found["shared_molecules"].estimate.value == n_shared
    for name in ("rsa", "rsa_distinct", "rsa_null", "rsa_p_one_sided", "intensity_rsa", "intensity_spearman"):
        assert found[name].estimate.reason is not None, name
    assert "at least 3" in str(found["rsa"].estimate.reason)


def test_few_shared_molecules_have_an_estimate_without_limits(pair: tuple[RatingsTable, RatingsTable]) -> None:
    found = by_name(evidence_of(pair[0].take(range(12)), pair[1]))
    for name in ("rsa", "rsa_distinct", "intensity_rsa", "intensity_spearman"):
        assert found[name].estimate.value is not None
        assert found[name].low.reason == "a bootstrap needs at least 10 molecules, here are 9"


def test_what_cannot_be_compared_is_refused(
    pair: tuple[RatingsTable, RatingsTable], compounds_of: MakeRatings, ratings_of: MakeRatings
) -> None:
    other = compounds_of(SMILES[:4], np.arange(8.0).reshape(4, 2), ["sourness", "warmth"], dataset="other")
    mixture = ratings_of([[("A", 0.5), ("B", 0.5)]], [1.0])
    constant = replace(pair[1], ratings=pair[1].ratings * [1.0, 1.0, 0.0])
    cases: list[tuple[Any, type[Exception], str]] = [
        (None, ConfigError, "choose the second such as second=dream"),
        (mixture, ConfigError, "1 mixtures"),
        (other, ConfigError, r"one \(intensity, pleasantness\) and other \(sourness, warmth\) share no attribute"),
        (constant, DataError, "intensity of second two is the same for all 13 units"),
    ]
    for second, error, message in cases:
        with pytest.raises(error, match=message):
            CLAIM.check(Subject(pair[0], second=second))


def test_no_representation_is_looked_at() -> None:
    assert ReplicationClaim.uses == ("second",)


@pytest.mark.parametrize("name", ["n_resamples", "n_permutations", "n_splits"])
def test_counts_are_checked(name: str) -> None:
    with pytest.raises(ConfigError, match=f"claim.{name} is 0"):
        replace(CLAIM, **{name: 0})


def test_configuration_builds_the_claim() -> None:
    with initialize_config_dir(str(prepare_hydra()), version_base="1.3"):
        tree = plain(compose(overrides=["+claim=replication", "+seed=7"]).claim)
    claim = build(without(tree, "name"), "claim")
    assert (claim.n_resamples, claim.n_permutations, claim.n_splits, claim.seed) == (2000, 2000, 1000, 7)


def test_a_study_does_not_replicate_itself(pair: tuple[RatingsTable, RatingsTable]) -> None:
    def of_study(*studies: str) -> bool:
        tables = [
            replace(each, info=replace(each.info, study=study)) for each, study in zip(pair, studies, strict=True)
        ]
        return any("no replication" in note for note in evidence_of(*tables).notes)

    assert of_study("Keller 2016", "Keller 2016")
    assert not of_study("Keller 2016", "Keller 2012")
    assert not of_study("", "")


SAME = "both tables hold the same ratings, so their agreement is no replication"


def test_trap_the_same_ratings_under_two_names_are_no_replication(
    pair: tuple[RatingsTable, RatingsTable], compounds_of: MakeRatings
) -> None:
    first = pair[0]
    assert SAME in evidence_of(first, first).notes
    # A copy of its means, in another order and with fewer molecules.
    copy = compounds_of(SMILES[:16][::-1], first.means[::-1], first.info.attributes, dataset="copy")
    assert SAME in evidence_of(first, copy.take(range(12))).notes
    other = replace(first, ratings=first.ratings + np.where(np.arange(16) == 3, 1e-3, 0.0)[:, None])
    assert SAME not in evidence_of(first, other).notes
    assert SAME not in evidence_of(first, pair[1]).notes
    assert SAME not in evidence_of(first.take(range(3)), pair[1]).notes
