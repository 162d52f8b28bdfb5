import os
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from hydra import compose, initialize_config_dir
from scipy.spatial.distance import pdist, squareform
from scipy.stats import spearmanr, zscore

from azeotrope.apps.compose import build, plain, prepare_hydra, without
from azeotrope.audits.blocks import BitBlock, DescriptorBlock, EmbeddingBlock
from azeotrope.audits.claim import Evidence, Subject
from azeotrope.audits.finding import Finding
from azeotrope.audits.finding_table import to_frame
from azeotrope.audits.geometry import GeometryClaim
from azeotrope.audits.representation import Representation
from azeotrope.datasets.ratings import RatingsTable
from azeotrope.errors import ConfigError, DataError
from azeotrope.featurizers.fingerprints import MorganFingerprint
from azeotrope.featurizers.protocol import FixedFeaturizer
from azeotrope.featurizers.rdkit_2d import RDKit2D
from azeotrope.metrics.permutation import rsa_null
from azeotrope.metrics.resampled_rsa import draw_copies
from azeotrope.typing import FloatArray

MakeRatings = Callable[..., RatingsTable]
SMALL = {"n_resamples": 60, "n_permutations": 60, "n_splits": 20, "n_controls": 2, "seed": 0}
CLAIM = GeometryClaim(**SMALL)
SMILES = ["C" * n for n in range(1, 8)] + ["C" * n + "O" for n in range(1, 8)] + ["c1ccccc1", "CC=O", "CC#N", "CS"]
MORGAN = Representation({"morgan": BitBlock(MorganFingerprint(256))})


@dataclass(frozen=True)
class Constant(FixedFeaturizer):
    """One number for every molecule, which may be no number."""

    value: float

    @property
    def identity(self) -> str:
        return f"constant {self.value}"

    @property
    def names(self) -> tuple[str, ...]:
        return ("constant",)

    def features(self, smiles: Sequence[str]) -> FloatArray:
        return np.array([[self.value if "O" in text else 1.0] for text in smiles]).reshape(-1, 1)


@pytest.fixture(scope="session")
def rated(compounds_of: MakeRatings) -> RatingsTable:
    """Six participants rate eighteen molecules on two attributes that follow the molar mass."""
    mass = np.array([len(smiles) for smiles in SMILES], dtype=float)
    noise = np.random.default_rng(0).normal(size=(6, len(SMILES), 2))
    return compounds_of(SMILES, mass[None, :, None] * [3.0, -2.0] + 50 + 4 * noise)


def evidence_of(table: RatingsTable, representation: Representation | None = None, **options: Any) -> Evidence:
    return replace(CLAIM, **options).test(Subject(table, representation or MORGAN))


def by_name(evidence: Evidence) -> dict[str, Finding]:
    return {finding.name: finding for finding in evidence.findings}


def in_order(table: RatingsTable) -> RatingsTable:
    return table.take(np.argsort(table.units.component))


def test_numbers_equal_the_slow_way(rated: RatingsTable) -> None:
    evidence = evidence_of(rated)
    table = in_order(rated)
    bits = MorganFingerprint(256).features(table.units.molecules.smiles)
    sides = pdist(bits.astype(bool), "jaccard"), pdist(zscore(table.means, axis=0))
    np.testing.assert_allclose(evidence.arrays["representation_distances"], sides[0], rtol=0, atol=1e-12)
    np.testing.assert_allclose(evidence.arrays["property_distances"], sides[1], rtol=0, atol=1e-12)
    found = by_name(evidence)
    assert found["rsa"].estimate.value == pytest.approx(spearmanr(*sides).statistic, abs=1e-12)
    assert found["rsa_distinct"].estimate == found["rsa"].estimate
    alone = pdist(table.attribute("pleasantness")[:, None])
    assert found["pleasantness_rsa"].estimate.value == pytest.approx(spearmanr(sides[0], alone).statistic, abs=1e-12)


@pytest.mark.parametrize(("name", "with_self_pairs"), [("rsa", True), ("rsa_distinct", False)])
def test_intervals_equal_rebuilt_matrices(rated: RatingsTable, name: str, with_self_pairs: bool) -> None:
    evidence = evidence_of(rated)
    squares = [squareform(evidence.arrays[f"{side}_distances"]) for side in ("representation", "property")]
    slow = []
    for copies in draw_copies(len(rated), 60, 0):
        drawn = np.repeat(np.arange(len(rated)), copies)
        first, second = np.triu_indices(len(drawn), 1)
        kept = (drawn[first] != drawn[second]) | with_self_pairs
        pairs = (drawn[first[kept]], drawn[second[kept]])
        slow.append(spearmanr(squares[0][pairs], squares[1][pairs]).statistic)
    np.testing.assert_allclose(evidence.arrays[f"{name}_replicates"], slow, rtol=0, atol=1e-12)
    finding = by_name(evidence)[name]
    limits = np.percentile(slow, [2.5, 97.5])
    np.testing.assert_allclose([finding.low.value, finding.high.value], limits, rtol=0, atol=1e-12)
    assert (finding.n_units, finding.resampled, finding.n_resamples, finding.seed) == (18, "molecules", 60, 0)


def test_null_and_p_value_follow_from_each_other(rated: RatingsTable) -> None:
    evidence = evidence_of(rated)
    found, null = by_name(evidence), evidence.arrays["rsa_null"]
    sides = (evidence.arrays["representation_distances"], evidence.arrays["property_distances"])
    np.testing.assert_array_equal(null, rsa_null(*sides, n_permutations=60, seed=0))
    assert found["rsa_null"].estimate.value == pytest.approx(null.mean())
    assert found["rsa_null"].low.value == pytest.approx(np.percentile(null, 2.5))
    reached = (null >= found["rsa"].estimate.value).sum()
    assert found["rsa_p_one_sided"].estimate.value == pytest.approx((1 + reached) / 61)
    assert found["rsa_p_one_sided"].n_resamples == 60
    assert not found["rsa_p_one_sided"].interval


def test_order_of_the_units_changes_nothing(rated: RatingsTable) -> None:
    first = evidence_of(rated)
    second = evidence_of(rated.take(np.random.default_rng(1).permutation(len(rated))))
    assert first.findings == second.findings
    for name, values in first.arrays.items():
        np.testing.assert_array_equal(values, second.arrays[name])


def test_the_scale_of_an_attribute_changes_nothing(rated: RatingsTable) -> None:
    scaled = replace(rated, ratings=rated.ratings * [1000.0, 1.0] + [5.0, 0.0])
    for one, other in zip(evidence_of(rated).findings, evidence_of(scaled).findings, strict=True):
        assert one.estimate.value == pytest.approx(other.estimate.value, abs=1e-12), one.name


def test_participants_give_a_reliability_and_a_share_of_it(rated: RatingsTable) -> None:
    evidence = evidence_of(rated)
    found = by_name(evidence)
    halves = evidence.arrays["split_half_rsa"]
    assert halves.shape == (20,)
    assert found["split_half_rsa"].estimate.value == pytest.approx(np.median(halves))
    assert (found["split_half_rsa"].n_units, found["split_half_rsa"].resampled) == (6, "participants")
    share = found["rsa"].estimate.value / np.median(halves)
    assert found["rsa_share"].estimate.value == pytest.approx(share)
    assert found["rsa_share"].low.value < share < found["rsa_share"].high.value


def test_means_alone_have_no_reliability_and_say_why(rated: RatingsTable, compounds_of: MakeRatings) -> None:
    means = compounds_of(SMILES, rated.means)
    found = by_name(evidence_of(means))
    for name in ("split_half_rsa", "rsa_share"):
        assert found[name].estimate.reason == "invented has means only, not the ratings of each participant"
    assert found["rsa"].estimate == by_name(evidence_of(rated))["rsa"].estimate


def test_controls_are_near_zero_and_differ(compounds_of: MakeRatings) -> None:
    smiles = ["C" * n + end for n in range(1, 51) for end in ("", "O", "N", "F")]
    means = np.random.default_rng(0).normal(size=(len(smiles), 2))
    evidence = evidence_of(compounds_of(smiles, means), n_controls=3)
    controls = evidence.arrays["gaussian_rsa"]
    assert np.abs(controls).max() < 0.05
    assert len(set(controls)) == 3
    assert by_name(evidence)["gaussian_2_rsa"].estimate.value == controls[1]
    assert set(controls).isdisjoint(
        evidence_of(compounds_of(smiles, means), seed=1, n_controls=3).arrays["gaussian_rsa"]
    )


def test_one_attribute_is_the_headline_and_not_repeated(compounds_of: MakeRatings) -> None:
    evidence = evidence_of(compounds_of(SMILES, np.arange(18.0)[:, None], ["boiling point"]))
    assert [finding.name for finding in evidence.findings if finding.quantity == "rsa"] == [
        "rsa",
        "gaussian_1_rsa",
        "gaussian_2_rsa",
    ]
    to_frame(evidence.findings)


def test_units_without_a_mean_are_left_out_and_named(rated: RatingsTable) -> None:
    ratings = rated.ratings.copy()
    ratings[:, 3, 1] = np.nan
    evidence = evidence_of(replace(rated, ratings=ratings))
    assert by_name(evidence)["rsa"] == by_name(evidence_of(rated.take(np.arange(18) != 3)))["rsa"]
    assert "1 of 18 units have no mean on some attribute: invented 3 (CCCC)" in evidence.notes
    excluded = evidence.identities[evidence.identities["status"] == "excluded"]
    assert excluded["detail"].tolist() == ["no mean on some attribute"]
    assert (rated.identities["status"] == "used").all()


def test_few_molecules_have_an_estimate_without_limits(rated: RatingsTable) -> None:
    found = by_name(evidence_of(rated.take(range(5))))
    assert found["rsa"].estimate.value is not None
    assert found["rsa"].low.reason == "a bootstrap needs at least 10 molecules, here are 5"
    assert evidence_of(rated.take(range(5))).arrays["rsa_replicates"].shape == (0,)


@pytest.mark.parametrize("n_molecules", [1, 2])
def test_hardly_any_molecules_are_undefined_with_a_reason(rated: RatingsTable, n_molecules: int) -> None:
    found = by_name(evidence_of(rated.take(range(n_molecules))))
    for name in ("rsa", "rsa_null", "rsa_p_one_sided", "intensity_rsa", "rsa_share", "gaussian_1_rsa"):
        assert "at least 3" in str(found[name].estimate.reason)


def test_what_cannot_be_tested_is_refused(rated: RatingsTable, ratings_of: MakeRatings) -> None:
    mixtures = ratings_of([[("A", 1.0)], [("A", 0.5), ("B", 0.5)]], [1.0, 2.0])
    constant = replace(rated, ratings=rated.ratings * [1.0, 0.0])
    unrated = replace(rated, ratings=np.full_like(rated.ratings, np.nan))
    cases = [
        (Subject(rated), ConfigError, "choose one such as representation=morgan"),
        (Subject(mixtures, MORGAN), ConfigError, "mixtures among its 2 units"),
        (Subject(constant, MORGAN), DataError, "pleasantness of invented is the same for all 18 units"),
        (Subject(unrated, MORGAN), DataError, "no unit of invented has a mean"),
        (Subject(rated.take([]), MORGAN), DataError, "no unit of invented has a mean"),
    ]
    for subject, error, message in cases:
        with pytest.raises(error, match=message):
            CLAIM.check(subject)


@pytest.mark.parametrize("value", [0.0, np.nan])
def test_units_without_a_vector_are_named(rated: RatingsTable, value: float) -> None:
    representation = Representation({"constant": EmbeddingBlock(Constant(value))})
    with pytest.raises(DataError, match=r"constant is zero or undefined for 8 of 18 units.*invented 7 \(CO\)"):
        evidence_of(rated, representation)


def test_descriptors_that_were_replaced_are_named(rated: RatingsTable) -> None:
    notes = evidence_of(rated, Representation({"rdkit_2d": DescriptorBlock(RDKit2D())})).notes
    assert any(note.startswith("rdkit_2d: ") and "constant, so 0: " in note for note in notes)


@pytest.mark.parametrize("name", ["n_resamples", "n_permutations", "n_splits", "n_controls"])
def test_counts_are_checked(name: str) -> None:
    with pytest.raises(ConfigError, match=f"claim.{name} is 0"):
        GeometryClaim(**SMALL | {name: 0})


def test_configuration_builds_the_claim() -> None:
    with initialize_config_dir(str(prepare_hydra()), version_base="1.3"):
        tree = plain(compose(overrides=["+claim=geometry", "+seed=7"]).claim)
    claim = build(without(tree, "name"), "claim")
    assert claim.seed == 7
    assert (claim.n_resamples, claim.n_permutations, claim.n_splits, claim.n_controls) == (2000, 2000, 1000, 3)


def published(name: str, cache_folder: Path) -> RatingsTable:
    with initialize_config_dir(str(prepare_hydra()), version_base="1.3"):
        recipe = build(plain(compose(overrides=[f"+dataset={name}"]).dataset), name)
    table: RatingsTable = recipe.load(cache_folder, Path(os.environ["AZEOTROPE_MIRROR"]))
    return table


@pytest.fixture(scope="module")
def keller(tmp_path_factory: pytest.TempPathFactory) -> RatingsTable:
    return published("keller", tmp_path_factory.mktemp("cache"))


@pytest.mark.data
@pytest.mark.parametrize(
    ("block", "low", "high"),
    [(BitBlock(MorganFingerprint()), 0.0220, 0.1045), (DescriptorBlock(RDKit2D()), 0.0284, 0.0632)],
    ids=["morgan", "rdkit_2d"],
)
def test_published_data_give_an_rsa_within_the_published_interval(
    keller: RatingsTable, block: BitBlock | DescriptorBlock, low: float, high: float
) -> None:
    assert len(keller) == 476
    evidence = evidence_of(keller, Representation({"audited": block}))
    value = by_name(evidence)["rsa"].estimate.value
    assert value is not None
    assert low < value < high
    assert np.abs(evidence.arrays["gaussian_rsa"]).max() < 0.05


@pytest.mark.data
def test_participants_agree_as_far_as_they_are_known_to(tmp_path: Path) -> None:
    """The median over splits of the 338 training molecules is 0.826; a hundred splits give it to 0.02."""
    found = by_name(evidence_of(published("dream", tmp_path), n_splits=100))
    median = found["split_half_rsa"].estimate.value
    assert median == pytest.approx(0.826, abs=0.02)
    assert found["rsa_share"].estimate.value == pytest.approx(found["rsa"].estimate.value / median)
