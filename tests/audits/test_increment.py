from collections.abc import Callable
from dataclasses import replace

import numpy as np
import pytest

from azeotrope.audits.claim import Evidence, Subject
from azeotrope.audits.folds import molecule_folds
from azeotrope.audits.increment import IncrementClaim
from azeotrope.audits.regressors import ForestRegressor, RidgeRegressor
from azeotrope.datasets.ratings import RatingsTable
from azeotrope.errors import ConfigError

MakeRatings = Callable[..., RatingsTable]
MakeSubject = Callable[..., Subject]
RIDGE = {"ridge": RidgeRegressor(alpha=10.0)}
FOREST = {
    "forest": ForestRegressor(n_estimators=5, max_depth=5, min_samples_leaf=2, max_features="sqrt", seed=0, threads=1)
}
N = 60


def claim(**changes: object) -> IncrementClaim:
    options = {"outcome": None, "n_folds": 5, "n_repeats": 2, "regressors": RIDGE, "n_resamples": 200, "seed": 0}
    return IncrementClaim(**(options | changes))


def evidence_of(subject: Subject, **changes: object) -> Evidence:
    each = claim(**changes)
    each.check(subject)
    return each.test(subject)


def estimate(evidence: Evidence, name: str) -> float:
    (finding,) = [finding for finding in evidence.findings if finding.name == name]
    assert finding.estimate.value is not None
    return finding.estimate.value


@pytest.fixture
def signal() -> np.ndarray:
    return np.random.default_rng(0).normal(size=(N, 3))


@pytest.fixture
def table(ratings_of: MakeRatings, signal: np.ndarray) -> RatingsTable:
    """Return ratings that the first column explains, and ratings that nothing explains."""
    noise = np.random.default_rng(1).normal(size=(2, N))
    means = np.column_stack([50.0 + 10.0 * signal[:, 0] + noise[0], 40.0 + 10.0 * noise[1]])
    return ratings_of([[(f"M{i:02}", 1.0)] for i in range(N)], means, ("intensity", "pleasantness"))


@pytest.fixture
def subject(table: RatingsTable, signal: np.ndarray, subject_of: MakeSubject) -> Subject:
    """Return a representation that knows the first column, beside a baseline that does not."""
    return subject_of(table, signal[:, :1], signal[:, 1:])


def test_an_informative_representation_lowers_the_error(subject: Subject) -> None:
    evidence = evidence_of(subject, outcome="intensity")
    headline = evidence.findings[0]
    assert headline.name == "intensity_ridge_delta_mae"
    assert headline.high.value is not None
    assert headline.high.value < -3.0
    assert (headline.unit, headline.resampled, headline.n_units) == ("0-100 scale", "molecules", N)
    assert (headline.n_resamples, headline.seed) == (200, 0)


def test_noise_adds_nothing(table: RatingsTable, signal: np.ndarray, subject_of: MakeSubject) -> None:
    noise = np.random.default_rng(1).normal(size=(N, 1))
    headline = evidence_of(subject_of(table, noise, signal[:, 1:]), outcome="intensity").findings[0]
    assert headline.low.value is not None
    assert headline.high.value is not None
    assert headline.low.value < 0.0 < headline.high.value


def test_a_ridge_that_loses_to_the_constant_is_seen(subject: Subject) -> None:
    evidence = evidence_of(subject, outcome="pleasantness")
    difference = estimate(evidence, "pleasantness_ridge_delta_mae_combined_to_constant")
    constant = estimate(evidence, "pleasantness_ridge_mae_constant")
    assert difference > 0.0
    assert estimate(evidence, "pleasantness_ridge_mae_combined") - constant == pytest.approx(difference)


def test_findings_are_the_errors_of_the_arrays(subject: Subject) -> None:
    evidence = evidence_of(subject, regressors=RIDGE | FOREST)
    for outcome in ("intensity", "pleasantness"):
        truth = evidence.arrays[f"{outcome}_truth"]
        assert np.array_equal(truth, subject.table.attribute(outcome))
        for regressor in ("ridge", "forest"):
            errors = {
                model: np.abs(evidence.arrays[f"{outcome}_{regressor}_{model}"] - truth).mean()
                for model in ("constant", "baseline", "representation", "combined")
            }
            for model, error in errors.items():
                assert estimate(evidence, f"{outcome}_{regressor}_mae_{model}") == pytest.approx(error)
            difference = errors["combined"] - errors["baseline"]
            assert estimate(evidence, f"{outcome}_{regressor}_delta_mae") == pytest.approx(difference)


def test_constant_is_the_mean_outside_the_fold(subject: Subject) -> None:
    evidence = evidence_of(subject, outcome="intensity", n_repeats=1)
    truth, constant = (evidence.arrays[f"intensity_{name}"] for name in ("truth", "ridge_constant"))
    for fold in molecule_folds(subject.table, 5, 1, seed=0):
        assert np.allclose(constant[fold.test], truth[fold.train].mean(), atol=1e-12)


@pytest.mark.parametrize("regressors", [RIDGE, FOREST])
def test_the_order_of_the_units_changes_nothing_else(
    subject: Subject, regressors: dict[str, RidgeRegressor | ForestRegressor]
) -> None:
    shuffle = np.random.default_rng(3).permutation(N)
    shuffled = replace(subject, table=subject.table.take(shuffle))
    before, after = (evidence_of(each, regressors=regressors) for each in (subject, shuffled))
    for name, array in before.arrays.items():
        assert np.allclose(after.arrays[name], array[shuffle], rtol=0, atol=1e-9), name
    for first, second in zip(before.findings, after.findings, strict=True):
        assert second.low.value == pytest.approx(first.low.value, abs=1e-9)
        assert second.high.value == pytest.approx(first.high.value, abs=1e-9)


def test_the_same_seed_gives_the_same_numbers_and_0_is_a_seed(subject: Subject) -> None:
    first, again, other = (evidence_of(subject, seed=seed).findings for seed in (0, 0, 1))
    assert first == again
    assert first[0].estimate != other[0].estimate


def test_units_without_a_rating_are_left_out_and_counted(
    table: RatingsTable, signal: np.ndarray, subject_of: MakeSubject
) -> None:
    ratings = table.ratings.copy()
    ratings[0, [4, 9], 0] = np.nan
    evidence = evidence_of(subject_of(replace(table, ratings=ratings), signal[:, :1], signal[:, 1:]))
    assert evidence.notes[0] == "intensity: 2 of 60 units have no rating and are left out"
    kept = np.setdiff1d(np.arange(N), [4, 9])
    alone = subject_of(table.take(kept), signal[:, :1], signal[:, 1:])
    expected = evidence_of(alone, outcome="intensity")
    assert np.allclose(evidence.arrays["intensity_ridge_combined"], expected.arrays["intensity_ridge_combined"])
    assert len(evidence.arrays["pleasantness_truth"]) == N


def test_conflicting_ratings_of_a_molecule_are_one_resampled_unit(
    ratings_of: MakeRatings, signal: np.ndarray, subject_of: MakeSubject
) -> None:
    table = ratings_of([[(f"M{i % 30:02}", 1.0)] for i in range(N)], np.arange(N, dtype=np.float64))
    headline = evidence_of(subject_of(table, signal[:30, :1], signal[:30, 1:])).findings[0]
    assert headline.n_units == 30


def test_mixtures_are_pooled(ratings_of: MakeRatings, signal: np.ndarray, subject_of: MakeSubject) -> None:
    rows = [[(f"M{i:02}", 0.5), (f"M{(i + 1) % 20:02}", 0.5)] for i in range(20)]
    means = [10.0 * (signal[i, 0] + signal[(i + 1) % 20, 0]) for i in range(20)]
    table = ratings_of(rows, means)
    evidence = evidence_of(subject_of(table, signal[:20, :1], signal[:20, 1:]))
    pooled = signal[:20] / 2 + np.roll(signal[:20], -1, axis=0) / 2
    pure = ratings_of([[(name, 1.0)] for name in table.units.component_set_names()], means)
    assert pure.units.component_set_names() == table.units.component_set_names()
    order = [table.units.component_set_names().index(name) for name in pure.units.molecules.inchi]
    expected = evidence_of(subject_of(pure, pooled[order, :1], pooled[order, 1:]))
    assert np.allclose(evidence.arrays["intensity_ridge_combined"], expected.arrays["intensity_ridge_combined"])
    assert evidence.findings[0].resampled == "component sets"


def test_identities_are_those_of_the_table(subject: Subject) -> None:
    assert evidence_of(subject, outcome="intensity").identities is subject.table.identities


def test_fewer_than_ten_molecules_have_a_reason_instead_of_an_interval(
    ratings_of: MakeRatings, signal: np.ndarray, subject_of: MakeSubject
) -> None:
    table = ratings_of([[(f"M{i}", 1.0)] for i in range(6)], np.arange(6.0))
    headline = evidence_of(subject_of(table, signal[:6, :1], signal[:6, 1:])).findings[0]
    assert "at least 10" in str(headline.estimate.reason)


@pytest.mark.parametrize("missing", ["baseline", "representation"])
def test_a_missing_side_is_refused(subject: Subject, missing: str) -> None:
    with pytest.raises(ConfigError, match=missing):
        claim().check(replace(subject, **{missing: None}))


def test_what_the_table_cannot_answer_is_refused_before_any_work(subject: Subject) -> None:
    with pytest.raises(ConfigError, match="sweet"):
        claim(outcome="sweet").check(subject)
    with pytest.raises(ConfigError, match="61 folds"):
        claim(n_folds=61).check(subject)
    with pytest.raises(ConfigError, match="has 0"):
        claim().check(replace(subject, table=subject.table.take([])))


@pytest.mark.parametrize(
    ("name", "value"), [("n_folds", 1), ("n_repeats", 0), ("n_resamples", 0), ("regressors", {}), ("n_folds", 2.5)]
)
def test_settings_that_test_nothing_are_refused(name: str, value: object) -> None:
    with pytest.raises(ConfigError, match=name):
        claim(**{name: value})


def test_an_entry_that_is_no_regressor_is_refused() -> None:
    with pytest.raises(ConfigError, match=r"remove it with ~claim\.regressors\.ridge"):
        claim(regressors={"ridge": None})
