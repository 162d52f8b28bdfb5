import numpy as np

from azeotrope.metrics.excess import IdealDecomposition
from azeotrope.metrics.named_outcomes import improvement_outcomes


def test_a_prediction_within_rounding_of_the_ideal_value_improves_nothing() -> None:
    """Every row misses by a little more than the ideal value, which is rounding of values near 300."""
    ideal = np.linspace(280.0, 320.0, 24)
    prediction = ideal - np.random.default_rng(0).uniform(1e-14, 1e-12, 24)
    parts = IdealDecomposition(truth=ideal + 1.0, prediction=prediction, ideal=ideal, predicted_ideal=ideal)
    found = improvement_outcomes(parts, np.arange(24) // 2, n_resamples=50, seed=0)
    assert {name: outcome.value for name, outcome in found.items()} == {
        "delta_mae": 0.0,
        "delta_mae_low": 0.0,
        "delta_mae_high": 0.0,
    }
