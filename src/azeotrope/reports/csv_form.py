"""The long form of a summary as CSV text."""

import csv
import io
from collections.abc import Iterable

from azeotrope.reports.records import LABELS
from azeotrope.reports.summary import SummaryRow

COLUMNS = (*LABELS, "metric", "mean", "sd", "folds", "paper_mean", "paper_sd", "experiment")


def csv_text(rows: Iterable[SummaryRow]) -> str:
    """Return the rows as CSV with the header `COLUMNS`.

    Numbers are written in full, so that reading them back gives equal numbers; what is undefined is empty.
    """
    buffer = io.StringIO()
    writer = csv.writer(buffer, lineterminator="\n")
    writer.writerow(COLUMNS)
    for row in rows:
        paper = (row.paper.mean, row.paper.sd) if row.paper else (None, None)
        labels = (row.labels[name] for name in LABELS)
        writer.writerow((*labels, row.metric, row.mean, row.sd, row.folds, *paper, row.experiment))
    return buffer.getvalue()
