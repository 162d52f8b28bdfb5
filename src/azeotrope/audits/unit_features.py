"""What a representation makes of the units of a table, and the refusal of those that it makes nothing of."""

import numpy as np

from azeotrope.audits.claim import Subject
from azeotrope.audits.compounds import named
from azeotrope.audits.representation import Representation
from azeotrope.datasets.ratings import RatingsTable
from azeotrope.errors import ConfigError, DataError
from azeotrope.typing import FloatArray


def representation_of(subject: Subject) -> Representation:
    """Return the audited representation.

    Raises
    ------
    ConfigError
        When there is none.
    """
    if subject.representation is None:
        raise ConfigError("this claim is about a representation; choose one such as representation=morgan")
    return subject.representation


def features_of_units(representation: Representation, table: RatingsTable, subject: Subject) -> tuple[FloatArray, ...]:
    """Return the raw features of each block for pure units, shapes `(u, d_b)`.

    Raises
    ------
    DataError
        Naming the units whose vector is zero or undefined, which have no distance to others.
    """
    molecules = table.units.molecules
    raw = representation.features(molecules, subject.cache_folder, show_progress=subject.show_progress)
    features = tuple(part[table.units.component] for part in raw)
    lacking = np.flatnonzero(representation.lacks_direction(features)).tolist()
    if lacking:
        raise DataError(
            f"{representation.name} is zero or undefined for {len(lacking)} of {len(table)} units of "
            f"{table.info.dataset}, so they have no distance to others: {named(table, lacking)}; leave them out of the "
            "data set, or choose another representation"
        )
    return features
