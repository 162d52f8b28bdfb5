from collections.abc import Callable

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from azeotrope.chemistry.mixtures import Mixtures
from azeotrope.models.aggregators import WeightedSum

FEATURES = np.array([[1.0, 0.0], [3.0, 10.0]])


def test_by_hand(mixtures_of: Callable[..., Mixtures]) -> None:
    mixtures = mixtures_of([[("O", 0.25), ("CCO", 0.75)], [("CCO", 1.0)]])
    features = np.zeros((2, 2))
    features[mixtures.molecules.smiles.index("CCO")] = [4.0, 8.0]
    np.testing.assert_allclose(WeightedSum().combine(mixtures, features), [[3.0, 6.0], [4.0, 8.0]])


def test_no_mixtures(mixtures_of: Callable[..., Mixtures]) -> None:
    empty = mixtures_of([[("O", 1.0)]], also=["C"]).take([])
    assert WeightedSum().combine(empty, FEATURES).shape == (0, 2)


@given(fraction=st.floats(0, 1))
def test_order_splitting_and_absent_components_change_nothing(
    mixtures_of: Callable[..., Mixtures], fraction: float
) -> None:
    rows = [
        [("O", fraction), ("C", 1 - fraction)],
        [("C", 1 - fraction), ("O", fraction)],
        [("O", fraction / 2), ("C", 1 - fraction), ("O", fraction / 2)],
        [("O", fraction), ("C", 1 - fraction), ("CCO", 0.0)],
    ]
    mixtures = mixtures_of(rows)
    combined = WeightedSum().combine(mixtures, np.random.default_rng(0).normal(size=(3, 4)))
    np.testing.assert_allclose(combined, np.broadcast_to(combined[0], combined.shape), atol=1e-12)
