"""The RSA of a model beside that of participants with each other: the share of the split-half reliability.

What the share is: the RSA of a model and the ratings of all participants, divided by the median RSA of one half of the
participants and the other. It puts an RSA of 0.1 beside what the data can show at all.

What it is not: a fraction of explained variance, or bounded by 1. A half has half the participants, so it is noisier
than the mean of all of them, to which the model is compared: the denominator is low and the share is high by that. The
Spearman-Brown formula would step it up to `2 r / (1 + r)`; it is for parallel tests added up, which correlations of
ranks of distances are not, so it is not applied here. At r = 0.83 it would give 0.91 and a share 8 % smaller.
"""

import numpy as np

from azeotrope.metrics.geometry import rsa
from azeotrope.metrics.halves import means_of, standardised_distances
from azeotrope.metrics.outcome import Outcome
from azeotrope.metrics.resampled_rsa import blocks_of, correlate, draw_copies, n_molecules_of, resampled_rsa, sort_both
from azeotrope.metrics.resampling import N_RESAMPLES, Interval, too_few
from azeotrope.metrics.split_half import SplitHalf
from azeotrope.metrics.threads import map_on_cores
from azeotrope.typing import BoolArray, FloatArray, IntArray

RESAMPLES_PER_SPLIT = 16
"""Resamples in a row for which two halves of the participants are the same, so that one sort serves all of them."""


def rsa_share(
    representation_distances: FloatArray,
    property_distances: FloatArray,
    ratings: FloatArray,
    reliability: SplitHalf,
    *,
    n_resamples: int = N_RESAMPLES,
    seed: int = 0,
) -> Interval:
    """Return the RSA of a model as a share of the median split-half RSA, with its percentile interval.

    Each replicate is the model's RSA over molecules drawn with replacement, divided by the RSA of two halves of the
    participants over the same ones, pairs of distinct molecules only. So the interval covers which molecules were rated
    and how the participants were split, but not which people took part: the model is compared with all of them in every
    replicate. One split serves `RESAMPLES_PER_SPLIT` resamples in a row; 2,000 take 125 splits.

    Parameters
    ----------
    representation_distances, property_distances
        As for `rsa`; the property is the mean of all participants, standardised as in `split_half`.
    ratings
        The ratings of the same molecules in the same order, shape `(p, m, a)`, that `reliability` was computed from.
    reliability
        Split-half reliability; its valid splits are used in turn.
    n_resamples
        Number of replicates.
    seed
        Seed of the molecules; with the seed of `rsa_interval` the same molecules are drawn.

    Returns
    -------
    Undefined where `rsa` or the reliability is, or where its median is not positive. Under 10 molecules, or where the
    RSA of the halves is not positive on a replicate (a ratio to it says nothing), there is an estimate without limits.

    Raises
    ------
    ValueError
        When the ratings are not of these molecules.
    """
    n_molecules = n_molecules_of(representation_distances, property_distances)
    if ratings.shape[1] != n_molecules:
        raise ValueError(f"ratings of {ratings.shape[1]} molecules do not pair with distances of {n_molecules}")
    estimate = _share(rsa(representation_distances, property_distances), reliability.median)
    reason = estimate.reason or too_few(n_molecules, "molecules")
    if reason:
        return _without_limits(estimate, reason, n_molecules)
    copies = draw_copies(n_molecules, n_resamples, seed)
    model = resampled_rsa(representation_distances, property_distances, copies, with_self_pairs=False)
    between_halves = _resampled_reliability(ratings, reliability.halves, copies)
    return _interval(estimate, model, between_halves, n_molecules)


def _interval(estimate: Outcome, model: FloatArray, between_halves: FloatArray, n_molecules: int) -> Interval:
    """Percentiles of the ratios, where every denominator is positive."""
    n_replicates, n_positive = len(between_halves), int((between_halves > 0.0).sum())
    if n_positive < n_replicates:
        reason = f"the split-half RSA is not positive on {n_replicates - n_positive} of {n_replicates} replicates"
        return _without_limits(estimate, reason, n_molecules)
    return Interval.percentile(estimate, model / between_halves, n_molecules)


def _share(model: Outcome, reliability: Outcome) -> Outcome:
    if model.value is None:
        return model
    if reliability.value is None:
        return reliability
    if reliability.value <= 0.0:
        return Outcome.undefined(f"the median split-half RSA is not positive ({reliability.value:.3f})")
    return Outcome.of(model.value / reliability.value)


def _resampled_reliability(ratings: FloatArray, halves: BoolArray, copies: IntArray) -> FloatArray:
    """RSA of two halves on each resample, one split for some resamples in a row and then the next."""

    def of_split(number: int) -> FloatArray:
        half = halves[number % len(halves)]
        first, second = (standardised_distances(means_of(ratings, chosen)) for chosen in (half, ~half))
        orders = sort_both(first, second, with_self_pairs=False)
        resamples = copies[number * RESAMPLES_PER_SPLIT :][:RESAMPLES_PER_SPLIT]
        return np.concatenate([correlate(orders, block) for block in blocks_of(resamples)])[: len(resamples)]

    return np.concatenate(map_on_cores(of_split, range(-(-len(copies) // RESAMPLES_PER_SPLIT))))


def _without_limits(estimate: Outcome, reason: str, n_molecules: int) -> Interval:
    return Interval(estimate, Outcome.undefined(reason), Outcome.undefined(reason), n_molecules)
