import numpy as np
import pytest

from azeotrope.audits.paired_comparison import PairedComparison

TRUTH = np.arange(12, dtype=np.float64)
# Absolute errors: constant 4, baseline 3, representation 2, combined 1.
PREDICTIONS = TRUTH + np.array([[4.0], [-3.0], [2.0], [-1.0]])


def comparison(n: int = 12, groups: list[str] | None = None) -> PairedComparison:
    names = [f"M{index}" for index in range(n)] if groups is None else groups
    return PairedComparison(
        truth=TRUTH[:n], groups=np.array(names), unit="degC", resampled="molecules", n_resamples=50, seed=7
    )


def test_differences_then_errors_by_hand() -> None:
    findings = comparison().findings("intensity ridge", PREDICTIONS)
    assert {finding.quantity: finding.estimate.value for finding in findings} == {
        "delta_mae": -2.0,
        "delta_mae_without_most_influential": -2.0,
        "delta_mae_baseline_to_constant": -1.0,
        "delta_mae_combined_to_constant": -3.0,
        "mae_constant": 4.0,
        "mae_baseline": 3.0,
        "mae_representation": 2.0,
        "mae_combined": 1.0,
    }
    assert findings[0].quantity == "delta_mae"
    assert findings[0].name == "intensity_ridge_delta_mae"


def test_every_number_has_interval_units_and_seed() -> None:
    for finding in comparison().findings("intensity ridge", PREDICTIONS):
        assert finding.low.value == pytest.approx(finding.estimate.value)
        assert finding.high.value == pytest.approx(finding.estimate.value)
        n_units = 11 if finding.quantity.endswith("most_influential") else 12
        assert (finding.unit, finding.resampled, finding.n_units) == ("degC", "molecules", n_units)
        assert (finding.n_resamples, finding.seed) == (50, 7)


def test_whole_groups_are_drawn() -> None:
    findings = comparison(groups=[f"M{index // 2}" for index in range(12)]).findings("x ridge", PREDICTIONS)
    assert {finding.n_units for finding in findings} == {5, 6}
    assert all("at least 10" in str(finding.estimate.reason) for finding in findings)


def test_no_units_have_a_reason() -> None:
    for finding in comparison(0).findings("x ridge", PREDICTIONS[:, :0]):
        assert finding.estimate.value is None
        assert finding.estimate.reason


def test_a_claim_that_rests_on_one_molecule_is_seen() -> None:
    predictions = PREDICTIONS.copy()
    predictions[:, 4] = TRUTH[4] + np.array([0.0, 300.0, 0.0, 100.0])
    first, without = comparison().findings("intensity ridge", predictions)[:2]
    assert first.estimate.value == pytest.approx((11 * -2.0 - 200.0) / 12)
    assert without.estimate.value == pytest.approx(-2.0)
    note = comparison().note("intensity ridge", predictions, {f"M{n}": f"molecule {n}" for n in range(12)})
    assert "leaves out molecule 4" in note
    assert f"{300 / 333:.1%} of the error of baseline and {100 / 111:.1%} of the error of combined" in note


def test_errors_of_nothing_have_no_part() -> None:
    exact = np.tile(TRUTH, (4, 1))
    assert "0.0% of the error of baseline" in comparison().note("x ridge", exact, {f"M{n}": "" for n in range(12)})
