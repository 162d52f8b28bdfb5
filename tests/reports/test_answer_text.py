from collections.abc import Callable, Sequence

import numpy as np
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from azeotrope.reports.answer_text import GIVEN, answer_sentence
from azeotrope.reports.paired_tests import model_pairs
from azeotrope.reports.pooled_experiments import pooled_delta_maes
from azeotrope.reports.report_runs import ReportExperiment, ReportRun, experiments_of
from azeotrope.reports.standing import standing

MakeExperiments = Callable[..., list[ReportExperiment]]
MakeRun = Callable[..., ReportRun]


def sentence(experiments: Sequence[ReportExperiment]) -> str:
    return answer_sentence(standing(experiments, pooled_delta_maes(experiments), model_pairs(experiments)))


def test_a_clear_answer(make_experiments: MakeExperiments) -> None:
    assert sentence(make_experiments({"ideal": -0.5, "azeotrope": 0.1, "dmpnn": 0.2})) == (
        "viscosity, unseen mixtures: azeotrope, excess RMSE 0.100 ± 0 ln(mPa s) over 2 folds, 80 % below ideal mixing "
        "over the rows of all folds; "
        "smaller excess MAE than dmpnn (p < 0.001, Holm); "
        f"total error (MAE) 0.400 [0.400, 0.400] ln(mPa s) below ideal mixing, {GIVEN}"
    )


def test_one_fold_and_one_model_are_said(make_experiments: MakeExperiments) -> None:
    assert sentence(make_experiments({"dmpnn": 0.2}, n_folds=1)) == (
        "viscosity, unseen mixtures: dmpnn, excess RMSE 0.200 ln(mPa s) in 1 fold, so without spread, 60 % below ideal "
        "mixing; no other model to compare with; "
        f"total error (MAE) 0.300 [0.300, 0.300] ln(mPa s) below ideal mixing, {GIVEN}"
    )


def test_an_equal_model_is_not_distinguishable(make_experiments: MakeExperiments) -> None:
    noise = np.random.default_rng(1).normal(0, 0.02, (2, 24))
    text = sentence(make_experiments({"a": 0.1 + noise[0], "b": 0.1 + noise[1]}))
    assert "; excess MAE not distinguishable from that of " in text
    assert "smaller" not in text


def test_ideal_mixing_that_is_not_beaten_is_said(make_experiments: MakeExperiments) -> None:
    assert sentence(make_experiments({"a": 0.6, "b": 0.7}, n_folds=1)) == (
        "viscosity, unseen mixtures: no model is shown to beat ideal mixing; the closest is a, excess RMSE 0.600 "
        "ln(mPa s) in 1 fold, so without spread, 20 % above ideal mixing, shown to be worse; "
        "smaller excess MAE than b (p < 0.001, Holm); "
        f"total error (MAE) 0.100 [0.100, 0.100] ln(mPa s) above ideal mixing, {GIVEN}"
    )
    assert "3.0 times that of ideal mixing, shown to be worse" in sentence(make_experiments({"a": 1.5}, n_folds=1))


def test_a_gain_within_the_uncertainty_is_no_gain(make_experiments: MakeExperiments) -> None:
    errors = 0.49 + np.random.default_rng(2).normal(0, 0.1, 24)
    text = sentence(make_experiments({"a": errors}, n_folds=1))
    assert text.startswith("viscosity, unseen mixtures: no model is shown to beat ideal mixing; the closest is a, ")
    assert "ideal mixing, not distinguishable from it; " in text
    assert text.endswith(f", {GIVEN}: not distinguishable")
    assert " [−" in text.split("; ")[-1]  # noqa: RUF001 - the minus sign itself


def test_folds_that_lie_apart_are_said(make_report_run: MakeRun) -> None:
    """The pooled error is below that of ideal mixing, though one of the folds is not."""
    runs = [
        make_report_run("a", fold, 0.5 * ratio, metrics={"excess_ratio": ratio})
        for fold, ratio in enumerate((0.312, 0.902, 1.018))
    ]
    text = sentence(experiments_of(runs))
    assert (
        "19 % below ideal mixing over the rows of all folds (each fold: 69 % below to 2 % above; 2 of 3 below);" in text
    )
    assert "all folds" not in sentence(experiments_of(runs[:1]))


@pytest.mark.parametrize(
    ("ratios", "shown"),
    [
        ((0.312, 0.312), "69 % below; 2 of 2 below"),
        ((0.37, 0.46), "63 % to 54 % below; 2 of 2 below"),
        ((0.37, 2.5), "63 % below to 2.5 times; 1 of 2 below"),
        ((0.37, 0.999), "63 % below to within 1 %; 2 of 2 below"),
    ],
)
def test_the_ends_of_the_folds_in_words(make_report_run: MakeRun, ratios: tuple[float, float], shown: str) -> None:
    runs = [make_report_run("a", fold, 0.156, metrics={"excess_ratio": ratio}) for fold, ratio in enumerate(ratios)]
    assert f"69 % below ideal mixing over the rows of all folds (each fold: {shown});" in sentence(experiments_of(runs))


def test_rounding_is_equal_to_ideal_mixing(make_experiments: MakeExperiments) -> None:
    """A linear model predicts no excess but for rounding, which must not count as a gain or a loss."""
    noise = np.random.default_rng(3).normal(1e-15, 2e-16, 24)
    text = sentence(make_experiments({"ideal": -0.5, "a": -0.5 + noise}))
    assert "; the closest is a, " in text
    assert ", equal to ideal mixing; no other model to compare with; total error (MAE) equal to that of" in text


def test_a_good_excess_with_bad_pure_values_is_told_apart(make_report_run: MakeRun) -> None:
    text = sentence(experiments_of([make_report_run("a", 0, 0.1, 0.9)]))
    assert f"0.500 [0.500, 0.500] ln(mPa s) above ideal mixing, {GIVEN}" in text
    assert "80 % below ideal mixing;" in text


def test_too_few_component_sets_claim_nothing(make_experiments: MakeExperiments) -> None:
    text = sentence(make_experiments({"a": 0.1, "b": 0.2}, n_folds=1, n_sets=4))
    reason = "a bootstrap needs at least 10 groups, here are 4"
    assert f"80 % below ideal mixing (not tested: {reason})" in text
    assert f"total error against ideal mixing undefined ({reason})" in text
    assert f"; not tested against b ({reason}); " in text
    assert "no model is shown" not in text


def test_unknown_pure_values_leave_the_error(make_experiments: MakeExperiments) -> None:
    assert sentence(make_experiments({"a": 0.1, "b": 0.2}, covered=False)) == (
        "viscosity, unseen mixtures: a, RMSE 0.100 ± 0 ln(mPa s) over 2 folds, ideal mixing unknown for these rows; "
        "smaller MAE than b (p < 0.001, Holm); total error against ideal mixing undefined (no row has pure values)"
    )


def test_only_the_ideal_baseline(make_experiments: MakeExperiments) -> None:
    assert sentence(make_experiments({"ideal": -0.5})) == (
        "viscosity, unseen mixtures: only the ideal baseline was run, excess RMSE 0.500 ± 0 ln(mPa s) over 2 folds"
    )


def test_an_undefined_error_of_the_ideal_baseline_has_its_reason(make_experiments: MakeExperiments) -> None:
    metrics, reasons = {"excess_rmse": None}, {"excess_rmse": "none here"}
    text = sentence(make_experiments({"ideal": -0.5}, n_folds=3, metrics=metrics, reasons=reasons))
    assert text.endswith("only the ideal baseline was run, excess RMSE undefined (none here)")


def test_data_without_excess_have_no_ratio(make_report_run: MakeRun) -> None:
    """A true excess of 2e-16 and a predicted one of 2e-15 are both none, not one ten times the other."""
    metrics = {"ideal_baseline_excess_rmse": 2e-16}
    text = sentence(experiments_of([make_report_run("a", 0, 2e-15, true_excess=2e-16, metrics=metrics)]))
    assert text.startswith(
        "viscosity, unseen mixtures: a, excess RMSE 0 ln(mPa s) in 1 fold, so without spread, no excess"
    )
    assert "times" not in text


def test_what_is_not_ranked_is_named(make_report_run: MakeRun) -> None:
    runs = [make_report_run("a", 0, 0.01), make_report_run("b", 0, 0.2), make_report_run("b", 1, 0.2)]
    assert sentence(experiments_of(runs)).endswith("; not ranked: a (1 fold only)")
    reasons = {"excess_rmse": "1 of 24 prediction values are not finite"}
    missing = experiments_of([make_report_run("a", 0, [np.nan] + 23 * [0.1], reasons=reasons)])
    text = sentence(missing)
    assert text.startswith(f"viscosity, unseen mixtures: not ranked: a ({reasons['excess_rmse']})")


def test_given_pure_values_are_said(make_report_run: MakeRun) -> None:
    runs = [make_report_run("a", 0, 0.1, decomposition="excess(pure=measured)")]
    assert "a (given the pure values), excess RMSE" in sentence(experiments_of(runs))


def test_many_models_are_counted(make_experiments: MakeExperiments) -> None:
    text = sentence(make_experiments({f"m{number}": 0.1 + number / 50 for number in range(6)}))
    assert (
        "; smaller excess MAE than m1 (p = 0.0015, Holm), m2 (p = 0.0015, Holm), m3 (p = 0.0015, Holm) and 2 more; "
        in text
    )


def test_a_split_of_the_users_keeps_its_name(make_report_run: MakeRun) -> None:
    runs = [make_report_run("<script>", 0, 0.1, split="my fold")]
    assert sentence(experiments_of(runs)).startswith("viscosity, my fold: <script>, excess RMSE")


@given(st.lists(st.sampled_from([0.1, 0.2, 0.3, 0.45]), min_size=2, max_size=4), st.integers(0, 100))
@settings(deadline=None, max_examples=8, suppress_health_check=[HealthCheck.function_scoped_fixture])
def test_no_claim_without_its_test(make_experiments: MakeExperiments, errors: list[float], seed: int) -> None:
    noise = np.random.default_rng(seed).normal(0, 0.2, (len(errors), 24))
    experiments = make_experiments({f"m{n}": error + noise[n] for n, error in enumerate(errors)})
    text, pairs = sentence(experiments), model_pairs(experiments)
    if "smaller excess MAE" in text:
        assert any(pair.excess.adjusted.value <= 0.05 for pair in pairs)
    if "not distinguishable from that of m" in text:
        assert any(pair.excess.adjusted.value > 0.05 for pair in pairs)


@pytest.mark.parametrize("reverse", [False, True])
def test_order_of_experiments_does_not_matter(make_experiments: MakeExperiments, *, reverse: bool) -> None:
    experiments = make_experiments({"ideal": -0.5, "a": 0.1, "b": 0.3})
    chosen = experiments[::-1] if reverse else experiments
    assert sentence(chosen) == sentence(experiments)
