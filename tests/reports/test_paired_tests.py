import time
from collections.abc import Callable
from dataclasses import replace

import numpy as np
import pandas as pd
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from azeotrope.metrics.holm import holm_adjusted
from azeotrope.metrics.resampling import delta_mae
from azeotrope.metrics.rounding import is_no_difference
from azeotrope.reports.paired_tests import ModelPair, model_pairs
from azeotrope.reports.report_runs import ReportExperiment, ReportRun, experiments_of

MakeExperiments = Callable[..., list[ReportExperiment]]
NOISE = np.random.default_rng(5).normal(0, 0.02, (4, 24))


def values(pair: ModelPair) -> tuple[float | None, float | None]:
    return pair.error.test.difference.estimate.value, pair.excess.test.difference.estimate.value


def test_one_model_has_no_pair(make_experiments: MakeExperiments) -> None:
    assert model_pairs([]) == []
    assert model_pairs(make_experiments({"dmpnn": 0.1})) == []


def test_differences_of_value_and_excess(make_report_run: Callable[..., ReportRun]) -> None:
    """The value is wrong by 0.1 + 0.4 and by 0.2, the excess by 0.1 and by 0.2."""
    runs = [
        make_report_run(model, fold, *errors) for model, *errors in (("a", 0.1, 0.4), ("b", 0.2)) for fold in (0, 1)
    ]
    (pair,) = model_pairs(experiments_of(runs))
    assert (pair.first.title, pair.second.title) == ("a", "b")
    assert values(pair) == (pytest.approx(0.3), pytest.approx(-0.1))
    assert pair.error.test.n_rows == 48
    assert pair.error.test.difference.n_units == 24
    assert (pair.error.better, pair.excess.better) == (1, -1)


def test_intervals_are_those_of_delta_mae_with_the_other_as_baseline(make_experiments: MakeExperiments) -> None:
    experiments = make_experiments({"a": 0.1 + NOISE[0], "b": 0.12 + NOISE[1]})
    (pair,) = model_pairs(experiments)
    first, second = (pd.concat([run.predictions for run in each.runs]) for each in experiments)
    expected = delta_mae(
        truth=first["truth"].to_numpy(),
        prediction=first["prediction"].to_numpy(),
        baseline=second["prediction"].to_numpy(),
        groups=first["component_set"].to_numpy(),
    )
    found = pair.error.test.difference
    for name in ("estimate", "low", "high"):
        assert getattr(found, name).value == pytest.approx(getattr(expected, name).value)


def test_only_rows_that_both_predicted_count(make_report_run: Callable[..., ReportRun]) -> None:
    whole, part = make_report_run("a", 0, 0.1), make_report_run("b", 0, 0.2)
    part = replace(part, predictions=part.predictions.iloc[::-1].iloc[:21])
    missing = part.predictions.assign(prediction=part.predictions["prediction"].where(part.predictions.index != 20))
    (pair,) = model_pairs(experiments_of([whole, replace(part, predictions=missing)]))
    assert pair.error.test.n_rows == 20
    assert values(pair)[0] == pytest.approx(-0.1)


def test_a_row_in_several_folds_counts_once(make_report_run: Callable[..., ReportRun]) -> None:
    runs = [make_report_run("a", fold, 0.1) for fold in (0, 1)]
    runs += [make_report_run("b", 0, 0.2), make_report_run("b", 1, 0.4)]
    again = runs[0].predictions[["row_id", "component_set"]]
    for place in (1, 3):
        runs[place] = replace(runs[place], predictions=runs[place].predictions.assign(**again))
    (pair,) = model_pairs(experiments_of(runs))
    assert pair.error.test.n_rows == 24
    assert values(pair)[0] == pytest.approx(0.1 - 0.3)


def test_no_test_is_spent_on_models_that_lack_folds(make_report_run: Callable[..., ReportRun]) -> None:
    """With a in the family, p of b against c would be three times as large; the ideal baseline may have more folds."""
    folds = {"a": (0,), "b": (0, 1), "c": (0, 1), "ideal": (0, 1, 2)}
    runs = [
        make_report_run(model, fold, {"a": 0.1, "b": 0.2, "c": 0.3, "ideal": -0.5}[model])
        for model, own in folds.items()
        for fold in own
    ]
    pairs = model_pairs(experiments_of(runs))
    assert [(pair.first.title, pair.second.title) for pair in pairs] == [("b", "c"), ("b", "ideal"), ("c", "ideal")]
    assert model_pairs(experiments_of([make_report_run("a", 0), make_report_run("b", 1)])) == []


def test_the_best_comes_first_against_all_others(make_experiments: MakeExperiments) -> None:
    pairs = model_pairs(make_experiments({"a": 0.3, "b": 0.1, "c": 0.2}))
    assert [pair.first.title + pair.second.title for pair in pairs] == ["bc", "ba", "ca"]


def test_pairs_in_several_blocks_are_those_of_one(
    make_experiments: MakeExperiments, monkeypatch: pytest.MonkeyPatch
) -> None:
    experiments = make_experiments({f"m{place}": 0.1 + NOISE[place] for place in range(4)})
    whole = [(pair.error, pair.excess) for pair in model_pairs(experiments)]
    monkeypatch.setattr("azeotrope.reports.paired_tests.PAIRS_AT_ONCE", 4)
    assert [(pair.error, pair.excess) for pair in model_pairs(experiments)] == whole


def test_each_split_has_its_own_correction(make_report_run: Callable[..., ReportRun]) -> None:
    runs = [
        make_report_run(model, 0, 0.1 + 0.01 * place + NOISE[place], experiment=model + split, split=split)
        for split, models in {"mixture": "abcd", "random": "ab"}.items()
        for place, model in enumerate(models)
    ]
    pairs = model_pairs(experiments_of(runs))
    assert len(pairs) == 7
    assert [pair.first.split for pair in pairs] == ["random", *["mixture"] * 6]
    raw = np.array([pair.error.test.p_value.value for pair in pairs])
    adjusted = [pair.error.adjusted.value for pair in pairs]
    assert adjusted == [raw[0], *holm_adjusted(raw[1:])]
    (same,) = [pair for pair in pairs[1:] if {pair.first.title, pair.second.title} == {"a", "b"}]
    assert same.error.adjusted.value > same.error.test.p_value.value == raw[0]


def test_few_component_sets_are_undefined_with_the_reason(make_experiments: MakeExperiments) -> None:
    (pair,) = model_pairs(make_experiments({"a": 0.1, "b": 0.2}, n_folds=1, n_sets=9))
    for outcome in (pair.error.adjusted, pair.error.test.difference.estimate, pair.excess.adjusted):
        assert outcome.value is None
        assert outcome.reason == "a bootstrap needs at least 10 groups, here are 9"
    assert pair.error.better == 0


def test_no_pure_values_leave_the_values_tested(make_experiments: MakeExperiments) -> None:
    (pair,) = model_pairs(make_experiments({"a": 0.1, "b": 0.2}, covered=False))
    assert pair.error.better == -1
    assert pair.excess.adjusted.reason == "there are no rows"


def test_rounding_is_no_difference(make_experiments: MakeExperiments) -> None:
    """Every component set leans to the same side, by less than what double precision keeps of the values."""
    noise = np.random.default_rng(3).uniform(1e-16, 4e-16, 24)
    (pair,) = model_pairs(make_experiments({"ideal": -0.5, "a": -0.5 + noise}))
    for corrected in (pair.error, pair.excess):
        assert corrected.adjusted.value == 1
        assert corrected.better == 0
        assert is_no_difference(corrected.test.difference)


def test_equal_models_are_not_distinguished(make_experiments: MakeExperiments) -> None:
    (pair,) = model_pairs(make_experiments({"a": 0.1, "b": 0.1}))
    assert pair.error.adjusted.value == 1
    assert pair.error.better == 0


@given(st.integers(0, 100), st.floats(0.01, 100))
@settings(deadline=None, max_examples=8, suppress_health_check=[HealthCheck.function_scoped_fixture])
def test_order_of_models_and_unit_change_no_p_value(
    make_experiments: MakeExperiments, seed: int, factor: float
) -> None:
    errors = 0.1 + np.random.default_rng(seed).normal(0, 0.05, (2, 24))
    (plain,) = model_pairs(make_experiments({"a": errors[0], "b": errors[1]}))
    (scaled,) = model_pairs(make_experiments({"b": factor * errors[1], "a": factor * errors[0]}))
    assert scaled.excess.test.p_value.value == pytest.approx(plain.excess.test.p_value.value, abs=2e-4)
    assert values(scaled)[1] == pytest.approx(factor * values(plain)[1], rel=1e-6, abs=1e-9 * factor)
    assert scaled.excess.better == plain.excess.better


def test_twenty_models_take_seconds(make_experiments: MakeExperiments) -> None:
    rng = np.random.default_rng(0)
    errors = {f"model{number}": rng.normal(0.1, 0.05, 6000) for number in range(20)}
    experiments = make_experiments(errors, n_folds=1, n_sets=3000)
    start = time.perf_counter()
    assert len(model_pairs(experiments)) == 190
    assert time.perf_counter() - start < 5
