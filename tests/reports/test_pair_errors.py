from collections.abc import Callable
from dataclasses import replace

import numpy as np
import pandas as pd
import pytest

from azeotrope.reports.pair_errors import best_with_pairs, errors_by_pair, pair_errors, usual_size
from azeotrope.reports.report_runs import ReportExperiment

Make = Callable[..., ReportExperiment]


def with_rows(experiment: ReportExperiment, rows: pd.DataFrame) -> ReportExperiment:
    return replace(experiment, runs=(replace(experiment.runs[0], predictions=rows),))


@pytest.fixture
def rows() -> pd.DataFrame:
    """Excess errors 0.1 and 0.3 of A+B (in either order), -0.2 of B+C; the rest has none."""
    return pd.DataFrame(
        {
            "smiles": [["A", "B"], ["B", "A"], ["B", "C"], ["A", "C"], ["A"], ["A", "B", "C"], ["A", "A"]],
            "truth": [1.0, 1.0, 1.0, 1.0, 1.0, 1.0, 1.0],
            "ideal": [0.5, 0.5, 0.5, np.nan, 1.0, 0.5, 0.5],
            "prediction": [1.2, 1.3, 1.0, 1.0, 1.0, 1.0, 1.0],
            "predicted_ideal": [0.6, 0.5, 0.7, 0.5, 1.0, 0.5, 0.5],
        }
    )


def test_mean_error_of_the_excess_of_each_pair_in_either_order(make_experiment: Make, rows: pd.DataFrame) -> None:
    found = pair_errors(errors_by_pair(with_rows(make_experiment(), rows)))
    assert found is not None
    assert found.components == ("B", "A", "C")
    expected = np.array([[np.nan, 0.2, -0.2], [0.2, np.nan, np.nan], [-0.2, np.nan, np.nan]])
    np.testing.assert_allclose(found.error, expected, atol=1e-12)
    np.testing.assert_array_equal(found.rows, [[0, 2, 1], [2, 0, 0], [1, 0, 0]])
    assert found.n_components == 3


def test_only_the_most_frequent_components_are_kept_and_all_are_counted(
    make_experiment: Make, rows: pd.DataFrame
) -> None:
    found = pair_errors(errors_by_pair(with_rows(make_experiment(), rows)), most=2)
    assert found is not None
    assert (found.components, found.n_components) == (("B", "A"), 3)
    np.testing.assert_array_equal(found.rows, [[0, 2], [2, 0]])


def test_folds_are_pooled_by_rows(make_experiment: Make) -> None:
    found = pair_errors(errors_by_pair(make_experiment(error=0.1, n_folds=3, n_rows=24, names=("O", "CCO"))))
    assert found is not None
    assert found.rows[0, 1] == 72
    assert found.error[0, 1] == pytest.approx(0.1)


@pytest.mark.parametrize("column", ["smiles", "ideal", "predicted_ideal"])
def test_runs_of_older_versions_have_none(make_experiment: Make, rows: pd.DataFrame, column: str) -> None:
    assert errors_by_pair(with_rows(make_experiment(), rows.drop(columns=column))) == []


@pytest.mark.parametrize("kept", [[], [3], [4], [5], [6]])
def test_no_binary_row_with_a_known_excess(make_experiment: Make, rows: pd.DataFrame, kept: list[int]) -> None:
    assert errors_by_pair(with_rows(make_experiment(), rows.iloc[kept])) == []
    assert pair_errors([]) is None


def test_the_rows_stay_as_they_are(make_experiment: Make, rows: pd.DataFrame) -> None:
    before = rows.copy(deep=True)
    errors_by_pair(with_rows(make_experiment(), rows))
    pd.testing.assert_frame_equal(rows, before)


def test_limit_of_a_symmetric_scale() -> None:
    assert usual_size([-2.0, 1.0, np.nan]) == pytest.approx(np.quantile([2.0, 1.0], 0.95))
    assert usual_size([0.0, 0.0]) == 1.0


def test_errors_that_cancel_in_the_mean_stay_in_the_rmse(make_experiment: Make, rows: pd.DataFrame) -> None:
    turned = rows.assign(prediction=[1.2, 0.9, 1.0, 1.0, 1.0, 1.0, 1.0])  # 0.1 and -0.1 of A+B
    first, second = errors_by_pair(with_rows(make_experiment(), turned))
    assert (first.components, first.rows) == (("A", "B"), 2)
    assert (first.mean, first.rmse) == (pytest.approx(0.0), pytest.approx(0.1))
    assert (second.components, second.mean, second.rmse) == (("B", "C"), pytest.approx(-0.2), pytest.approx(0.2))


def test_the_best_model_that_has_pairs(make_experiment: Make, rows: pd.DataFrame) -> None:
    bare = with_rows(make_experiment("best", 0.1), rows.iloc[:0])
    found = best_with_pairs([make_experiment("b", 0.3), bare, make_experiment("a", 0.2), make_experiment("ideal", 0.0)])
    assert found is not None
    assert found[0].model == "a"
    assert best_with_pairs([bare]) is None
