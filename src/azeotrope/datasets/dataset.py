"""A data set: the curated table, what it measures, and how it was curated."""

from dataclasses import dataclass, field
from pathlib import Path

import pandas as pd

from azeotrope.chemistry.mixing_rules import MixingRule
from azeotrope.datasets.table import MixtureTable


@dataclass(frozen=True)
class PropertyInfo:
    """What the value column means.

    Attributes
    ----------
    dataset, quantity, unit
        Name of the data set, of the property, and the unit of `value`.
    mixing_rule
        Ideal mixing rule of the property.
    origin
        ``measured`` or ``computed``; computed data are said to be so wherever they appear.
    reference_temperature_bin_k
        Width of the temperature bins in which pure references match; None asks for equal temperatures.
    """

    dataset: str
    quantity: str
    unit: str
    mixing_rule: MixingRule
    origin: str = "measured"
    reference_temperature_bin_k: float | None = None


@dataclass(frozen=True, eq=False)
class CurationReport:
    """What curation did.

    Attributes
    ----------
    raw_rows
        Number of raw rows read.
    rejected
        One row per rejected raw row: ``file, row, reason, detail`` and the raw fields.
    repairs
        How many raw rows each named repair rule changed.
    warnings
        Sentences for the user, such as suspicious temperatures.
    noise_floor
        Pooled standard deviation of replicates in the unit of the value; None without replicates.
    replicate_groups
        Number of rows that average two or more raw rows.
    """

    raw_rows: int
    rejected: pd.DataFrame
    repairs: dict[str, int] = field(default_factory=dict)
    warnings: tuple[str, ...] = ()
    noise_floor: float | None = None
    replicate_groups: int = 0


@dataclass(frozen=True, eq=False)
class Dataset:
    """A curated table with its property and its curation report.

    Attributes
    ----------
    info, table, report
        What is measured, the rows, and what curation did.
    rejected_file
        Where the rejected rows are listed; None where the data set was not loaded from files.
    """

    info: PropertyInfo
    table: MixtureTable
    report: CurationReport
    rejected_file: Path | None = None
