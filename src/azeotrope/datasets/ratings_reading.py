"""From files of ratings to one `RatingsTable`: units identified, replicates averaged within each participant."""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
import pandas as pd

from azeotrope.datasets.ratings import RatingsInfo, RatingsTable
from azeotrope.datasets.ratings_cells import natural_order
from azeotrope.datasets.ratings_checks import check_varied, panel_warning, strata_of
from azeotrope.datasets.ratings_identities import IdentityRules, identify
from azeotrope.datasets.ratings_layout import RatingsLayout, RawRatings
from azeotrope.datasets.ratings_rows import RatingRows, read_rating_rows
from azeotrope.datasets.ratings_units import Units, components_by_name, find_units
from azeotrope.errors import DataError
from azeotrope.typing import FloatArray


@dataclass(frozen=True, eq=False)
class RatingsReading:
    """A ratings table and how many rows of the files are in it.

    Attributes
    ----------
    table
        The table.
    n_rows
        Rows after the filters whose unit is in the table.
    """

    table: RatingsTable
    n_rows: int


def read_ratings(
    raws: Sequence[RawRatings], rules: IdentityRules, dataset: str, *, units_by_identity: bool = False
) -> RatingsReading:
    """Read files of ratings of one data set.

    A participant's rating of a unit is the mean over all its rows, whatever their dilution or replicate. Components
    have equal mole fractions: the files give none, and a mean over components is a convention, not a composition.
    Neither the order of rows nor that of files, but of attributes, matters.

    Parameters
    ----------
    raws
        The files; all with participants or all without.
    rules
        How source ids become molecules.
    dataset
        Name of the data set.
    units_by_identity
        Units of the same molecules are one unit, named by its InChIs; otherwise source ids tell units apart.

    Raises
    ------
    DataError
        When a cell cannot be read, no unit is left, an attribute is empty or constant, or strata contradict.
    """
    names, shown_units = _attributes([raw.layout for raw in raws])
    parts = [read_rating_rows(raw) for raw in raws]
    components = components_by_name(parts)
    identities = identify({source for ids in components.values() for source in ids}, rules)
    units = find_units(components, identities, by_identity=units_by_identity)
    if not units.names:
        raise DataError(f"{dataset}: no unit is left; every one has a component without an accepted molecule")
    unidentified = pd.concat([part.unidentified for part in parts]).drop_duplicates("source_id")
    used = {source for name in units.index for source in components[name]}
    registry, conflicts = identities.registry(used, unidentified, merged=units_by_identity)
    participants, ratings, n_rows = _ratings(parts, raws, units, names)
    table = RatingsTable(
        RatingsInfo(dataset, names, shown_units),
        units.mixtures(identities),
        tuple(units.names),
        ratings,
        participants,
        strata_of(parts, participants),
        registry,
        (*(sentence for part in parts for sentence in part.warnings), *conflicts),
    )
    check_varied(table)
    return RatingsReading(panel_warning(table), n_rows)


def _attributes(layouts: Sequence[RatingsLayout]) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """Return names and units of the attributes of all files, each once."""
    units: dict[str, str] = {}
    for attribute in (attribute for layout in layouts for attribute in layout.attributes):
        if units.setdefault(attribute.name, attribute.shown_unit) != attribute.shown_unit:
            raise DataError(f"{attribute.name!r} has the units {units[attribute.name]} and {attribute.shown_unit}")
    if len({layout.participant is None for layout in layouts}) > 1:
        raise DataError("some files of ratings have participants and some have none")
    return tuple(units), tuple(units.values())


def _ratings(
    parts: Sequence[RatingRows], raws: Sequence[RawRatings], units: Units, names: Sequence[str]
) -> tuple[tuple[str, ...], FloatArray, int]:
    """Return the participants, their mean ratings of shape `(p, u, a)`, and how many rows were averaged."""
    unit_of = [pd.Series(part.unit).map(units.index).fillna(-1).to_numpy(dtype=np.int64) for part in parts]
    who = [part.participant[unit >= 0] for part, unit in zip(parts, unit_of, strict=True)]
    participants = natural_order(name for found in who for name in pd.unique(pd.Series(found)))
    shape = (len(participants), len(units.names), len(names))
    cells, values = [], []
    for part, raw, unit, found in zip(parts, raws, unit_of, who, strict=True):
        person = pd.Series(found).map({name: index for index, name in enumerate(participants)}).to_numpy()
        for position, attribute in enumerate(raw.layout.attributes):
            rated = part.ratings[unit >= 0, position]
            given = np.isfinite(rated)
            where = (person, unit[unit >= 0], np.full(len(rated), names.index(attribute.name)))
            cells.append(np.ravel_multi_index(where, shape)[given])
            values.append(rated[given])
    ratings = _means(np.concatenate(cells), np.concatenate(values), int(np.prod(shape))).reshape(shape)
    return tuple(name for name in participants if name), ratings, sum(len(found) for found in who)


def _means(cell: np.ndarray, value: FloatArray, n_cells: int) -> FloatArray:
    """Return the mean value of each cell, shape `(n_cells,)`, NaN where there is none; summed in order of size."""
    order = np.lexsort((value, cell))
    count = np.bincount(cell, minlength=n_cells)
    total = np.bincount(cell[order], value[order], minlength=n_cells)
    means: FloatArray = np.divide(total, count, out=np.full(n_cells, np.nan), where=count > 0)
    return means
