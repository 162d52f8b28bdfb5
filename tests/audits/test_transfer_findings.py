import numpy as np
import pytest

from azeotrope.audits.transfer_errors import TransferErrors
from azeotrope.audits.transfer_findings import PartitionFindings


def errors(delta: list[float], resampled: np.ndarray) -> TransferErrors:
    """Return errors of one regressor on two outcomes; the first is worthless."""
    mae = np.zeros((len(delta), 1, 4, 2))
    mae[:, 0, :, 1] = [[3.0, 2.0, 2.5, 2.0 + each] for each in delta]
    both = np.stack([np.zeros_like(resampled), resampled], axis=-1)[:, :, None, :]
    return TransferErrors(mae, both)


def by_name(delta: list[float], resampled: np.ndarray) -> dict[str, tuple[float | None, float | None, float | None]]:
    found = PartitionFindings(unit="degC", seed=4).findings("x ridge", errors(delta, resampled), 0, 1)
    return {each.quantity: (each.estimate.value, each.low.value, each.high.value) for each in found}


def test_medians_shares_and_percentiles_by_hand() -> None:
    delta = [-1.0, -0.5, 0.0, 0.5, -0.25]
    resampled = np.linspace(-4.0, 4.0, 10).reshape(5, 2)
    found = by_name(delta, resampled)
    assert next(iter(found)) == "median_delta_mae"
    low, high = np.percentile(resampled, [2.5, 97.5])
    assert found["median_delta_mae"] == (-0.25, pytest.approx(low), pytest.approx(high))
    low, high = np.percentile(delta, [2.5, 97.5])
    assert found["median_delta_mae_partitions_only"] == (-0.25, pytest.approx(low), pytest.approx(high))
    assert found["share_of_partitions_helped"] == (0.6, None, None)
    assert found["median_delta_mae_baseline_to_constant"] == (-1.0, -1.0, -1.0)
    assert found["median_delta_mae_combined_to_constant"][0] == -1.25
    assert found["median_mae_constant"] == (3.0, 3.0, 3.0)
    assert found["median_mae_representation"] == (2.5, 2.5, 2.5)
    assert found["median_mae_combined"][0] == 1.75


def test_every_interval_says_what_it_is_over() -> None:
    found = PartitionFindings(unit="degC", seed=4).findings("x ridge", errors([0.0] * 3, np.zeros((3, 4))), 0, 1)
    assert (found[0].resampled, found[0].n_units, found[0].n_resamples) == ("partitions x component sets", 3, 12)
    assert (found[1].resampled, found[1].n_units, found[1].n_resamples) == ("partitions", 3, 3)
    assert found[1].interval == "95% of partitions"
    assert (found[1].unit, found[1].seed, found[1].name) == ("degC", 4, "x_ridge_median_delta_mae_partitions_only")
    assert len({each.name for each in found}) == len(found)


def test_partitions_that_cannot_be_resampled_are_left_out_of_the_interval_over_units() -> None:
    resampled = np.array([[1.0, 1.0], [np.nan, np.nan]])
    assert by_name([0.0, 2.0], resampled)["median_delta_mae"] == (1.0, 1.0, 1.0)
    nothing = PartitionFindings(unit="", seed=0).findings("x", errors([0.0], np.full((1, 2), np.nan)), 0, 1)[0]
    assert nothing.low.value is None
    assert "undefined on all 2" in str(nothing.low.reason)


def test_one_partition() -> None:
    assert by_name([-1.0], np.array([[-2.0]]))["median_delta_mae_partitions_only"] == (-1.0, -1.0, -1.0)
