"""Sentences about rows that are kept but look wrong."""

from collections.abc import Iterator, Sequence

import numpy as np

from azeotrope.datasets.layout import RawTable
from azeotrope.datasets.parsing import KELVIN_AT_ZERO_CELSIUS
from azeotrope.datasets.replicates import ReplicateGroups
from azeotrope.datasets.table import MixtureTable

COLDEST_COMMON_LIQUID_K = 100.0
HOTTEST_COMMON_LIQUID_C = 250.0  # 250 K is colder than most measurements, 250 C hotter
NEARLY_ALL = 0.9


def suspicions(
    table: MixtureTable, raws: Sequence[RawTable], groups: ReplicateGroups, widest_spread: float | None
) -> tuple[str, ...]:
    """Return what a user should be asked about the rows.

    Parameters
    ----------
    table
        Accepted rows with reported values, before replicates are averaged.
    raws
        The raw tables that `table.source_file` counts.
    groups
        Replicates among the rows.
    widest_spread
        See `CurationRules.replicate_spread_warning`.
    """
    return (*_cold(table), *_hot(table, raws), *_spread(table, groups, widest_spread))


def _cold(table: MixtureTable) -> Iterator[str]:
    temperature = table.mixtures.temperature_k
    if temperature is not None and np.any(cold := temperature < COLDEST_COMMON_LIQUID_K):
        row = int(np.argmax(cold))
        yield (
            f"{int(cold.sum())} rows are colder than {COLDEST_COMMON_LIQUID_K:g} K, the first is "
            f"{table.row_ids()[row]} at {temperature[row]:g} K: is the temperature in Celsius?"
        )


def _hot(table: MixtureTable, raws: Sequence[RawTable]) -> Iterator[str]:
    """Kelvin that were declared as Celsius: single rows may be that hot, nearly all rows of a file are not."""
    temperature = table.mixtures.temperature_k
    for number, raw in enumerate(raws):
        rows = np.flatnonzero(table.source_file == number)
        if temperature is None or raw.layout.temperature is None or raw.layout.temperature_unit != "C" or not len(rows):
            continue
        celsius = np.round(temperature[rows] - KELVIN_AT_ZERO_CELSIUS, 6)
        hot = celsius >= HOTTEST_COMMON_LIQUID_C
        if hot.mean() >= NEARLY_ALL:
            first = int(np.argmax(hot))
            yield (
                f"{int(hot.sum())} of {len(rows)} rows are at {HOTTEST_COMMON_LIQUID_C:g} C or more, the first is "
                f"{table.row_ids()[rows[first]]} at {celsius[first]:g} C: is the temperature in kelvin?"
            )


def _spread(table: MixtureTable, groups: ReplicateGroups, limit: float | None) -> Iterator[str]:
    if limit is None:
        return
    wide = groups.first[(groups.spread(table.value) > limit) & table.mixtures.is_pure[groups.first]]
    if len(wide):
        mixtures = table.mixtures
        components = mixtures.component[mixtures.offsets[wide]]
        names = sorted({mixtures.molecules.smiles[component] for component in components})
        yield f"{len(wide)} pure replicate groups spread by more than {limit:g} as reported ({', '.join(names)})"
