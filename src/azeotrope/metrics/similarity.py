"""RSA of a model: whether its representation of pure compounds is shaped like their property."""

from dataclasses import dataclass

import numpy as np

from azeotrope.chemistry.mixtures import Mixtures
from azeotrope.datasets.table import MixtureTable
from azeotrope.metrics.distances import euclidean_distances, representation_distances
from azeotrope.metrics.geometry import rsa_interval
from azeotrope.metrics.predictor import Embed
from azeotrope.metrics.resampling import Interval
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


def pure_similarity(table: MixtureTable, embed: Embed, *, n_resamples: int, seed: int) -> Interval:
    """Return the RSA of a model's representation and the measured property over all pure compounds of a table.

    Distances are Tanimoto for a representation of bits, cosine for any other, and Euclidean for the property. Undefined
    for a table with a solute, without pure compounds, for a model without a representation, and where `rsa_interval`
    is.
    """
    if table.mixtures.solute is not None:
        return Interval.undefined("a pure compound has one value per solute, not one", 0)
    pure = pure_property_at_reference(table)
    if len(pure.value) == 0:
        return Interval.undefined("no pure compound is measured", 0)
    vectors = embed(pure.compounds)
    if vectors is None:
        return Interval.undefined("the model has no representation", len(pure.value))
    representation = representation_distances(np.asarray(vectors, dtype=np.float64))
    return rsa_interval(representation, euclidean_distances(pure.value[:, None]), n_resamples=n_resamples, seed=seed)
