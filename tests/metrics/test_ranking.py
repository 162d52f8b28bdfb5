from collections.abc import Callable

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy.stats import kendalltau

from azeotrope.chemistry.mixtures import Mixtures
from azeotrope.metrics.ranking import RankCorrelation, kendall_tau

MixturesBuilder = Callable[..., Mixtures]
Row = list[tuple[int, float]]


def binaries(first: int, second: int, count: int) -> list[Row]:
    """Distinct compositions of one binary system."""
    return [[(first, share), (second, 1.0 - share)] for share in np.linspace(0.1, 0.9, count)]


def tau_of(mixtures: Mixtures, truth: list[float], prediction: list[float]) -> RankCorrelation:
    return kendall_tau(mixtures=mixtures, truth=np.array(truth), prediction=np.array(prediction))


def test_golden_value_by_hand(mixtures: MixturesBuilder) -> None:
    # pairs: 5 of 6 concordant, 1 discordant, no ties: tau-b = tau-a = 4 / 6
    assert tau_of(mixtures(binaries(0, 1, 4)), [1, 2, 3, 4], [1, 2, 4, 3]).tau.value == pytest.approx(4 / 6, rel=1e-15)


def test_ties_are_those_of_tau_b_and_not_of_tau_a(mixtures: MixturesBuilder) -> None:
    # truth 1 2 2, prediction 1 2 3: C = 2, D = 0, n0 = 3, n1 = 1, n2 = 0: tau-b = 2 / sqrt(2 * 3), tau-a = 2 / 3
    tau = tau_of(mixtures(binaries(0, 1, 3)), [1, 2, 2], [1, 2, 3]).tau.value
    assert tau == pytest.approx(2 / np.sqrt(6), rel=1e-15)


values = st.lists(st.tuples(st.integers(0, 6), st.integers(0, 6)), min_size=3, max_size=15)


@settings(max_examples=60)
@given(values)
def test_one_group_equals_scipy(mixtures: MixturesBuilder, pairs: list[tuple[int, int]]) -> None:
    truth, prediction = np.array(pairs, dtype=np.float64).T
    result = kendall_tau(mixtures=mixtures(binaries(0, 1, len(pairs))), truth=truth, prediction=prediction)
    if np.ptp(truth) == 0:
        assert result == RankCorrelation(result.tau, 0, 0, 1)
        assert "constant" in str(result.tau.reason)
    elif np.ptp(prediction) == 0:
        assert result.tau.value == 0.0
    else:
        assert result.tau.value == pytest.approx(kendalltau(truth, prediction, variant="b").statistic, abs=1e-12)


def test_a_large_group_equals_scipy(mixtures: MixturesBuilder) -> None:
    rng = np.random.default_rng(0)
    truth = np.round(rng.normal(size=800), 1)
    prediction = np.round(truth + rng.normal(size=800), 1)
    tau = kendall_tau(mixtures=mixtures(binaries(0, 1, 800)), truth=truth, prediction=prediction).tau.value
    assert tau == pytest.approx(kendalltau(truth, prediction).statistic, abs=1e-12)


def test_contexts_are_averaged_within_a_set_before_sets_are(mixtures: MixturesBuilder) -> None:
    # set {0, 1}: taus 1, 1, -1 at three contexts, mean 1/3; set {2, 3}: tau -1; mean over sets -1/3, over groups 0
    rows = binaries(0, 1, 3) * 3 + binaries(2, 3, 3)
    table = mixtures(
        rows, temperature_k=[300.0] * 3 + [310.0] * 6 + [300.0] * 3, solute=[5] * 3 + [5] * 3 + [6] * 3 + [5] * 3
    )
    up, down = [1.0, 2.0, 3.0], [3.0, 2.0, 1.0]
    result = tau_of(table, up * 4, up + up + down + down)
    assert result.tau.value == pytest.approx(-1 / 3, rel=1e-12)
    assert (result.n_sets, result.n_groups, result.n_constant_truth) == (2, 4, 0)


def test_values_are_never_compared_across_groups(mixtures: MixturesBuilder) -> None:
    rows = binaries(0, 1, 3) + binaries(0, 2, 3)
    result = tau_of(mixtures(rows), [1, 2, 3, 101, 102, 103], [11, 12, 13, 1, 2, 3])
    assert result.tau.value == 1.0


def test_a_constant_prediction_scores_0_and_stays_in_the_mean(mixtures: MixturesBuilder) -> None:
    rows = binaries(0, 1, 3) + binaries(2, 3, 3)
    result = tau_of(mixtures(rows), [1, 2, 3, 1, 2, 3], [1, 2, 3, 7, 7, 7])
    assert result.tau.value == 0.5
    assert result.n_sets == 2


def test_a_prediction_constant_up_to_rounding_scores_0(mixtures: MixturesBuilder) -> None:
    # mixing equal pure values gives 0.3 or 0.30000000000000004, which must not order anything
    assert tau_of(mixtures(binaries(0, 1, 3)), [1, 2, 3], [0.3, 0.3, 0.1 + 0.2]).tau.value == 0.0


def test_a_constant_truth_is_left_out_and_counted(mixtures: MixturesBuilder) -> None:
    rows = binaries(0, 1, 3) + binaries(2, 3, 3)
    result = tau_of(mixtures(rows), [1, 2, 3, 5, 5, 5], [1, 2, 3, 7, 8, 9])
    assert (result.tau.value, result.n_sets, result.n_groups, result.n_constant_truth) == (1.0, 1, 1, 1)


def test_only_constant_truths(mixtures: MixturesBuilder) -> None:
    result = tau_of(mixtures(binaries(0, 1, 3)), [0.3, 0.3, 0.1 + 0.2], [1, 2, 3])
    assert result.tau.value is None
    assert "constant truth: 1" in str(result.tau.reason)


def test_eligibility_does_not_depend_on_the_prediction(mixtures: MixturesBuilder) -> None:
    rows = mixtures(binaries(0, 1, 3) + binaries(2, 3, 2) + binaries(4, 5, 3))
    truth = [1, 2, 3, 1, 2, 5, 5, 5]
    results = [tau_of(rows, truth, prediction) for prediction in ([0] * 8, [1, 2, 3, 4, 5, 6, 7, 8])]
    assert {(result.n_sets, result.n_groups, result.n_constant_truth) for result in results} == {(1, 1, 1)}


def test_repeats_of_a_composition_do_not_make_a_group_eligible(mixtures: MixturesBuilder) -> None:
    two = binaries(0, 1, 2)
    result = tau_of(mixtures([*two, *two]), [1, 2, 3, 4], [1, 2, 3, 4])
    assert "no component set has 3 compositions" in str(result.tau.reason)
    assert result.n_constant_truth == 0


@pytest.mark.parametrize("count", [0, 1, 2])
def test_too_few_rows(mixtures: MixturesBuilder, count: int) -> None:
    result = tau_of(mixtures(binaries(0, 1, count)), list(range(count)), list(range(count)))
    assert result.tau.value is None
    assert result.tau.reason
    assert result.n_sets == 0


def test_missing_predictions_are_counted_in_groups_that_count(mixtures: MixturesBuilder) -> None:
    rows = mixtures(binaries(0, 1, 3) + binaries(2, 3, 2))
    elsewhere = tau_of(rows, [1, 2, 3, 1, 2], [1, 2, 3, np.nan, np.nan])
    assert elsewhere.tau.value == 1.0
    inside = tau_of(rows, [1, 2, 3, 1, 2], [1, np.nan, 3, 1, 2])
    assert "1 of 3 prediction values" in str(inside.tau.reason)
    assert (inside.n_sets, inside.n_groups) == (1, 1)
    assert "1 of 5 truth values" in str(tau_of(rows, [1, np.nan, 3, 1, 2], [1, 2, 3, 1, 2]).tau.reason)


def test_columns_that_do_not_pair_are_an_error(mixtures: MixturesBuilder) -> None:
    with pytest.raises(ValueError, match="3 mixtures, 3 true and 4 predicted"):
        tau_of(mixtures(binaries(0, 1, 3)), [1, 2, 3], [1, 2, 3, 4])


@settings(max_examples=30)
@given(
    st.lists(st.tuples(st.integers(0, 50), st.integers(0, 50)), min_size=12, max_size=12), st.permutations(range(12))
)
def test_row_order_monotone_changes_and_sign(
    mixtures: MixturesBuilder, pairs: list[tuple[int, int]], order: list[int]
) -> None:
    table = mixtures(binaries(0, 1, 6) + binaries(2, 3, 6))
    truth, prediction = np.array(pairs, dtype=np.float64).T
    plain = kendall_tau(mixtures=table, truth=truth, prediction=prediction)
    shuffled = kendall_tau(mixtures=table.take(order), truth=truth[order], prediction=prediction[order])
    monotone = kendall_tau(mixtures=table, truth=truth**3 + 7, prediction=prediction)
    negated = kendall_tau(mixtures=table, truth=truth, prediction=-prediction)
    for other, sign in ((shuffled, 1), (monotone, 1), (negated, -1)):
        if plain.tau.value is None:
            assert other.tau == plain.tau
        else:
            assert other.tau.value == pytest.approx(sign * plain.tau.value, abs=1e-12)
