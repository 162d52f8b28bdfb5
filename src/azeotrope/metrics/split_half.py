"""Split-half reliability of ratings: how alike two halves of the participants see the same units."""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from azeotrope.metrics.halves import draw_halves, means_of, standardised_distances
from azeotrope.metrics.midranks import centred_ranks, rank_correlation
from azeotrope.metrics.outcome import Outcome
from azeotrope.metrics.resampling import Interval
from azeotrope.metrics.threads import map_on_cores
from azeotrope.typing import BoolArray, FloatArray

MINIMUM_PARTICIPANTS = 4
MINIMUM_UNITS = 3
DRAWS_PER_SPLIT = 10
"""How many splits are drawn, for each that is asked for, before giving up."""


@dataclass(frozen=True, eq=False)
class SplitHalf:
    """RSA between the halves of the participants, over many splits.

    Attributes
    ----------
    interval
        The median over the splits, and their 2.5th and 97.5th percentiles: the spread over splits of these
        participants, not a confidence interval for others. `n_units` is the number of participants.
    correlations
        RSA of each valid split, shape `(n_splits,)`; empty where reliability is undefined.
    halves
        Who was in the first half of each valid split, shape `(n_splits, p)`.
    n_rejected
        Number of splits drawn and not used: a half lacked a rating of some unit, or saw no differences.
    """

    interval: Interval
    correlations: FloatArray
    halves: BoolArray
    n_rejected: int

    @property
    def median(self) -> Outcome:
        """Median of the correlations, or why there is none."""
        return self.interval.estimate


def split_half(ratings: FloatArray, strata: Sequence[str], *, n_splits: int = 1_000, seed: int = 0) -> SplitHalf:
    """Return the split-half reliability of the geometry of ratings.

    Participants are dealt into halves within strata. In each half, ratings are averaged over its participants, each
    attribute is standardised over the units, and units are compared by Euclidean distance; the two geometries are
    compared by RSA. Each half has half the participants, so this says how reliable half of them are.

    Parameters
    ----------
    ratings
        Shape `(p, u, a)`, the mean of each participant; NaN where the participant did not rate.
    strata
        Stratum of each participant, length `p`; empty for one stratum.
    n_splits
        Number of valid splits.
    seed
        Seed of the splits; the result does not depend on the number of cores.

    Returns
    -------
    From -1 to 1. Undefined for fewer than 4 participants or 3 units, where a unit has fewer than two ratings of an
    attribute, and where 10 draws for each split asked for do not give enough valid ones.

    Raises
    ------
    ValueError
        When the strata do not pair with the participants.
    """
    n_participants = len(ratings)
    if len(strata) not in (0, n_participants):
        raise ValueError(f"{len(strata)} strata do not pair with {n_participants} participants")
    reason = _why_undefined(ratings)
    if reason:
        return _undefined(reason, n_participants, 0)
    labels = list(strata) or [""] * n_participants
    halves, correlations, n_drawn = _valid_splits(ratings, labels, n_splits, np.random.default_rng(seed))
    n_valid = len(correlations)
    if n_valid < n_splits:
        short = f"only {n_valid} of {n_drawn} splits have two halves that rate every unit and see every attribute vary"
        return _undefined(f"{short}, {n_splits} are needed", n_participants, n_drawn - n_valid)
    median = Outcome.of(np.median(correlations)) if n_valid else Outcome.undefined("no split was asked for")
    interval = Interval.percentile(median, correlations, n_participants)
    return SplitHalf(interval, correlations, halves, n_drawn - n_valid)


def _valid_splits(
    ratings: FloatArray, strata: Sequence[str], n_splits: int, rng: np.random.Generator
) -> tuple[BoolArray, FloatArray, int]:
    """Halves and correlations of the first valid splits, as many as are wanted or found, and how many were drawn."""
    halves, correlations, n_drawn = np.empty((0, len(ratings)), dtype=np.bool_), np.empty(0), 0
    most = DRAWS_PER_SPLIT * n_splits
    while len(correlations) < n_splits and n_drawn < most:
        drawn = draw_halves(strata, min(n_splits - len(correlations), most - n_drawn), rng)
        found = np.array(map_on_cores(lambda half: _correlation_of_halves(ratings, half), drawn))
        valid = np.isfinite(found)
        halves, correlations = np.concatenate([halves, drawn[valid]]), np.concatenate([correlations, found[valid]])
        n_drawn += len(drawn)
    return halves, correlations, n_drawn


def _correlation_of_halves(ratings: FloatArray, half: BoolArray) -> float:
    """RSA of the two halves; NaN where a half lacks a rating or sees no differences."""
    means = [means_of(ratings, chosen) for chosen in (half, ~half)]
    if not all(np.isfinite(part).all() for part in means):
        return np.nan
    distances = [standardised_distances(part) for part in means]
    if not all(np.isfinite(side).all() for side in distances):
        return np.nan
    return rank_correlation(centred_ranks(distances[0]), centred_ranks(distances[1]))


def _why_undefined(ratings: FloatArray) -> str | None:
    n_participants, n_units, _ = ratings.shape
    if n_participants < MINIMUM_PARTICIPANTS:
        return f"split halves need at least {MINIMUM_PARTICIPANTS} participants, here are {n_participants}"
    if n_units < MINIMUM_UNITS:
        return f"RSA needs at least {MINIMUM_UNITS} units, here are {n_units}"
    n_alone = int((np.isfinite(ratings).sum(axis=0) < 2).any(axis=1).sum())
    if n_alone:
        return (
            f"{n_alone} of {n_units} units have fewer than two ratings of an attribute, so no two halves rate all units"
        )
    return None


def _undefined(reason: str, n_participants: int, n_rejected: int) -> SplitHalf:
    nothing = np.empty((0, n_participants), dtype=np.bool_)
    return SplitHalf(Interval.undefined(reason, n_participants), np.empty(0), nothing, n_rejected)
