"""Pure units of a ratings table: one molecule each, in an order that does not depend on the file."""

from collections.abc import Sequence
from dataclasses import replace

import numpy as np
import pandas as pd

from azeotrope.datasets.ratings import RatingsTable
from azeotrope.errors import ConfigError, DataError
from azeotrope.metrics.geometry import MINIMUM_MOLECULES
from azeotrope.typing import FloatArray

N_NAMED = 10


def require_pure(table: RatingsTable) -> None:
    """Refuse a table with mixtures.

    Raises
    ------
    ConfigError
        Naming the first of them.
    """
    mixtures = np.flatnonzero(~table.units.is_pure)
    if len(mixtures):
        raise ConfigError(
            f"{table.info.dataset} has {len(mixtures)} mixtures among its {len(table)} units, the first is "
            f"{table.unit_ids[mixtures[0]]!r}; this claim is about molecules, choose a data set of pure compounds"
        )


def inchis_of(table: RatingsTable) -> list[str]:
    """Return the identity of each unit of a table of pure units, length `u`."""
    return [table.units.molecules.inchi[molecule] for molecule in table.units.component]


def complete(table: RatingsTable) -> RatingsTable:
    """Return the units that have a mean on every attribute, sorted by identity and then by what the source calls them.

    Resamples draw by position, so this order keeps every number the same whatever the order of the file.
    """
    rated = set(np.flatnonzero(np.isfinite(table.means).all(axis=1)))
    identities = inchis_of(table)
    order = sorted(range(len(table)), key=lambda unit: (identities[unit], table.unit_ids[unit]))
    return table.take([unit for unit in order if unit in rated])


def with_attributes(table: RatingsTable, attributes: Sequence[str]) -> RatingsTable:
    """Return the table with only the given attributes, in their order."""
    columns = [table.info.attributes.index(name) for name in attributes]
    units = tuple(table.info.units[column] for column in columns)
    info = replace(table.info, attributes=tuple(attributes), units=units)
    return replace(table, info=info, ratings=table.ratings[:, :, columns])


def require_varying(attributes: Sequence[str], means: FloatArray, owner: str) -> None:
    """Refuse attributes that cannot be standardised over the units, unless there are too few units for any geometry.

    Parameters
    ----------
    attributes
        Names, length `a`.
    means
        Finite, shape `(u, a)`.
    owner
        Whose units they are, such as ``keller``.

    Raises
    ------
    DataError
        Naming the attributes that are equal for all units.
    """
    if len(means) < MINIMUM_MOLECULES:
        return
    constant = [name for name, values in zip(attributes, means.T, strict=True) if values.min() == values.max()]
    if constant:
        raise DataError(
            f"{', '.join(constant)} of {owner} is the same for all {len(means)} units, so it cannot be standardised; "
            "leave it out of the attributes of the data set"
        )


def named(table: RatingsTable, units: Sequence[int]) -> str:
    """Return how the source calls some units, with their SMILES, the first few of them."""
    smiles = table.units.molecules.smiles
    names = [f"{table.unit_ids[unit]} ({smiles[table.units.component[unit]]})" for unit in units[:N_NAMED]]
    more = f" and {len(units) - N_NAMED} more" if len(units) > N_NAMED else ""
    return ", ".join(names) + more


def mark_excluded(identities: pd.DataFrame, inchis: Sequence[str], detail: str) -> pd.DataFrame:
    """Return a registry in which the used molecules among the given ones are excluded, with the detail."""
    chosen = identities["inchi"].isin(inchis) & (identities["status"] == "used")
    marked = identities.copy()
    marked["status"] = marked["status"].mask(chosen, "excluded")
    marked["detail"] = marked["detail"].mask(chosen, detail)
    return marked
