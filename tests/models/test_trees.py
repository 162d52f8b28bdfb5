import re
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest
import torch

from azeotrope.datasets.dataset import Dataset
from azeotrope.errors import ConfigError
from azeotrope.featurizers.descriptors import NormalizedDescriptors
from azeotrope.models.aggregators import WeightedSum
from azeotrope.models.decompositions import Direct
from azeotrope.models.interactions import NoInteraction
from azeotrope.models.protocol import FitContext
from azeotrope.models.stopping import FitPaused
from azeotrope.models.temperature import NoTemperature
from azeotrope.models.trees import XGBoostModel


def model_of(**changes: Any) -> XGBoostModel:
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
    return XGBoostModel(**options | changes)


def fitted_on(
    dataset: Dataset, n_validation: int = 0, context: FitContext | None = None, **changes: Any
) -> XGBoostModel:
    model = model_of(**changes)
    rows = np.arange(len(dataset.table.mixtures))
    n_train = len(rows) - n_validation
    model.fit(dataset, rows[:n_train], rows[n_train:], context or FitContext())
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


def test_a_pause_tells_the_error_in_the_unit_of_the_data(with_solute: Dataset) -> None:
    table = with_solute.table
    with pytest.raises(FitPaused) as paused:
        fitted_on(with_solute, 3, FitContext(until=1 / 60))
    first = fitted_on(with_solute, 3, n_estimators=1)
    error = (first.predict(table.mixtures) - table.value)[-3:]
    assert paused.value.share == 1 / 60
    assert paused.value.validation_rmse == pytest.approx(np.sqrt(np.mean(error**2)), rel=1e-5)


def test_after_a_pause_it_starts_over_and_comes_to_the_same(with_solute: Dataset) -> None:
    model = model_of()
    rows = np.arange(12)
    with pytest.raises(FitPaused):
        model.fit(with_solute, rows[:9], rows[9:], FitContext(until=0.05))
    model.fit(with_solute, rows[:9], rows[9:], FitContext())
    assert torch.equal(model.state()["trees"], fitted_on(with_solute, 3).state()["trees"])


def test_columns_and_penalty_reach_the_trees(binaries: Dataset) -> None:
    plain, named, penalised, fewer = (
        fitted_on(binaries, n_estimators=5, **changes).state()["trees"]
        for changes in (
            {},
            {"colsample_bytree": 1.0, "reg_lambda": 1.0},
            {"reg_lambda": 20.0},
            {"colsample_bytree": 0.05},
        )
    )
    assert torch.equal(plain, named)
    assert not torch.equal(plain, penalised)
    assert not torch.equal(plain, fewer)


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("colsample_bytree", 0.0),
        ("colsample_bytree", 1.1),
        ("colsample_bytree", float("nan")),
        ("reg_lambda", -0.1),
        ("reg_lambda", float("nan")),
    ],
)
def test_what_grows_no_trees_is_refused(name: str, value: float) -> None:
    with pytest.raises(ConfigError, match=re.escape(f"predictor.{name}") + f".*{value}"):
        model_of(**{name: value})
