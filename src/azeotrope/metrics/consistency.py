"""How far a trained model breaks the laws every mixture obeys, in the unit of the property; 0 is perfect."""

import numpy as np

from azeotrope.chemistry.mixtures import Mixtures
from azeotrope.errors import DataError
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
    model predicts a row as it is but not as it is rewritten, or refuses the rewritten row.
    """
    rng = np.random.default_rng(seed)
    sample = mixtures.take(_sample(np.flatnonzero(~mixtures.is_pure), max_rows, rng))
    chosen, partner = _two_entries(sample, rng)
    guest = absent_guests(sample, guests, rng)
    hosts = np.flatnonzero(guest >= 0)

    plain = predicted_values(predict, sample)
    known = np.isfinite(plain)
    limit = predicted_values(predict, pure_limit(sample, chosen))

    def change(of: BoolArray, before: FloatArray, *altered: Mixtures) -> Outcome:
        try:
            after = np.concatenate([predicted_values(predict, each) for each in altered])
        except DataError as error:
            return Outcome.undefined(f"the model refuses rewritten rows: {error}")
        return _largest_change(np.tile(of, len(altered)), np.tile(before, len(altered)), after)

    with_guest = with_absent_component(sample.take(hosts), guest[hosts])
    return {
        "consistency_permutation": change(known, plain, reversed_components(sample), shuffled_components(sample, rng)),
        "consistency_split": change(known, plain, with_split_component(sample, chosen)),
        "consistency_zero": change(known[hosts], plain[hosts], with_guest),
        "consistency_pure": change(known, limit, nearly_pure(sample, chosen, partner)),
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
