"""Debiased centred kernel alignment (CKA): a second lens on two geometries, linear where RSA is ordinal.

Biased CKA tends to 1 for any two representations of many dimensions and few molecules. The debiased one (Nguyen et al.
2021, arXiv:2010.15327) divides unbiased estimates of HSIC (Song et al. 2012, JMLR 13, 1393), which ignore the diagonals
and do not change when `a_i + a_j` is added off them. They are products of U-centred matrices (Szekely and Rizzo 2014,
doi:10.1214/14-AOS1255).
"""

import numpy as np
from scipy.spatial.distance import squareform

from azeotrope.metrics.outcome import Outcome
from azeotrope.metrics.resampled_rsa import draw_copies, n_molecules_of
from azeotrope.metrics.resampling import N_RESAMPLES, Interval, too_few
from azeotrope.typing import FloatArray, IntArray

MINIMUM_MOLECULES = 4
ROUNDING = 1e-12
"""Similarities that vary less than this, relative to the largest, vary by rounding only."""


def bounded_similarities(distances: FloatArray) -> FloatArray:
    """Return `1 - d`: the cosine from cosine distances, the Tanimoto similarity from Tanimoto distances."""
    return 1.0 - distances


def linear_similarities(distances: FloatArray) -> FloatArray:
    """Return `-d^2 / 2` of Euclidean distances: the inner products, up to `a_i + a_j`, which debiased CKA ignores."""
    return -(distances**2) / 2.0


def debiased_cka(representation_similarities: FloatArray, property_similarities: FloatArray) -> Outcome:
    """Return the debiased CKA of two similarity matrices over the same molecules.

    Parameters
    ----------
    representation_similarities, property_similarities
        Condensed strict upper triangles, shape `(m (m - 1) / 2,)`, pairs in the same order; see
        `bounded_similarities` and `linear_similarities`. The two may be swapped.

    Returns
    -------
    From -1 to 1; near 0, of either sign, for independent sides. Undefined for fewer than 4 molecules, where a
    similarity is undefined, and where one side is constant up to `a_i + a_j`.

    Raises
    ------
    ValueError
        When the shapes differ or are not a triangle.
    """
    sides = (representation_similarities, property_similarities)
    n_molecules = n_molecules_of(*sides)
    reason = _why_undefined(n_molecules, *sides)
    if reason:
        return Outcome.undefined(reason)
    once = np.ones((1, n_molecules), dtype=np.int64)
    return Outcome.of(_resampled_cka(_u_centred(sides[0]), _u_centred(sides[1]), once)[0])


def debiased_cka_interval(
    representation_similarities: FloatArray,
    property_similarities: FloatArray,
    *,
    n_resamples: int = N_RESAMPLES,
    seed: int = 0,
) -> Interval:
    """Return the debiased CKA with its percentile interval from resampling molecules.

    Pairs of a molecule with its own copy are left out: both matrices are U-centred before they are rebuilt, so that a
    pair that is left out stands at the mean, 0.

    Parameters
    ----------
    representation_similarities, property_similarities
        As for `debiased_cka`.
    n_resamples
        Number of bootstrap resamples.
    seed
        Seed of the resampling; with the seed of `rsa_interval` the same molecules are drawn.

    Returns
    -------
    Undefined where `debiased_cka` is; under 10 molecules there is an estimate without limits.
    """
    sides = (representation_similarities, property_similarities)
    estimate = debiased_cka(*sides)
    n_molecules = n_molecules_of(*sides)
    if estimate.reason is not None:
        return Interval.undefined(estimate.reason, n_molecules)
    reason = too_few(n_molecules, "molecules")
    if reason:
        return Interval(estimate, Outcome.undefined(reason), Outcome.undefined(reason), n_molecules)
    copies = draw_copies(n_molecules, n_resamples, seed)
    replicates = _resampled_cka(_u_centred(sides[0]), _u_centred(sides[1]), copies)
    return Interval.percentile(estimate, replicates, n_molecules)


def _u_centred(condensed: FloatArray) -> FloatArray:
    """Square matrix, shape `(m, m)`, with 0 on the diagonal, less a part of each row and column: rows add up to 0."""
    square: FloatArray = squareform(condensed - condensed.mean())
    n_molecules = len(square)
    row = square.sum(axis=1) / (n_molecules - 2)
    centred: FloatArray = square - row[:, None] - row + row.sum() / (n_molecules - 1)
    np.fill_diagonal(centred, 0.0)
    return centred


def _resampled_cka(first: FloatArray, second: FloatArray, copies: IntArray) -> FloatArray:
    """CKA of each resample, shape `(n_resamples,)`, from U-centred matrices; NaN where one side is constant."""
    weights = copies.T.astype(np.float64)
    first_sums, second_sums = first @ weights, second @ weights
    product = _hsic(first * second, first_sums, second_sums, weights)
    scale = _hsic(first**2, first_sums, first_sums, weights) * _hsic(second**2, second_sums, second_sums, weights)
    root = np.sqrt(np.maximum(scale, 0.0))
    cka: FloatArray = np.divide(product, root, out=np.full(len(root), np.nan), where=root > 0.0)
    return np.clip(cka, -1.0, 1.0)


def _hsic(products: FloatArray, first_sums: FloatArray, second_sums: FloatArray, weights: FloatArray) -> FloatArray:
    """`n (n - 3)` times Song's estimate on each resample, from the sums over the drawn molecules of each row."""
    n = len(weights)
    total = (weights * first_sums).sum(axis=0) * (weights * second_sums).sum(axis=0)
    rows: FloatArray = (weights * first_sums * second_sums).sum(axis=0)
    pairs: FloatArray = (weights * (products @ weights)).sum(axis=0)
    estimate: FloatArray = pairs + total / ((n - 1) * (n - 2)) - 2.0 * rows / (n - 2)
    return estimate


def _why_undefined(n_molecules: int, representation: FloatArray, values: FloatArray) -> str | None:
    if n_molecules < MINIMUM_MOLECULES:
        return f"debiased CKA needs at least {MINIMUM_MOLECULES} molecules, here are {len(values)} pairs of molecules"
    for name, side in (("representation", representation), ("property", values)):
        n_undefined = int((~np.isfinite(side)).sum())
        if n_undefined:
            return f"{n_undefined} of {len(side)} {name} similarities are undefined"
        if np.abs(_u_centred(side)).max() <= ROUNDING * np.abs(side).max():
            return f"the {name} similarities do not vary beyond a part of each molecule"
    return None
