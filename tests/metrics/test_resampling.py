import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from azeotrope.metrics import resampling
from azeotrope.metrics.outcome import Outcome
from azeotrope.metrics.resampling import Interval, delta_mae, delta_rmse, too_few
from azeotrope.typing import FloatArray


def grouped(n_groups: int = 20, seed: int = 0) -> dict[str, FloatArray]:
    """Groups of unequal size whose rows share an error."""
    rng = np.random.default_rng(seed)
    groups = np.repeat(np.arange(n_groups), rng.integers(1, 8, n_groups))
    truth = rng.normal(size=len(groups))
    model_error = (rng.normal(size=n_groups) * 0.5)[groups] + rng.normal(size=len(groups)) * 0.1
    baseline_error = rng.normal(size=n_groups)[groups]
    return {
        "truth": truth,
        "prediction": truth + model_error,
        "baseline": truth + baseline_error,
        "groups": groups,
    }


def limits(interval: Interval) -> tuple[float, float, float]:
    estimate, low, high = interval.estimate.value, interval.low.value, interval.high.value
    assert estimate is not None
    assert low is not None
    assert high is not None
    return estimate, low, high


def test_golden_estimate_by_hand() -> None:
    # 10 groups of one row each: the model errs by 1 everywhere, the baseline by 3: -2 in every resample
    zeros = np.zeros(10)
    interval = delta_mae(truth=zeros, prediction=zeros - 1, baseline=zeros + 3, groups=np.arange(10))
    assert limits(interval) == (-2.0, -2.0, -2.0)
    assert (interval.n_units, interval.n_undefined) == (10, 0)


def test_swapping_model_and_baseline_changes_the_sign() -> None:
    data = grouped()
    swapped = data | {"prediction": data["baseline"], "baseline": data["prediction"]}
    estimate, low, high = limits(delta_mae(**data))
    assert limits(delta_mae(**swapped)) == pytest.approx((-estimate, -high, -low))


def test_equals_rebuilding_the_rows_of_each_resample(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(resampling, "BLOCK_ENTRIES", 37)
    data = grouped()
    rng, replicates = np.random.default_rng(5), []
    while len(replicates) < 200:
        drawn = rng.integers(20, size=(1, 20))[0]
        rows = np.concatenate([np.flatnonzero(data["groups"] == group) for group in drawn])
        model, baseline = (np.abs(data[key] - data["truth"])[rows].mean() for key in ("prediction", "baseline"))
        replicates.append(model - baseline)
    _, low, high = limits(delta_mae(**data, n_resamples=200, seed=5))
    assert (low, high) == pytest.approx(tuple(np.percentile(replicates, [2.5, 97.5])), rel=1e-12)


def test_whole_groups_are_resampled_and_not_rows() -> None:
    # 12 groups of 50 equal rows: resampling 600 rows would give an interval about 7 times narrower
    difference = np.repeat(np.random.default_rng(0).normal(size=12), 50)
    zeros = np.zeros(len(difference))
    data = {"truth": zeros, "prediction": 10 + difference, "baseline": zeros + 10}
    _, low, high = limits(delta_mae(**data, groups=np.repeat(np.arange(12), 50)))
    _, row_low, row_high = limits(delta_mae(**data, groups=np.arange(600)))
    assert high - low > 5 * (row_high - row_low)


def test_the_interval_covers_the_true_mean_about_as_often_as_it_says() -> None:
    rng, hits = np.random.default_rng(0), 0
    for trial in range(200):
        difference, zeros = rng.normal(size=40), np.zeros(40)
        interval = delta_mae(
            truth=zeros,
            prediction=20 + difference,
            baseline=zeros + 20,
            groups=np.arange(40),
            n_resamples=400,
            seed=trial,
        )
        _, low, high = limits(interval)
        hits += low <= 0.0 <= high
    assert 0.88 <= hits / 200 <= 0.98


def test_the_seed_decides_and_0_is_a_seed() -> None:
    data = grouped()
    assert delta_mae(**data, seed=0) == delta_mae(**data) == delta_mae(**data, seed=0)
    assert delta_mae(**data, seed=1) != delta_mae(**data, seed=0)


@pytest.mark.parametrize("n_groups", [1, 9])
def test_too_few_groups_are_said_up_front(n_groups: int) -> None:
    interval = delta_mae(**grouped(n_groups))
    reason = f"a bootstrap needs at least 10 groups, here are {n_groups}"
    assert interval == Interval.undefined(reason, n_groups)
    assert interval.estimate == interval.low == interval.high == Outcome(None, reason)


def test_ten_groups_are_enough() -> None:
    assert delta_mae(**grouped(10)).estimate.value is not None
    assert too_few(10, "groups") is None


def test_no_rows() -> None:
    nothing = np.empty(0)
    interval = delta_mae(truth=nothing, prediction=nothing, baseline=nothing, groups=nothing)
    assert interval.estimate.reason == "there are no rows"


def test_missing_predictions_are_counted() -> None:
    data = grouped()
    data["prediction"][:3] = np.nan
    assert "3 of" in str(delta_mae(**data).low.reason)


def test_labels_that_do_not_pair_are_an_error() -> None:
    data = grouped()
    with pytest.raises(ValueError, match="do not pair"):
        delta_mae(**data | {"groups": data["groups"][:-1]})


def test_pooled_folds_may_name_groups_by_strings() -> None:
    data = grouped()
    names = np.array([f"set {group:03d}" for group in data["groups"]])
    assert delta_mae(**data | {"groups": names}) == delta_mae(**data)


@settings(max_examples=15)
@given(st.integers(0, 1000), st.sampled_from([0.5, 2.0, -4.0]), st.integers(-5, 5))
def test_row_order_duplication_shift_and_scale(seed: int, factor: float, shift: int) -> None:
    data = grouped(seed=seed)
    order = np.random.default_rng(seed).permutation(len(data["groups"]))
    expected = limits(delta_mae(**data, n_resamples=50))
    shuffled = {key: column[order] for key, column in data.items()}
    doubled = {key: np.tile(column, 2) for key, column in data.items()}
    moved = {key: column if key == "groups" else column * factor + shift for key, column in data.items()}
    assert limits(delta_mae(**shuffled, n_resamples=50)) == pytest.approx(expected, abs=1e-9)
    assert limits(delta_mae(**doubled, n_resamples=50)) == pytest.approx(expected, abs=1e-9)
    scaled = tuple(value * abs(factor) for value in expected)
    assert limits(delta_mae(**moved, n_resamples=50)) == pytest.approx(scaled, abs=1e-9)


def test_undefined_resamples_are_left_out_and_counted() -> None:
    interval = Interval.percentile(Outcome.of(1.0), np.array([np.nan, 1.0, 2.0, 3.0]), 12)
    assert interval == Interval(Outcome.of(1.0), Outcome.of(1.05), Outcome.of(2.95), 12, 1)
    nothing = Interval.percentile(Outcome.of(1.0), np.full(4, np.nan), 12)
    assert (nothing.estimate.value, nothing.low.value, nothing.n_undefined) == (1.0, None, 4)
    assert "4 resamples" in str(nothing.high.reason)


def test_golden_rmse_by_hand() -> None:
    # the model errs by 1 and by 7 in turn, the baseline by 3: sqrt(25) - 3 = 2
    zeros = np.zeros(10)
    prediction = np.tile([1.0, -7.0], 5)
    interval = delta_rmse(truth=zeros, prediction=prediction, baseline=zeros + 3, groups=np.arange(10))
    estimate, low, high = limits(interval)
    assert estimate == pytest.approx(2.0)
    assert low < estimate < high
    assert limits(delta_rmse(truth=zeros, prediction=zeros - 1, baseline=zeros + 3, groups=np.arange(10))) == (
        -2,
        -2,
        -2,
    )


def test_rmse_equals_rebuilding_the_rows_of_each_resample() -> None:
    data = grouped()
    rng, replicates = np.random.default_rng(5), []
    for drawn in rng.integers(20, size=(200, 20)):
        rows = np.concatenate([np.flatnonzero(data["groups"] == group) for group in drawn])
        model, baseline = (np.square(data[key] - data["truth"])[rows].mean() for key in ("prediction", "baseline"))
        replicates.append(np.sqrt(model) - np.sqrt(baseline))
    _, low, high = limits(delta_rmse(**data, n_resamples=200, seed=5))
    assert (low, high) == pytest.approx(tuple(np.percentile(replicates, [2.5, 97.5])), rel=1e-12)


def test_too_few_groups_and_missing_predictions_have_no_rmse_interval() -> None:
    few = delta_rmse(truth=np.zeros(3), prediction=np.ones(3), baseline=np.ones(3), groups=np.arange(3))
    assert few.estimate.reason == "a bootstrap needs at least 10 groups, here are 3"
    zeros = np.zeros(10)
    missing = delta_rmse(truth=zeros, prediction=zeros + np.nan, baseline=zeros, groups=np.arange(10))
    assert missing.estimate.value is None
    with pytest.raises(ValueError, match="do not pair"):
        delta_rmse(truth=zeros, prediction=zeros, baseline=zeros, groups=np.arange(9))
