from collections.abc import Callable

import numpy as np

from azeotrope.reports.headline import HEADLINE, Cell, Mark, marks
from azeotrope.reports.records import RunSummary
from azeotrope.reports.rounded_errors import errors_beyond_rounding

MEASURED = np.array([1.0, -200.0, np.nan])


def test_errors_within_rounding_tie_at_0(make_run: Callable[..., RunSummary]) -> None:
    """On data without excess one model misses by 2.5e-16, another by 2.3e-15."""
    errors = [errors_beyond_rounding(make_run({"excess_rmse": error}), MEASURED) for error in (2.5e-16, 2.3e-15, 0.1)]
    cells = [Cell(run.metrics["excess_rmse"], folds=1) for run in errors]
    assert [cell.mean for cell in cells] == [0.0, 0.0, 0.1]
    assert marks(cells, HEADLINE[0]) == [Mark.BEST, Mark.BEST, Mark.PLAIN]


def test_what_is_no_error_or_undefined_is_kept(make_run: Callable[..., RunSummary]) -> None:
    metrics = {"kendall_tau": 1e-16, "consistency_split": 1e-16, "mae": None, "rmse": float("nan")}
    found = errors_beyond_rounding(make_run(metrics), MEASURED).metrics
    assert {**found, "rmse": None} == {**metrics, "rmse": None}
    assert np.isnan(found["rmse"])
