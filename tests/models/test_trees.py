from collections.abc import Callable
from typing import Any

import numpy as np
import torch

from azeotrope.datasets.dataset import Dataset
from azeotrope.featurizers.descriptors import NormalizedDescriptors
from azeotrope.models.aggregators import WeightedSum
from azeotrope.models.decompositions import Direct
from azeotrope.models.interactions import NoInteraction
from azeotrope.models.protocol import FitContext
from azeotrope.models.temperature import NoTemperature
from azeotrope.models.trees import XGBoostModel


def fitted_on(dataset: Dataset, n_validation: int = 0, **changes: Any) -> XGBoostModel:
    options: dict[str, Any] = {
        "featurizer": NormalizedDescriptors(),
        "interaction": NoInteraction(),
        "aggregator": WeightedSum(),
        "temperature": NoTemperature(),
        "decomposition": Direct(),
        "n_estimators": 60,
        "max_depth": 3,
        "learning_rate": 0.5,
        "subsample": 1.0,
        "early_stopping_rounds": 5,
        "seed": 0,
        "threads": 1,
    }
    model = XGBoostModel(**options | changes)
    rows = np.arange(len(dataset.table.mixtures))
    n_train = len(rows) - n_validation
    model.fit(dataset, rows[:n_train], rows[n_train:], FitContext())
    return model


def test_a_solute_is_used(with_solute: Dataset) -> None:
    model = fitted_on(with_solute)
    np.testing.assert_allclose(model.predict(with_solute.table.mixtures), with_solute.table.value, atol=0.1)


def test_the_seed_draws_the_rows_of_each_tree(with_solute: Dataset, dataset_of: Callable[..., Dataset]) -> None:
    varied = dataset_of(with_solute.table.mixtures, np.arange(12.0) ** 2)
    first, second = (fitted_on(varied, subsample=0.5, seed=seed).predict(varied.table.mixtures) for seed in (0, 1))
    assert not np.array_equal(first, second)


def test_the_trees_are_kept_as_bytes_that_no_code_hides_in(with_solute: Dataset) -> None:
    assert fitted_on(with_solute).state()["trees"].dtype == torch.uint8


def test_validation_rows_stop_the_boosting(with_solute: Dataset, dataset_of: Callable[..., Dataset]) -> None:
    varied = dataset_of(with_solute.table.mixtures, [1.0, 2.0, 4.0, 8.0] * 3)
    assert len(fitted_on(varied, 4).state()["trees"]) < len(fitted_on(varied).state()["trees"])
