from typing import Any

import numpy as np
import pytest

from azeotrope.errors import ConfigError
from azeotrope.featurizers.gaussian import GaussianFeatures

SMILES = ["C" * n for n in range(1, 201)]


def test_no_molecules_give_no_rows() -> None:
    assert GaussianFeatures(3, 0).features([]).shape == (0, 3)


def test_numbers_are_standard_normal_and_independent() -> None:
    features = GaussianFeatures(100, 0).features(SMILES)
    assert abs(features.mean()) < 5 / np.sqrt(features.size)
    assert abs(features.std() - 1) < 5 / np.sqrt(2 * features.size)
    assert np.abs(np.corrcoef(features.T) - np.eye(100)).max() < 0.4


def test_a_row_depends_on_the_smiles_and_on_nothing_else() -> None:
    together = GaussianFeatures(8, 0).features(SMILES)
    np.testing.assert_array_equal(GaussianFeatures(8, 0).features(SMILES[::-1])[::-1], together)
    np.testing.assert_array_equal(GaussianFeatures(8, 0).features(SMILES[7:8]), together[7:8])
    assert len(np.unique(together[:, 0])) == len(SMILES)


def test_another_seed_gives_other_numbers() -> None:
    first, second = (GaussianFeatures(100, seed).features(SMILES) for seed in (0, 1))
    assert abs(np.corrcoef(first.ravel(), second.ravel())[0, 1]) < 0.05
    assert GaussianFeatures(100, 0).identity != GaussianFeatures(100, 1).identity
    assert GaussianFeatures(100, 0).identity != GaussianFeatures(10, 0).identity


@pytest.mark.parametrize(("name", "value"), [("width", 0), ("width", 1.5), ("seed", -1), ("seed", None)])
def test_a_number_out_of_range_is_named(name: str, value: Any) -> None:
    with pytest.raises(ConfigError, match=f"featurizer.{name} is {value!r}"):
        GaussianFeatures(**{"width": 4, "seed": 0, name: value})
