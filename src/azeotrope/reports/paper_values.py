"""Values of the mixture paper's tables, to be printed beside ours."""

import csv
from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache
from importlib.resources import files
from typing import NamedTuple

PARTS = ("split", "model", "featurizer", "interaction", "aggregator", "predictor", "decomposition")
# The paper's RMSE is compared on the rows that the ideal baseline covers, as every model here is.
ALIASES = {"rmse_covered": "rmse"}
ANY = "*"


class PaperValue(NamedTuple):
    """A mean and sample standard deviation over folds, in the data set's unit, and the table that prints them."""

    mean: float
    sd: float
    table: str


def paper_value(labels: Mapping[str, str], metric: str) -> PaperValue | None:
    """Return what Leenhouts et al. 2026 report for a configuration, or None where they report nothing.

    Split, model, featurizer, interaction, aggregator, predictor and decomposition must all be the paper's, so that a
    changed part never borrows its number; of the ideal baseline only split and model count. The temperature label is
    not compared: the paper omits temperature, which a report that shows the value beside another choice must say.
    Where two tables give a combination with slightly different numbers, Tables 10 to 13 count before 4 and 14.

    Parameters
    ----------
    labels
        The labels of an experiment (see `RunSummary.labels`).
    metric
        Name of the metric; the paper's tables have ``excess_rmse``, ``rmse``, ``ideal_rmse`` and ``kendall_tau``.

    Examples
    --------
    >>> parts = {"model": "ideal", "featurizer": "none", "interaction": "none", "aggregator": "none"}
    >>> labels = {"dataset": "mon", "split": "mixture", "predictor": "none", "decomposition": "direct", **parts}
    >>> paper_value(labels, "excess_rmse")
    PaperValue(mean=7.6, sd=3.6, table='Table 10')
    """
    for row in _rows():
        value = row.values.get(labels["dataset"])
        if (
            value
            and row.metric == ALIASES.get(metric, metric)
            and all(given in (ANY, labels[part]) for part, given in row.parts.items())
        ):
            return value
    return None


@dataclass(frozen=True)
class _PaperRow:
    """One row of a table: the configuration and its value for each data set."""

    metric: str
    parts: dict[str, str]
    values: dict[str, PaperValue]


@lru_cache(maxsize=1)
def _rows() -> tuple[_PaperRow, ...]:
    """Rows of the package's data file, in order of precedence."""
    text = files("azeotrope.reports").joinpath("paper_values.csv").read_text(encoding="utf-8")
    return tuple(_parsed(row) for row in csv.DictReader(line for line in text.splitlines() if line[:1] != "#"))


def _parsed(row: dict[str, str]) -> _PaperRow:
    """Split a row of text into configuration and values; the remaining columns are data sets."""
    table, metric = f"Table {row.pop('table')}", row.pop("metric")
    parts = {part: row.pop(part) for part in PARTS}
    pairs = {dataset: cell.split() for dataset, cell in row.items() if cell}
    return _PaperRow(
        metric, parts, {dataset: PaperValue(float(mean), float(sd), table) for dataset, (mean, sd) in pairs.items()}
    )
