# ruff: noqa: INP001 - a script, not a part of the package
"""The binary rows of a fold as a CSV that chemprop's command line reads."""

from pathlib import Path

import numpy as np
import pandas as pd
from composing import binary_rows, experiment

from azeotrope.typing import IntArray

SMILES = ["smiles_1", "smiles_2"]
DESCRIPTORS = ["fraction_1", "temperature"]


def write_binary_csv(path: Path, at_most: int | None) -> int:
    """Write ``smiles_1, smiles_2, fraction_1, temperature, value, split`` and return the number of train rows.

    The temperature is in kelvin and the value in the data set's unit. The validation rows are written twice, as ``val``
    and as ``test``: chemprop leaves predictions of its best epoch for test rows only, and so its validation error can
    be computed in the unit of the value. Our test rows are not in the file.
    """
    viscosity = experiment("dataset=viscosity", "split=mixture")
    table, split = viscosity.dataset.table, binary_rows(viscosity, at_most=at_most)
    smiles = np.array(table.mixtures.molecules.smiles, dtype=object)

    def part(rows: IntArray, name: str) -> pd.DataFrame:
        binary = table.mixtures.take(rows)
        first = binary.offsets[:-1]
        columns = {
            "smiles_1": smiles[binary.component[first]],
            "smiles_2": smiles[binary.component[first + 1]],
            "fraction_1": binary.mole_fraction[first],
            "temperature": binary.temperature_k,
            "value": table.value[rows],
        }
        return pd.DataFrame(columns).assign(split=name)

    parts = [part(split.train, "train"), part(split.validation, "val"), part(split.validation, "test")]
    pd.concat(parts).to_csv(path, index=False)
    return len(split.train)
