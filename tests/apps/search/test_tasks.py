from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest
from omegaconf import OmegaConf

from azeotrope.apps.search.tasks import _dataset_overrides, _spread, run_overrides
from azeotrope.errors import ConfigError


def fold(values: list[float], train: list[int]) -> Any:
    table = SimpleNamespace(value=np.array(values))
    experiment = SimpleNamespace(dataset=SimpleNamespace(table=table), labels={"dataset": "mine"})
    return SimpleNamespace(experiment=experiment, split=SimpleNamespace(train=np.array(train)))


def test_errors_are_scaled_by_the_interquartile_range_of_the_training_values() -> None:
    values = [0.0, 1.0, 2.0, 3.0, 4.0, 1e6]  # the last is no training row
    assert _spread(fold(values, [0, 1, 2, 3, 4])) == pytest.approx(2.0)
    assert _spread(fold([10 * value for value in values], [0, 1, 2, 3, 4])) == pytest.approx(20.0)


@pytest.mark.parametrize("train", [[0], [0, 1, 2, 3]])
def test_values_without_spread_are_an_error_that_names_the_data(train: list[int]) -> None:
    with pytest.raises(ConfigError, match="half of the training values of mine are equal"):
        _spread(fold([5.0, 5.0, 5.0, 5.0], train))


def test_an_entry_of_across_is_a_name_or_overrides() -> None:
    across = OmegaConf.create(["dcn", {"dataset": "solvation", "max_train_rows": 100_000}])
    assert [_dataset_overrides(entry) for entry in across] == [
        ("dataset=dcn",),
        ("dataset=solvation", "max_train_rows=100000"),
    ]
    for entry in (3, {"max_train_rows": 1}):
        with pytest.raises(ConfigError, match="across holds"):
            _dataset_overrides(entry)


def test_the_runs_of_a_search_are_typed_without_its_own_keys() -> None:
    typed = ["model=dmpnn", "n_trials=3", "space.predictor.n_layers.choices=[3]", "+space=x", "workers=2", "seed=1"]
    assert run_overrides([*typed, "across=[dcn,mon]", "trainer.epochs=2"]) == [
        "model=dmpnn",
        "seed=1",
        "trainer.epochs=2",
    ]
