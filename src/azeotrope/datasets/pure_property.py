"""The property of pure compounds: of each molecule the measured value nearest room temperature."""

from dataclasses import dataclass

import numpy as np

from azeotrope.chemistry.mixtures import Mixtures
from azeotrope.datasets.table import MixtureTable
from azeotrope.typing import FloatArray

REFERENCE_TEMPERATURE_K = 298.15


@dataclass(frozen=True, eq=False)
class PureProperty:
    """Measured pure compounds, one row per molecule.

    Attributes
    ----------
    compounds
        Pure rows of `m` different molecules, at the temperature of the value.
    value
        Shape `(m,)`, in the table's unit.
    """

    compounds: Mixtures
    value: FloatArray


def pure_property_at_reference(table: MixtureTable) -> PureProperty:
    """Return each molecule's measured pure value, at the temperature nearest 298.15 K where there is one.

    Stereo isomers that the table takes for one molecule count once. Of two equally near temperatures the lower is
    taken. The table must have no solute, since a solvent has one value per solute.
    """
    rows = np.flatnonzero(table.mixtures.is_pure & np.isfinite(table.value))
    pure = table.mixtures.take(rows)
    molecule = pure.molecules.group[pure.component]
    temperature = np.zeros(len(rows)) if pure.temperature_k is None else pure.temperature_k
    order = np.lexsort((temperature, np.abs(temperature - REFERENCE_TEMPERATURE_K), molecule))
    nearest = order[np.unique(molecule[order], return_index=True)[1]]
    return PureProperty(pure.take(nearest), table.value[rows[nearest]])
