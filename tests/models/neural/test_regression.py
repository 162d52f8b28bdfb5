from collections.abc import Callable

import numpy as np
import pytest
import torch
from lightning.pytorch import Trainer

from azeotrope.datasets.dataset import Dataset
from azeotrope.models.neural.learned import Learned
from azeotrope.models.neural.model import NeuralModel
from azeotrope.models.neural.regression import Regression
from azeotrope.models.neural.training import TrainerOptions


@pytest.fixture
def module_of(
    binaries: Dataset, model_of: Callable[..., NeuralModel], options_of: Callable[..., TrainerOptions]
) -> Callable[..., Regression]:
    def make(**changes: object) -> Regression:
        model = model_of()
        learned = Learned.of(binaries, np.arange(100), measured_pure=False)
        network = model._build(learned)
        sources = [
            model._source(binaries.table.mixtures.take(rows), learned, torch.float32, binaries.table.value[rows])
            for rows in (np.arange(100), np.arange(100, 120))
        ]
        return Regression(network, *sources, options_of(**changes), seed=0)

    return make


def test_the_learning_rate_goes_up_in_a_line_and_down_exponentially(module_of: Callable[..., Regression]) -> None:
    module = module_of(epochs=4, warmup_epochs=2, batch_size=50)
    configured = module.configure_optimizers()
    optimizer, schedule = configured["optimizer"], configured["lr_scheduler"]["scheduler"]
    rates = []
    for _ in range(9):
        rates.append(optimizer.param_groups[0]["lr"])
        optimizer.step()
        schedule.step()
    np.testing.assert_allclose(rates[:5], np.linspace(1e-3, 1e-2, 5))
    np.testing.assert_allclose(rates[4:], np.geomspace(1e-2, 1e-3, 5))


@pytest.mark.parametrize(("epochs", "warmup"), [(1, 0), (1, 2), (2, 5)])
def test_a_fit_shorter_than_its_warm_up_still_has_a_schedule(
    module_of: Callable[..., Regression], epochs: int, warmup: int
) -> None:
    configured = module_of(epochs=epochs, warmup_epochs=warmup).configure_optimizers()
    configured["optimizer"].step()
    configured["lr_scheduler"]["scheduler"].step()
    assert np.isfinite(configured["optimizer"].param_groups[0]["lr"])


def test_a_stretch_is_one_step_of_adam_per_batch(
    module_of: Callable[..., Regression], monkeypatch: pytest.MonkeyPatch
) -> None:
    module, by_hand = module_of(gradient_clip_norm=0.1), module_of()
    prepared = module.configure_optimizers()
    monkeypatch.setattr(module, "optimizers", lambda **_: prepared["optimizer"])
    monkeypatch.setattr(module, "lr_schedulers", lambda: prepared["lr_scheduler"]["scheduler"])
    optimizer = torch.optim.Adam(by_hand.parameters())
    stretch = next(iter(module.train_dataloader()))
    assert len(stretch) == 4
    for step, batch in enumerate(stretch):  # the rate goes from 1e-3 to 1e-2 in the 4 steps of an epoch
        optimizer.param_groups[0]["lr"] = 1e-3 + step * (1e-2 - 1e-3) / 4
        (by_hand.network(batch) - batch.target).square().mean().backward()
        torch.nn.utils.clip_grad_norm_(by_hand.parameters(), 0.1)
        optimizer.step()
        optimizer.zero_grad()
    module.training_step(stretch, 0)
    for weight, expected in zip(module.parameters(), by_hand.parameters(), strict=True):
        torch.testing.assert_close(weight, expected)


@pytest.mark.filterwarnings("ignore:The `srun` command is available on your system but is not used")
def test_the_validation_error_weights_rows_not_batches(
    module_of: Callable[..., Regression], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("azeotrope.models.neural.regression.EVALUATION_ROWS", 15)
    module = module_of()
    batches = list(module.val_dataloader())
    assert [len(batch) for batch in batches] == [15, 5]
    trainer = Trainer(
        logger=False,
        enable_checkpointing=False,
        enable_progress_bar=False,
        enable_model_summary=False,
        accelerator="cpu",
    )
    trainer.validate(module, verbose=False)
    with torch.no_grad():
        errors = torch.cat([(module.network(batch) - batch.target).square() for batch in batches])
    assert np.isclose(module.validation_error, float(errors.mean()))


def test_what_a_module_draws_depends_on_seed_and_step_alone(module_of: Callable[..., Regression]) -> None:
    def drawn(seed: int, step: int) -> list[float]:
        module = module_of()
        module._seed = seed
        with torch.random.fork_rng(devices=[]):
            torch.rand(3)
            module._seed_draws(step)
            return torch.rand(3).tolist()

    assert drawn(0, 5) == drawn(0, 5)
    draws = {tuple(drawn(seed, step)) for seed in (0, 1, 2**31) for step in (0, 1, 2)}
    assert len(draws) == 9
