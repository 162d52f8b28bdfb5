"""RSA of a model: whether its representation of pure compounds is shaped like their property."""

import numpy as np

from azeotrope.datasets.pure_property import pure_property_at_reference
from azeotrope.datasets.table import MixtureTable
from azeotrope.metrics.distances import euclidean_distances, representation_distances
from azeotrope.metrics.geometry import rsa_intervals
from azeotrope.metrics.predictor import Embed
from azeotrope.metrics.resampling import Interval


def pure_similarity(table: MixtureTable, embed: Embed, *, n_resamples: int, seed: int) -> tuple[Interval, Interval]:
    """Return the RSA of a model's representation and the measured property over all pure compounds of a table.

    Distances are Tanimoto for a representation of bits, cosine for any other, and Euclidean for the property.

    Returns
    -------
    The RSA with its interval from rebuilt matrices, pairs of a molecule with its own copy included, and with that over
    pairs of distinct molecules, which is the one to cite: the first is shifted up and need not hold the RSA itself.
    Both are undefined for a table with a solute, without pure compounds, for a model without a representation, and
    where `rsa_interval` is.
    """
    if table.mixtures.solute is not None:
        return _undefined("a pure compound has one value per solute, not one", 0)
    pure = pure_property_at_reference(table)
    if len(pure.value) == 0:
        return _undefined("no pure compound is measured", 0)
    vectors = embed(pure.compounds)
    if vectors is None:
        return _undefined("the model has no representation", len(pure.value))
    representation = representation_distances(np.asarray(vectors, dtype=np.float64))
    return rsa_intervals(representation, euclidean_distances(pure.value[:, None]), n_resamples=n_resamples, seed=seed)


def _undefined(reason: str, n_molecules: int) -> tuple[Interval, Interval]:
    nothing = Interval.undefined(reason, n_molecules)
    return nothing, nothing
