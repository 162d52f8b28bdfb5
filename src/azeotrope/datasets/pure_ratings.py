"""The pure property of any mixture data set as ratings: one instrument instead of participants."""

import numpy as np
import pandas as pd
from rdkit.Chem import InchiToInchiKey

from azeotrope.datasets.dataset import Dataset
from azeotrope.datasets.pure_property import pure_property_at_reference
from azeotrope.datasets.ratings import RatingsInfo, RatingsTable
from azeotrope.datasets.ratings_checks import check_varied
from azeotrope.datasets.ratings_identities import COLUMNS
from azeotrope.errors import DataError


def ratings_of(dataset: Dataset) -> RatingsTable:
    """Return the measured pure compounds of a data set as units with one attribute, the property.

    Each molecule has the value at its temperature nearest 298.15 K; see `pure_property_at_reference`. There are no
    participants, and a unit's id is its InChI.

    Raises
    ------
    DataError
        For a data set with a solute, without pure rows, or with the same value for every compound, as of an excess.
    """
    info = dataset.info
    if dataset.table.mixtures.solute is not None:
        raise DataError(f"{info.dataset}: a pure compound has one value per solute, so that there is no pure property")
    pure = pure_property_at_reference(dataset.table)
    if len(pure.value) == 0:
        raise DataError(f"{info.dataset} has no measured pure compound, so that there is no pure property")
    molecules, component = pure.compounds.molecules, pure.compounds.component
    lines = [
        (
            molecules.inchi[index],
            molecules.smiles[index],
            molecules.inchi[index],
            InchiToInchiKey(molecules.inchi[index]),
            "used",
            "",
        )
        for index in component
    ]
    table = RatingsTable(
        RatingsInfo(info.dataset, (info.quantity,), (info.unit,), info.origin),
        pure.compounds,
        tuple(molecules.inchi[index] for index in component),
        np.asarray(pure.value)[None, :, None],
        (),
        (),
        pd.DataFrame(lines, columns=list(COLUMNS), dtype=object),
    )
    check_varied(table)
    return table
