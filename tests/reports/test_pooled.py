import numpy as np
import pandas as pd
import pytest

from azeotrope.errors import RunError
from azeotrope.reports.pooled import pooled_delta_mae


def frame(sets: range, model_error: float, ideal_error: float, rows_per_set: int = 2) -> pd.DataFrame:
    names = [f"set {number}" for number in sets for _ in range(rows_per_set)]
    truth = np.linspace(1.0, 2.0, len(names))
    return pd.DataFrame(
        {"truth": truth, "prediction": truth + model_error, "ideal": truth - ideal_error, "component_set": names}
    )


def test_no_folds_is_undefined_with_a_reason() -> None:
    assert pooled_delta_mae([]).estimate.reason == "there are no rows"


def test_errors_are_pooled_over_rows_not_averaged_over_folds() -> None:
    """12 rows with -0.3 and 4 rows with +0.1: (12 * -0.3 + 4 * 0.1) / 16 = -0.2; the mean of folds would be -0.1."""
    folds = [frame(range(6), 0.2, 0.5), frame(range(6, 10), 0.5, 0.4, rows_per_set=1)]
    interval = pooled_delta_mae(folds)
    assert interval.estimate.value == pytest.approx(-0.2)
    assert interval.low.value < -0.2 < interval.high.value
    assert interval.n_units == 10


def test_a_set_in_two_folds_is_one_unit() -> None:
    folds = [frame(range(6), 0.2, 0.5), frame(range(6), 0.2, 0.5)]
    interval = pooled_delta_mae(folds)
    assert interval.n_units == 6
    assert interval.estimate.value is None
    assert "at least 10" in interval.estimate.reason


def test_rows_without_an_ideal_value_are_left_out() -> None:
    whole = frame(range(12), 0.2, 0.5)
    more = frame(range(12, 15), 7.0, np.nan)
    assert pooled_delta_mae([whole, more]) == pooled_delta_mae([whole])


def test_a_missing_prediction_is_not_passed_over() -> None:
    broken = frame(range(12), 0.2, 0.5)
    broken.loc[3, "prediction"] = np.nan
    assert "prediction" in pooled_delta_mae([broken]).estimate.reason


def test_a_missing_column_is_named() -> None:
    with pytest.raises(RunError, match="lack the columns ideal, system"):
        pooled_delta_mae([frame(range(12), 0.1, 0.1).drop(columns="ideal")], group_column="system")


def test_frames_are_not_changed() -> None:
    given = frame(range(12), 0.2, 0.5)
    before = given.copy(deep=True)
    pooled_delta_mae([given])
    pd.testing.assert_frame_equal(given, before)
