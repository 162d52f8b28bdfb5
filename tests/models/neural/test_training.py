from collections.abc import Callable

import pytest

from azeotrope.errors import ConfigError
from azeotrope.models.neural.training import TrainerOptions


@pytest.mark.parametrize(("n_rows", "steps", "epochs"), [(1, 1, 100), (32, 1, 100), (33, 2, 50), (6400, 200, 3)])
def test_small_tables_get_more_epochs(
    options_of: Callable[..., TrainerOptions], n_rows: int, steps: int, epochs: int
) -> None:
    options = options_of(min_steps=100)
    assert options.steps_per_epoch(n_rows) == steps
    assert options.epochs_for(n_rows) == epochs


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("epochs", 0),
        ("batch_size", -1),
        ("peak_learning_rate", 0.0),
        ("min_steps", -1),
        ("warmup_epochs", -2),
        ("devices", 2),
        ("devices", [0, 1]),
    ],
)
def test_values_that_cannot_train_are_refused_by_name(
    options_of: Callable[..., TrainerOptions], name: str, value: object
) -> None:
    with pytest.raises(ConfigError, match=f"trainer.{name}"):
        options_of(**{name: value})


def test_one_device_can_be_chosen(options_of: Callable[..., TrainerOptions]) -> None:
    assert options_of(devices=[1]).devices == [1]
