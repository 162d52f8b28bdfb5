from collections.abc import Callable

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from azeotrope.chemistry.mixtures import Mixtures
from azeotrope.errors import ConfigError, DataError
from azeotrope.models.aggregators import Concatenation, WeightedSum

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


def test_concatenation_by_hand(mixtures_of: Callable[..., Mixtures]) -> None:
    mixtures = mixtures_of([[("O", 0.25), ("CCO", 0.75)], [("CCO", 1.0)]])
    features = np.zeros((2, 2))
    features[mixtures.molecules.smiles.index("O")] = [1.0, 2.0]
    features[mixtures.molecules.smiles.index("CCO")] = [4.0, 8.0]
    before = features.copy()
    combined = Concatenation(max_components=3).combine(mixtures, features)
    assert combined.tolist() == [[0.25, 1, 2, 0.75, 4, 8, 0, 0, 0], [1, 4, 8, 0, 0, 0, 0, 0, 0]]
    np.testing.assert_array_equal(features, before)


def test_concatenation_keeps_the_order_of_the_entries(mixtures_of: Callable[..., Mixtures]) -> None:
    row = [("O", 0.25), ("CCO", 0.75)]
    left, right = Concatenation(max_components=2).combine(mixtures_of([row, row[::-1]]), FEATURES)
    np.testing.assert_array_equal(left.reshape(2, 3), right.reshape(2, 3)[::-1])


def test_concatenation_of_no_mixtures(mixtures_of: Callable[..., Mixtures]) -> None:
    empty = mixtures_of([[("O", 1.0)]], also=["C"]).take([])
    Concatenation(max_components=1).check(empty)
    assert Concatenation(max_components=4).combine(empty, FEATURES).shape == (0, 12)


def test_a_data_set_of_too_many_components_is_refused_with_both_numbers(mixtures_of: Callable[..., Mixtures]) -> None:
    mixtures = mixtures_of([[("O", 1.0)], [("O", 0.2), ("C", 0.3), ("CCO", 0.5)]])
    Concatenation(max_components=3).check(mixtures)
    WeightedSum().check(mixtures)
    with pytest.raises(ConfigError, match=r"max_components=2 components.*mixtures of 3; set .*max_components=3"):
        Concatenation(max_components=2).check(mixtures)


def test_a_mixture_of_too_many_components_is_named(mixtures_of: Callable[..., Mixtures]) -> None:
    mixtures = mixtures_of([[("O", 1.0)], [("O", 0.25), ("CCO", 0.75)]])
    WeightedSum().check_rows(mixtures)
    for refuse in (Concatenation(1).check_rows, lambda rows: Concatenation(1).combine(rows, FEATURES)):
        with pytest.raises(DataError, match=r"mixture 1 \(counted from 0\) has 2 components.* at most 1"):
            refuse(mixtures)


def test_no_slot_is_refused() -> None:
    with pytest.raises(ConfigError, match=r"aggregator\.max_components is 0"):
        Concatenation(max_components=0)
