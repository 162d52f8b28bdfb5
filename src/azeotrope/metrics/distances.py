"""Distances between molecules as condensed strict upper triangles, ordered (0, 1), (0, 2), ..., (m - 2, m - 1).

The statistics on them are rank statistics, so equal pairs must give bit-equal distances wherever they stand: each pair
is computed on its own, and identical rows are exactly 0 apart. An undefined distance is NaN and never 0.
"""

import numpy as np
from scipy.spatial.distance import pdist

from azeotrope.typing import BoolArray, FloatArray


def cosine_distances(vectors: FloatArray) -> FloatArray:
    """Return 1 - cos(u, v) of each pair of rows.

    Parameters
    ----------
    vectors
        Shape `(m, d)`.

    Returns
    -------
    Shape `(m (m - 1) / 2,)`, from 0 to 2; computed as half the squared chord between unit vectors, which keeps small
    distances exact. NaN for pairs with a zero vector, which has no direction, or a value that is not finite.
    """
    scale = np.abs(vectors).max(axis=1, keepdims=True, initial=0.0)
    with np.errstate(invalid="ignore", divide="ignore"):
        scaled = vectors / scale
    unit = scaled / np.linalg.norm(scaled, axis=1, keepdims=True)
    return _pairwise(unit, "sqeuclidean") / 2.0


def euclidean_distances(vectors: FloatArray) -> FloatArray:
    """Return the Euclidean distance of each pair of rows.

    Parameters
    ----------
    vectors
        Shape `(m, d)`.

    Returns
    -------
    Shape `(m (m - 1) / 2,)`, in the unit of the vectors; NaN for pairs with a value that is not finite.
    """
    return _pairwise(np.where(np.isfinite(vectors), vectors, np.nan), "euclidean")


def tanimoto_distances(bits: BoolArray) -> FloatArray:
    """Return 1 - |a and b| / |a or b| of each pair of rows (Jaccard distance).

    Parameters
    ----------
    bits
        Shape `(m, d)`.

    Returns
    -------
    Shape `(m (m - 1) / 2,)`, from 0 to 1; NaN for two fingerprints without any bit.
    """
    ones = bits.astype(np.float64)
    both = ones @ ones.T
    count = bits.sum(axis=1)
    first, second = np.triu_indices(len(bits), 1)
    shared = both[first, second]
    either = count[first] + count[second] - shared
    similarity: FloatArray = np.divide(shared, either, out=np.full(len(shared), np.nan), where=either > 0)
    return 1.0 - similarity


def representation_distances(vectors: FloatArray) -> FloatArray:
    """Return Tanimoto distances where all entries are 0 or 1, and cosine distances otherwise."""
    is_bits = np.isin(vectors, (0.0, 1.0)).all()
    return tanimoto_distances(vectors == 1.0) if is_bits else cosine_distances(vectors)


def _pairwise(vectors: FloatArray, metric: str) -> FloatArray:
    """SciPy's `pdist`, which refuses an empty matrix."""
    return np.asarray(pdist(vectors, metric), dtype=np.float64) if len(vectors) > 1 else np.empty(0)
