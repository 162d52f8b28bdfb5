import io
import os
from pathlib import Path

import numpy as np
import pandas as pd
import pytest
from scipy.spatial.distance import pdist
from scipy.stats import spearmanr

from azeotrope.metrics import threads
from azeotrope.metrics.split_half import SplitHalf, split_half
from azeotrope.typing import FloatArray


def rated(n_participants: int = 12, n_units: int = 20, seed: int = 0, *, missing: float = 0.1) -> FloatArray:
    """Whole numbers that participants agree on in part."""
    rng = np.random.default_rng(seed)
    ratings = np.round(20 * rng.normal(size=(1, n_units, 2)) + 20 * rng.normal(size=(n_participants, n_units, 2)))
    ratings[rng.random(ratings.shape) < missing] = np.nan
    return ratings


def value(reliability: SplitHalf) -> float:
    assert reliability.median.value is not None
    return reliability.median.value


def test_equals_a_loop_over_the_halves() -> None:
    ratings = rated()
    reliability = split_half(ratings, (), n_splits=40, seed=3)
    expected = []
    for half in reliability.halves:
        sides = []
        for chosen in (half, ~half):
            means = np.nanmean(ratings[chosen], axis=0)
            sides.append(pdist((means - means.mean(axis=0)) / means.std(axis=0)))
        expected.append(spearmanr(*sides).statistic)
    np.testing.assert_allclose(reliability.correlations, expected, rtol=0, atol=1e-12)
    assert value(reliability) == pytest.approx(np.median(expected), abs=1e-12)
    limits = (reliability.interval.low.value, reliability.interval.high.value)
    assert limits == pytest.approx(tuple(np.percentile(expected, [2.5, 97.5])), abs=1e-12)
    assert reliability.interval.n_units == 12


def test_participants_who_agree_are_perfectly_reliable() -> None:
    ratings = np.tile(rated(1, missing=0.0), (6, 1, 1))
    assert value(split_half(ratings, (), n_splits=5)) == pytest.approx(1.0, abs=1e-12)


def test_participants_who_guess_are_not_reliable() -> None:
    ratings = np.random.default_rng(0).normal(size=(20, 40, 2))
    assert abs(value(split_half(ratings, (), n_splits=100))) < 0.1


def test_more_participants_are_more_reliable() -> None:
    assert value(split_half(rated(40), (), n_splits=50)) > value(split_half(rated(8), (), n_splits=50)) + 0.1


def test_halves_are_drawn_within_strata() -> None:
    strata = ["a"] * 4 + ["b"] * 8
    reliability = split_half(rated(), strata, n_splits=30)
    assert (reliability.halves[:, :4].sum(axis=1) == 2).all()
    assert (reliability.halves[:, 4:].sum(axis=1) == 4).all()


def test_a_split_that_leaves_a_unit_unrated_is_rejected_and_replaced() -> None:
    # only participants 0, 1 and 2 rate unit 0: all three are in one half in 2 C(5, 1) of C(8, 4) splits
    ratings = rated(8, missing=0.0)
    ratings[3:, 0] = np.nan
    reliability = split_half(ratings, (), n_splits=200)
    first = reliability.halves[:, :3].sum(axis=1)
    assert ((first > 0) & (first < 3)).all()
    share = reliability.n_rejected / (200 + reliability.n_rejected)
    assert share == pytest.approx(2 * 5 / 70, abs=0.06)
    assert len(reliability.correlations) == 200


def test_a_constant_attribute_in_one_half_is_rejected() -> None:
    # only participant 0 tells units apart on the second attribute, so one half never does
    ratings = rated(6, missing=0.0)
    ratings[1:, :, 1] = 50.0
    reliability = split_half(ratings, (), n_splits=7)
    assert reliability.median.reason == (
        "only 0 of 70 splits have two halves that rate every unit and see every attribute vary, 7 are needed"
    )
    assert reliability.n_rejected == 70
    assert (reliability.correlations.shape, reliability.halves.shape) == ((0,), (0, 6))


def test_a_unit_with_one_rating_is_named_before_anything_is_drawn() -> None:
    ratings = rated(missing=0.0)
    ratings[1:, 3, 0] = np.nan
    reliability = split_half(ratings, ())
    assert "1 of 20 units have fewer than two ratings" in str(reliability.median.reason)
    assert reliability.interval.low == reliability.median


@pytest.mark.parametrize("n_participants", [0, 1, 3])
def test_too_few_participants(n_participants: int) -> None:
    reliability = split_half(np.zeros((n_participants, 20, 2)), ())
    assert reliability.median.reason == f"split halves need at least 4 participants, here are {n_participants}"


@pytest.mark.parametrize("n_units", [0, 2])
def test_too_few_units(n_units: int) -> None:
    assert split_half(rated(8, n_units), ()).median.reason == f"RSA needs at least 3 units, here are {n_units}"


def test_no_splits() -> None:
    assert split_half(rated(), (), n_splits=0).median.reason == "no split was asked for"


def test_strata_that_do_not_pair_are_an_error() -> None:
    with pytest.raises(ValueError, match="3 strata do not pair with 12 participants"):
        split_half(rated(), ("a", "b", "c"))


def test_the_seed_decides_and_neither_the_cores_nor_the_arguments(monkeypatch: pytest.MonkeyPatch) -> None:
    ratings = rated()
    before = ratings.copy()
    several = split_half(ratings, (), n_splits=30)
    monkeypatch.setattr(threads, "usable_cores", lambda: 1)
    np.testing.assert_array_equal(split_half(ratings, (), n_splits=30, seed=0).correlations, several.correlations)
    assert (split_half(ratings, (), n_splits=30, seed=1).correlations != several.correlations).any()
    np.testing.assert_array_equal(ratings, before)


def test_units_and_scales_of_attributes_do_not_matter() -> None:
    rng = np.random.default_rng(0)
    ratings = rng.normal(size=(1, 20, 2)) + rng.normal(size=(12, 20, 2))  # no ties, which rounding could break
    plain = split_half(ratings, (), n_splits=20).correlations
    changed = split_half(ratings[:, rng.permutation(20)] * [3.0, 0.1] + 7.0, (), n_splits=20).correlations
    np.testing.assert_allclose(changed, plain, rtol=0, atol=1e-12)


@pytest.mark.data
def test_two_attributes_of_338_molecules_are_as_reliable_as_published() -> None:
    text = (Path(os.environ["AZEOTROPE_MIRROR"]) / "dream_olfaction" / "TrainSet.txt").read_bytes().decode()
    table = pd.read_csv(io.StringIO(text.replace("\r", "\n")), sep="\t")
    keys = ["subject #", "Compound Identifier"]
    means = table.groupby(keys)[["INTENSITY/STRENGTH", "VALENCE/PLEASANTNESS"]].mean()
    labels = [sorted(table[key].unique()) for key in keys]
    ratings = means.reindex(pd.MultiIndex.from_product(labels)).to_numpy().reshape(49, 338, 2)
    reliability = split_half(ratings, ())
    assert value(reliability) == pytest.approx(0.826, abs=0.005)
    assert reliability.interval.low.value == pytest.approx(0.804, abs=0.005)
    assert reliability.interval.high.value == pytest.approx(0.846, abs=0.005)
