"""Spearman correlation of the values that two tables give to the same molecules, with its interval."""

import numpy as np
from scipy.stats import rankdata

from azeotrope.metrics.outcome import Outcome, why_undefined
from azeotrope.metrics.resampled_rsa import draw_copies
from azeotrope.metrics.resampling import Interval, too_few
from azeotrope.typing import FloatArray

MINIMUM_MOLECULES = 3


def spearman_interval(first: FloatArray, second: FloatArray, *, n_resamples: int, seed: int) -> Interval:
    """Return the Spearman correlation of two columns, with its percentile interval from resampling molecules.

    Parameters
    ----------
    first, second
        Values of the same `m` molecules, shape `(m,)`, each in its own unit.
    n_resamples
        Number of bootstrap resamples.
    seed
        Seed of the resampling; with the seed of `rsa_interval` the same molecules are drawn.

    Returns
    -------
    From -1 to 1; ties get mid-ranks. Undefined for fewer than 3 molecules, for values that are not finite, and where a
    column is constant; under 10 molecules there is an estimate without limits.

    Raises
    ------
    ValueError
        When the shapes differ.
    """
    reason = why_undefined(first=first, second=second) or _why_none(first, second)
    n_molecules = len(first)
    if reason:
        return Interval.undefined(reason, n_molecules)
    estimate = Outcome.of(_correlations(first[None], second[None])[0])
    reason = too_few(n_molecules, "molecules")
    if reason:
        return Interval(estimate, Outcome.undefined(reason), Outcome.undefined(reason), n_molecules)
    copies = draw_copies(n_molecules, n_resamples, seed)
    drawn = np.repeat(np.tile(np.arange(n_molecules), n_resamples), copies.ravel()).reshape(n_resamples, n_molecules)
    return Interval.percentile(estimate, _correlations(first[drawn], second[drawn]), n_molecules)


def _correlations(first: FloatArray, second: FloatArray) -> FloatArray:
    """Spearman correlation of each pair of rows; NaN where a row is constant."""
    ranks = [rankdata(side, axis=1) for side in (first, second)]
    centred = [side - side.mean(axis=1, keepdims=True) for side in ranks]
    products = (centred[0] * centred[1]).sum(axis=1)
    scale = np.sqrt((centred[0] ** 2).sum(axis=1) * (centred[1] ** 2).sum(axis=1))
    correlations: FloatArray = np.divide(products, scale, out=np.full(len(scale), np.nan), where=scale > 0.0)
    return np.clip(correlations, -1.0, 1.0)


def _why_none(first: FloatArray, second: FloatArray) -> str | None:
    if len(first) < MINIMUM_MOLECULES:
        return f"a rank correlation needs at least {MINIMUM_MOLECULES} molecules, here are {len(first)}"
    for name, values in (("first", first), ("second", second)):
        if values.min() == values.max():
            return f"all {len(values)} {name} values are equal"
    return None
