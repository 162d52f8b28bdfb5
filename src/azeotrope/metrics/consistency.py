"""How far a trained model breaks the laws every mixture obeys, in the unit of the property; 0 is perfect."""

import numpy as np

from azeotrope.chemistry.mixtures import Mixtures
from azeotrope.metrics.altered_mixtures import (
    absent_guests,
    nearly_pure,
    pure_limit,
    reversed_components,
    shuffled_components,
    with_absent_component,
    with_split_component,
)
from azeotrope.metrics.outcome import Outcome
from azeotrope.metrics.predictor import Predict, predicted_values
from azeotrope.typing import BoolArray, FloatArray, IntArray

MAX_ROWS = 500


def consistency(
    predict: Predict, mixtures: Mixtures, *, guests: IntArray, max_rows: int = MAX_ROWS, seed: int = 0
) -> dict[str, Outcome]:
    """Return the largest absolute change of the prediction under changes that must not matter.

    Parameters
    ----------
    predict
        The model.
    mixtures
        Rows to test; pure ones are left out.
    guests
        Molecule indices from which an absent component is drawn.
    max_rows
        A random sample of so many rows is tested where there are more.
    seed
        Seed of the sample, of the shuffle and of the chosen components.

    Returns
    -------
    Four numbers, 0 or larger, in the unit of the prediction:

    - ``consistency_permutation``: components in reverse and in random order;
    - ``consistency_split``: a random component as two equal halves;
    - ``consistency_zero``: another molecule added with fraction 0;
    - ``consistency_pure``: a random component with 1e-6 of another, against it alone; 1e-6 of a smooth model's slope.

    Rows without a prediction are left out. Undefined without a mixture row, where no row is predicted, and where the
    model predicts a row as it is but not as it is rewritten.
    """
    rng = np.random.default_rng(seed)
    sample = mixtures.take(_sample(np.flatnonzero(~mixtures.is_pure), max_rows, rng))
    chosen, partner = _two_entries(sample, rng)
    guest = absent_guests(sample, guests, rng)
    hosts = np.flatnonzero(guest >= 0)

    def values(altered: Mixtures) -> FloatArray:
        return predicted_values(predict, altered)

    plain = values(sample)
    known = np.isfinite(plain)
    reordered = np.concatenate([values(reversed_components(sample)), values(shuffled_components(sample, rng))])
    with_guest = values(with_absent_component(sample.take(hosts), guest[hosts]))
    limit, near_limit = values(pure_limit(sample, chosen)), values(nearly_pure(sample, chosen, partner))
    return {
        "consistency_permutation": _largest_change(np.tile(known, 2), np.tile(plain, 2), reordered),
        "consistency_split": _largest_change(known, plain, values(with_split_component(sample, chosen))),
        "consistency_zero": _largest_change(known[hosts], plain[hosts], with_guest),
        "consistency_pure": _largest_change(known, limit, near_limit),
    }


def _sample(rows: IntArray, max_rows: int, rng: np.random.Generator) -> IntArray:
    return np.sort(rng.choice(rows, max_rows, replace=False)) if len(rows) > max_rows else rows


def _two_entries(mixtures: Mixtures, rng: np.random.Generator) -> tuple[IntArray, IntArray]:
    """Two different random entries of each row."""
    order = np.lexsort((rng.random(len(mixtures.component)), mixtures.row_of_entry))
    start = mixtures.offsets[:-1]
    return order[start], order[start + 1]


def _largest_change(known: BoolArray, before: FloatArray, after: FloatArray) -> Outcome:
    """Largest change over the rows that the model predicts as they are."""
    if len(known) == 0:
        return Outcome.undefined("there is no mixture row to alter this way")
    if not known.any():
        return Outcome.undefined("the model predicts none of the mixture rows")
    change = np.abs(after[known] - before[known])
    lost = int(np.isnan(change).sum())
    if lost:
        return Outcome.undefined(f"{lost} of {len(change)} predicted rows have no prediction when rewritten")
    return Outcome.of(change.max())
