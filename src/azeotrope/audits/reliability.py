"""Split-half reliability of a ratings table, as a finding."""

from math import comb

import numpy as np

from azeotrope.audits.finding import Finding
from azeotrope.datasets.ratings import RatingsTable
from azeotrope.metrics.resampling import Interval
from azeotrope.metrics.split_half import SplitHalf, split_half


def reliability_of(table: RatingsTable, *, n_splits: int, seed: int) -> SplitHalf:
    """Return the split-half reliability of a table; undefined where it holds means only."""
    if not table.participants:
        reason = f"{table.info.dataset} has means only, not the ratings of each participant"
        return SplitHalf(Interval.undefined(reason, 0), np.empty(0), np.empty((0, 0), dtype=np.bool_), 0)
    return split_half(table.ratings, table.strata, n_splits=n_splits, seed=seed)


def reliability_finding(reliability: SplitHalf, *, n_splits: int, seed: int, subject: str = "") -> Finding:
    """Return the median over the splits with their percentiles."""
    return Finding.of(
        "split_half_rsa",
        reliability.interval,
        resampled="participants",
        n_resamples=n_splits,
        seed=seed,
        subject=subject,
        kind="95% of split halves",
    )


def reliability_notes(reliability: SplitHalf, subject: str = "") -> tuple[str, ...]:
    """Return how many splits were drawn and rejected, where some were, and whether more were drawn than there are."""
    name = f"{subject} split_half_rsa".strip()
    notes = []
    if reliability.n_rejected:
        notes.append(
            f"{name}: {reliability.n_rejected} splits drawn again; a half did not rate every unit or saw no difference"
        )
    n_participants = reliability.halves.shape[1]
    n_different = comb(n_participants, n_participants // 2) // (1 if n_participants % 2 else 2)
    if 0 < n_different < len(reliability.correlations):
        notes.append(f"{name}: {n_participants} participants can be split into halves in {n_different} ways only")
    return tuple(notes)
