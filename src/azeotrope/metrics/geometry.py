"""Representational similarity analysis (RSA): the rank correlation of two distance matrices over the same molecules."""

import numpy as np

from azeotrope.metrics.both_rsa import both_rsa
from azeotrope.metrics.outcome import Outcome
from azeotrope.metrics.resampled_rsa import draw_copies, n_molecules_of, resampled_rsa
from azeotrope.metrics.resampling import N_RESAMPLES, Interval, too_few
from azeotrope.typing import FloatArray, IntArray

MINIMUM_MOLECULES = 3


def rsa(representation_distances: FloatArray, property_distances: FloatArray) -> Outcome:
    """Return the Spearman correlation of two distance matrices over the same molecules (RSA).

    Parameters
    ----------
    representation_distances, property_distances
        Condensed strict upper triangles, shape `(m (m - 1) / 2,)`, pairs in the same order; see `distances`. The two
        may be swapped.

    Returns
    -------
    From -1 to 1; ties get mid-ranks. Undefined for fewer than 3 molecules, where one side is constant, and where a
    distance is undefined.

    Raises
    ------
    ValueError
        When the shapes differ or are not a triangle.
    """
    n_molecules = n_molecules_of(representation_distances, property_distances)
    reason = _why_undefined(n_molecules, representation_distances, property_distances)
    if reason:
        return Outcome.undefined(reason)
    once = np.ones((1, n_molecules), dtype=np.int64)
    return Outcome.of(resampled_rsa(representation_distances, property_distances, once, with_self_pairs=False)[0])


def rsa_interval(
    representation_distances: FloatArray,
    property_distances: FloatArray,
    *,
    n_resamples: int = N_RESAMPLES,
    seed: int = 0,
    with_self_pairs: bool = True,
) -> Interval:
    """Return the RSA with its percentile interval from resampling molecules.

    Molecules are drawn with replacement and both matrices rebuilt. That makes pairs of a molecule with its own copy,
    0 apart on both sides, which no sample of different molecules holds. Keeping them (Huang and Sun 2026, supplement H)
    shifts the interval up where the correlation is weak and the molecules are few; without them it is over pairs of
    distinct molecules only, as the estimate is.

    Parameters
    ----------
    representation_distances, property_distances
        As for `rsa`.
    n_resamples
        Number of bootstrap resamples.
    seed
        Seed of the resampling; the result depends neither on the machine's number of cores nor on anything else.
    with_self_pairs
        Whether pairs of a molecule with its own copy count; the molecules drawn are the same either way.

    Returns
    -------
    Undefined where `rsa` is; under 10 molecules there is an estimate without limits.
    """
    if nothing := _without_limits(representation_distances, property_distances):
        return nothing
    copies = _once_and_drawn(n_molecules_of(representation_distances, property_distances), n_resamples, seed)
    values = resampled_rsa(representation_distances, property_distances, copies, with_self_pairs=with_self_pairs)
    return Interval.percentile(Outcome.of(values[0]), values[1:], copies.shape[1])


def rsa_intervals(
    representation_distances: FloatArray, property_distances: FloatArray, *, n_resamples: int, seed: int
) -> tuple[Interval, Interval]:
    """Return `rsa_interval` with self-pairs and without them, in the time of one."""
    if nothing := _without_limits(representation_distances, property_distances):
        return nothing, nothing
    copies = _once_and_drawn(n_molecules_of(representation_distances, property_distances), n_resamples, seed)
    with_self_pairs, distinct = (
        Interval.percentile(Outcome.of(values[0]), values[1:], copies.shape[1])
        for values in both_rsa(representation_distances, property_distances, copies)
    )
    return with_self_pairs, distinct


def _without_limits(representation_distances: FloatArray, property_distances: FloatArray) -> Interval | None:
    """Return what is known where no resampling is possible, or None where it is."""
    n_molecules = n_molecules_of(representation_distances, property_distances)
    reason = _why_undefined(n_molecules, representation_distances, property_distances)
    if reason:
        return Interval.undefined(reason, n_molecules)
    reason = too_few(n_molecules, "molecules")
    if reason is None:
        return None
    estimate, nothing = rsa(representation_distances, property_distances), Outcome.undefined(reason)
    return Interval(estimate, nothing, nothing, n_molecules)


def _once_and_drawn(n_molecules: int, n_resamples: int, seed: int) -> IntArray:
    """Copies of each molecule in each resample, after one with each molecule once.

    That one is the data as they are, without self-pairs: it spares sorting the pairs again for the estimate.
    """
    return np.vstack([np.ones(n_molecules, dtype=np.int64), draw_copies(n_molecules, n_resamples, seed)])


def _why_undefined(
    n_molecules: int, representation_distances: FloatArray, property_distances: FloatArray
) -> str | None:
    if n_molecules < MINIMUM_MOLECULES:
        here = "are 2" if n_molecules == 2 else "is at most 1"
        return f"RSA needs at least {MINIMUM_MOLECULES} molecules, here {here}"
    for name, distances in (("representation", representation_distances), ("property", property_distances)):
        n_undefined = int((~np.isfinite(distances)).sum())
        if n_undefined:
            return (
                f"{n_undefined} of {len(distances)} {name} distances are undefined, which a zero vector, an empty "
                "fingerprint or a value that is not finite makes them"
            )
        if distances.min() == distances.max():
            return f"all {len(distances)} {name} distances are equal"
    return None
