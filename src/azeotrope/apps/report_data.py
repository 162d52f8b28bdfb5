"""From run folders to what a report page is made of."""

import logging
from collections.abc import Sequence
from typing import TYPE_CHECKING

from azeotrope.apps.report_checks import check_curves, check_leakage, check_rows
from azeotrope.apps.summary import run_summaries
from azeotrope.errors import RunError
from azeotrope.runs.files import read_json_object
from azeotrope.runs.layout import CURVES, LEAKAGE, PREDICTIONS
from azeotrope.runs.record import RunRecord

if TYPE_CHECKING:
    import pandas as pd

    from azeotrope.reports.records import RunSummary
    from azeotrope.reports.report_runs import ReportRun, StoredCurve

logger = logging.getLogger(__name__)


def report_runs(records: Sequence[RunRecord]) -> list["ReportRun"]:
    """Return what a report knows of finished folds; a damaged folder is named in the log and left out.

    Folders of older versions lack compositions, curves or the noise floor; these are absent, empty or None then.
    """
    by_id = {record.run_id: record for record in records}
    found = []
    for summary in run_summaries(records):
        try:
            found.append(_report_run(by_id[summary.run_id], summary))
        except (RunError, OSError, ValueError, KeyError, TypeError) as error:  # pyarrow's errors are among these
            logger.warning("%s is left out: %s", summary.run_id, error)
    return found


def _report_run(record: RunRecord, summary: "RunSummary") -> "ReportRun":
    from azeotrope.reports.report_runs import ReportRun

    rows, leakage, curves = _test_rows(record), read_json_object(record.path / LEAKAGE), _curves(record)
    check_rows(rows)
    check_leakage(leakage)
    check_curves(curves)
    return ReportRun(summary, rows, leakage, curves)


def _test_rows(record: RunRecord) -> "pd.DataFrame":
    """Test rows; columns of lists stay in Arrow's memory, since millions of Python lists take gigabytes and minutes."""
    import pandas as pd
    from pyarrow import types
    from pyarrow.parquet import ParquetFile

    from azeotrope.metrics.prediction_table import TEST

    with ParquetFile(record.path / PREDICTIONS) as file:
        table = file.read(use_threads=False)
    frame: pd.DataFrame = table.to_pandas(
        types_mapper=lambda kind: pd.ArrowDtype(kind) if types.is_list(kind) else None
    )
    if "part" not in frame.columns:
        raise RunError(f"{PREDICTIONS} lacks the column part")
    test: pd.DataFrame = frame[frame["part"] == TEST].reset_index(drop=True)
    return test


def _curves(record: RunRecord) -> "tuple[StoredCurve, ...]":
    from azeotrope.reports.stored_curves import stored_curves

    file = record.path / CURVES
    try:
        return stored_curves(read_json_object(file)) if file.exists() else ()
    except (KeyError, TypeError, ValueError, AttributeError) as error:
        raise RunError(f"{CURVES} does not hold curves: {error!r}") from error
