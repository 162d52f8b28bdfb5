from collections.abc import Callable

import numpy as np
import pytest
import torch

from azeotrope.chemistry.mixtures import Mixtures
from azeotrope.errors import DataError
from azeotrope.models.aggregators import Concatenation
from azeotrope.models.neural.batches import MixtureBatch

ROWS = [[("O", 0.25), ("CCO", 0.75)], [("CCO", 1.0)]]


def test_by_hand(mixtures_of: Callable[..., Mixtures], batch_of: Callable[..., MixtureBatch]) -> None:
    module = Concatenation(max_components=3).build(2)
    entries = torch.tensor([[1.0, 2.0], [3.0, 4.0], [5.0, 6.0]], dtype=torch.float64)
    expected = [[0.25, 1, 2, 0.75, 3, 4, 0, 0, 0], [1, 5, 6, 0, 0, 0, 0, 0, 0]]
    assert module(entries, batch_of(mixtures_of(ROWS, [300.0] * 2))).tolist() == expected
    assert module.width == 9


def test_fixed_features_have_the_same_layout(
    mixtures_of: Callable[..., Mixtures], batch_of: Callable[..., MixtureBatch]
) -> None:
    mixtures = mixtures_of([*ROWS, [("C", 0.2), ("O", 0.3), ("CCO", 0.5)]], [300.0] * 3)
    features = np.random.default_rng(0).normal(size=(3, 4))
    aggregator = Concatenation(max_components=3)
    entries = torch.from_numpy(features[mixtures.component])
    combined = aggregator.build(4)(entries, batch_of(mixtures))
    np.testing.assert_array_equal(combined, aggregator.combine(mixtures, features))


def test_no_mixture_spills_into_the_next(
    mixtures_of: Callable[..., Mixtures], batch_of: Callable[..., MixtureBatch]
) -> None:
    batch = batch_of(mixtures_of(ROWS[::-1], [300.0] * 2))
    with pytest.raises(DataError, match=r"mixture 1 .* has 2 components.* at most 1"):
        Concatenation(max_components=1).build(2)(torch.zeros(3, 2, dtype=torch.float64), batch)
