from collections.abc import Callable
from dataclasses import replace

import numpy as np
import pytest

from azeotrope.audits.blocks import BitBlock
from azeotrope.audits.claim import Subject
from azeotrope.audits.geometry import GeometryClaim
from azeotrope.audits.geometry_names import QUANTITIES, require_free_names
from azeotrope.audits.representation import Representation
from azeotrope.datasets.ratings import RatingsTable
from azeotrope.errors import ConfigError
from azeotrope.featurizers.fingerprints import MorganFingerprint

MakeRatings = Callable[..., RatingsTable]
CLAIM = GeometryClaim(n_resamples=5, n_permutations=5, n_splits=2, n_controls=2, seed=0)
MORGAN = Representation({"morgan": BitBlock(MorganFingerprint(64))})
MEANS = np.random.default_rng(0).normal(size=(4, 2))


def named(compounds_of: MakeRatings, *attributes: str) -> RatingsTable:
    return compounds_of(["C", "CC", "CO", "CN"], MEANS[:, : len(attributes)], attributes)


@pytest.mark.parametrize(
    "attribute", ["gaussian 1", "gaussian_2", "Gaussian 1", "gaussian+1", "split_half", "Split half"]
)
def test_trap_an_attribute_called_like_another_number_is_refused_before_any_work(
    compounds_of: MakeRatings, attribute: str
) -> None:
    subject = Subject(named(compounds_of, "intensity", attribute), MORGAN)
    with pytest.raises(ConfigError) as caught:
        CLAIM.check(subject)
    for part in (repr(attribute), "invented", "rename"):
        assert part in str(caught.value)


def test_other_attributes_are_free(compounds_of: MakeRatings) -> None:
    for pair in (("intensity", "gaussian 3"), ("rsa", "split"), ("debiased_cka", "rsa_share")):
        table = named(compounds_of, *pair)
        CLAIM.check(Subject(table, MORGAN))
        findings = [finding.name for finding in CLAIM.test(Subject(table, MORGAN)).findings]
        assert len(set(findings)) == len(findings)
    with pytest.raises(ConfigError, match="gaussian 3"):
        replace(CLAIM, n_controls=3).check(Subject(named(compounds_of, "intensity", "gaussian 3"), MORGAN))


def test_a_single_attribute_is_the_headline_and_may_have_any_name(compounds_of: MakeRatings) -> None:
    require_free_names(named(compounds_of, "split_half"), 2)


def test_the_quantities_are_those_of_the_claim(compounds_of: MakeRatings) -> None:
    evidence = CLAIM.test(Subject(named(compounds_of, "intensity"), MORGAN))
    names = {finding.name for finding in evidence.findings}
    assert names == {*QUANTITIES, "gaussian_1_rsa", "gaussian_2_rsa"}
