"""Curation: the same rules for every data set, from raw tables to one table and a report."""

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from typing import Literal

import numpy as np
import pandas as pd

from azeotrope.chemistry.dense_ids import rising_ids
from azeotrope.chemistry.molecules import StereoPolicy
from azeotrope.datasets.choices import check_choices
from azeotrope.datasets.dataset import CurationReport
from azeotrope.datasets.layout import RawTable
from azeotrope.datasets.rejections import NothingLeftError, first_rejection, reasons
from azeotrope.datasets.replicates import ReplicateGroups, find_replicates
from azeotrope.datasets.rows import read_rows
from azeotrope.datasets.suspicions import suspicions
from azeotrope.datasets.table import MixtureTable
from azeotrope.datasets.transforms import Scale, ValueTransform
from azeotrope.errors import DataError


@dataclass(frozen=True)
class CurationRules:
    """What a data set's config may choose.

    Attributes
    ----------
    stereo
        Whether stereo isomers are one molecule when rows are grouped.
    on_rejection
        ``drop`` and count rejected rows, or ``raise`` on the first with file, row, column and value.
    transform
        Conversion from reported to modelled value.
    valid_range
        Smallest and largest credible reported value; None leaves an end open.
    replicate_spread_warning
        Report pure replicates whose reported values spread by more than this; None reports nothing.
    allow_salts
        Accept salts as solutes.
    pure_by_definition
        Value of every pure compound where the property defines it (0 for excess quantities): a pure row is added
        for each molecule in each context of its mixtures where none was measured.
    """

    stereo: StereoPolicy = "keep"
    on_rejection: Literal["drop", "raise"] = "drop"
    transform: ValueTransform = field(default_factory=Scale)
    valid_range: tuple[float | None, float | None] = (None, None)
    replicate_spread_warning: float | None = None
    allow_salts: bool = False
    pure_by_definition: float | None = None

    def __post_init__(self) -> None:
        check_choices(self)


def curate(raws: Sequence[RawTable], rules: CurationRules) -> tuple[MixtureTable, CurationReport]:
    """Apply every curation rule and return the table with its report.

    Raises
    ------
    NothingLeftError
        When no row is left.
    DataError
        At the first rejection where `on_rejection` is ``raise``.
    """
    low, high = rules.valid_range
    rows = read_rows(raws, stereo=rules.stereo, valid_range=(low, high), allow_salts=rules.allow_salts)
    table = rows.table
    if len(rows.rejected) and rules.on_rejection == "raise":
        _raise_first(rows.rejected)
    if not len(table):
        raise NothingLeftError(table.source_files, rows.rejected)
    groups = find_replicates(table.mixtures)
    value = rules.transform(table.value, table.mixtures)
    report = CurationReport(
        raw_rows=rows.n_read,
        rejected=rows.rejected,
        repairs=rows.repairs,
        warnings=suspicions(table, raws, groups, rules.replicate_spread_warning),
        noise_floor=groups.pooled_sd(value),
        replicate_groups=int(np.sum(np.bincount(groups.group) > 1)),
    )
    return _add_pure_by_definition(_average(replace(table, value=value), groups), rules.pure_by_definition), report


def _average(table: MixtureTable, groups: ReplicateGroups) -> MixtureTable:
    """One row per replicate group: mean value, provenance of all its raw rows, order of first appearance."""
    order = np.argsort(groups.group, kind="stable")
    return replace(
        table,
        mixtures=table.mixtures.take(groups.first),
        value=groups.mean(table.value),
        source_offsets=np.concatenate([[0], np.cumsum(np.bincount(groups.group))]).astype(np.int64),
        source_file=table.source_file[order],
        source_row=table.source_row[order],
    )


def _add_pure_by_definition(table: MixtureTable, value: float | None) -> MixtureTable:
    """Append a pure row per molecule and context of the mixtures that has none yet; it has no raw row."""
    if value is None:
        return table
    mixtures = table.mixtures
    n_contexts = mixtures.context.max(initial=0) + 1
    ids = rising_ids(mixtures.component * n_contexts + mixtures.context[mixtures.row_of_entry])
    lacking = ~np.isin(ids, ids[mixtures.is_pure[mixtures.row_of_entry]])
    entries = np.flatnonzero(lacking)[np.unique(ids[lacking], return_index=True)[1]]
    rows = mixtures.row_of_entry[entries]
    temperature, solute = mixtures.temperature_k, mixtures.solute
    both = replace(
        mixtures,
        offsets=np.r_[mixtures.offsets, mixtures.offsets[-1] + 1 + np.arange(len(rows))],
        component=np.r_[mixtures.component, mixtures.component[entries]],
        mole_fraction=np.r_[mixtures.mole_fraction, np.ones(len(rows))],
        temperature_k=None if temperature is None else np.r_[temperature, temperature[rows]],
        solute=None if solute is None else np.r_[solute, solute[rows]],
    )
    values = np.r_[table.value, np.full(len(rows), float(value))]
    offsets = np.r_[table.source_offsets, np.full(len(rows), table.source_offsets[-1])]
    return replace(table, mixtures=both, value=values, source_offsets=offsets)


def _raise_first(rejected: pd.DataFrame) -> None:
    more = f"; {len(rejected) - 1} more rows have a problem ({reasons(rejected)})" if len(rejected) > 1 else ""
    raise DataError(f"{first_rejection(rejected)}{more}")
