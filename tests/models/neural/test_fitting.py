import logging
import signal
from collections.abc import Callable, Iterator
from pathlib import Path

import numpy as np
import pytest
import torch

from azeotrope.datasets.dataset import Dataset
from azeotrope.errors import RunError
from azeotrope.models.neural.batches import MixtureBatch, ShuffledBatches
from azeotrope.models.neural.model import NeuralModel
from azeotrope.models.neural.regression import Regression
from azeotrope.models.neural.training import TrainerOptions
from azeotrope.models.protocol import FitContext

ROWS = np.arange(120)
TRAIN, VALIDATION = ROWS[:90], ROWS[90:]


def test_training_lowers_the_error(
    binaries: Dataset, model_of: Callable[..., NeuralModel], options_of: Callable[..., TrainerOptions]
) -> None:
    value, errors = binaries.table.value, []
    for epochs in (1, 60):
        model = model_of(trainer=options_of(epochs=epochs))
        model.fit(binaries, TRAIN, VALIDATION, FitContext())
        errors.append(np.sqrt(np.mean((model.predict(binaries.table.mixtures) - value)[VALIDATION] ** 2)))
    assert errors[1] < 0.5 * value[VALIDATION].std()
    assert errors[1] < errors[0]


def test_the_best_weights_are_kept_not_the_last(
    binaries: Dataset,
    model_of: Callable[..., NeuralModel],
    options_of: Callable[..., TrainerOptions],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    errors, weights = iter([3.0, 1.0, 2.0]), []
    measured = Regression.on_validation_epoch_end

    def pretend(self: Regression) -> None:
        measured(self)
        self.validation_error = next(errors)
        weights.append(self.network.readout.head[0].weight.detach().clone())

    monkeypatch.setattr(Regression, "on_validation_epoch_end", pretend)
    model = model_of()
    model.fit(binaries, TRAIN, VALIDATION, FitContext())
    assert torch.equal(model.state()["weights"]["readout.head.0.weight"], weights[1])


def test_each_epoch_has_its_own_order(
    binaries: Dataset, model_of: Callable[..., NeuralModel], monkeypatch: pytest.MonkeyPatch
) -> None:
    drawn: list[int] = []
    draw = ShuffledBatches.__iter__

    def record(self: ShuffledBatches) -> Iterator[list[MixtureBatch]]:
        for stretch in draw(self):
            drawn.extend([self.epoch] * len(stretch))
            yield stretch

    monkeypatch.setattr(ShuffledBatches, "__iter__", record)
    model_of().fit(binaries, TRAIN, VALIDATION, FitContext())
    assert drawn == [0, 0, 0, 1, 1, 1, 2, 2, 2]


def test_without_validation_rows_the_last_weights_stay(binaries: Dataset, model_of: Callable[..., NeuralModel]) -> None:
    model = model_of()
    model.fit(binaries, TRAIN, VALIDATION[:0], FitContext())
    assert np.isfinite(model.predict(binaries.table.mixtures)).all()


def test_one_training_row(binaries: Dataset, model_of: Callable[..., NeuralModel]) -> None:
    model = model_of()
    model.fit(binaries, TRAIN[:1], VALIDATION[:1], FitContext())
    assert np.isfinite(model.predict(binaries.table.mixtures)).all()


def test_nothing_is_left_behind(
    binaries: Dataset,
    model_of: Callable[..., NeuralModel],
    options_of: Callable[..., TrainerOptions],
    capfd: pytest.CaptureFixture[str],
    caplog: pytest.LogCaptureFixture,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.chdir(tmp_path)
    threads, random_state = torch.get_num_threads(), torch.random.get_rng_state()
    levels = [logging.getLogger(name).level for name in ("lightning.pytorch", "lightning.fabric")]
    model_of(trainer=options_of(threads=threads + 1)).fit(binaries, TRAIN, VALIDATION, FitContext())
    assert torch.get_num_threads() == threads
    assert torch.equal(torch.random.get_rng_state(), random_state)
    assert [logging.getLogger(name).level for name in ("lightning.pytorch", "lightning.fabric")] == levels
    assert capfd.readouterr() == ("", "")
    assert caplog.records == []
    assert list(tmp_path.iterdir()) == []


def test_the_random_state_of_the_caller_does_not_matter(
    binaries: Dataset, model_of: Callable[..., NeuralModel]
) -> None:
    predictions = []
    for seed in (1, 2):
        torch.manual_seed(seed)
        model = model_of()
        model.fit(binaries, TRAIN, VALIDATION, FitContext())
        predictions.append(model.predict(binaries.table.mixtures))
    np.testing.assert_array_equal(*predictions)


def test_divergence_is_an_error_not_a_prediction(
    binaries: Dataset, model_of: Callable[..., NeuralModel], options_of: Callable[..., TrainerOptions]
) -> None:
    options = options_of(initial_learning_rate=1e30, peak_learning_rate=1e30, final_learning_rate=1e30)
    with pytest.raises(RunError, match="diverged"):
        model_of(trainer=options).fit(binaries, TRAIN, VALIDATION[:0], FitContext())


def test_a_stop_by_the_user_stays_one(
    binaries: Dataset, model_of: Callable[..., NeuralModel], monkeypatch: pytest.MonkeyPatch
) -> None:
    def stop(*_: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr(Regression, "training_step", stop)
    handler = signal.getsignal(signal.SIGINT)
    with pytest.raises(KeyboardInterrupt):
        model_of().fit(binaries, TRAIN, VALIDATION, FitContext())
    assert signal.getsignal(signal.SIGINT) is handler


def test_a_request_to_terminate_stays_one(
    binaries: Dataset, model_of: Callable[..., NeuralModel], monkeypatch: pytest.MonkeyPatch
) -> None:
    step = Regression.training_step

    def terminate(self: Regression, stretch: list[MixtureBatch], index: int) -> None:
        signal.raise_signal(signal.SIGTERM)
        step(self, stretch, index)

    monkeypatch.setattr(Regression, "training_step", terminate)
    handler = signal.getsignal(signal.SIGTERM)
    with pytest.raises(SystemExit):
        model_of().fit(binaries, TRAIN, VALIDATION, FitContext())
    assert signal.getsignal(signal.SIGTERM) is handler


def test_a_progress_bar_on_demand(
    binaries: Dataset, model_of: Callable[..., NeuralModel], capfd: pytest.CaptureFixture[str]
) -> None:
    model_of().fit(binaries, TRAIN, VALIDATION, FitContext(show_progress=True))
    assert "validation_error" in "".join(capfd.readouterr())


def test_more_epochs_than_asked_for_are_told_once_a_fit(
    binaries: Dataset,
    model_of: Callable[..., NeuralModel],
    options_of: Callable[..., TrainerOptions],
    caplog: pytest.LogCaptureFixture,
) -> None:
    """Ninety rows in batches of 32 are three steps, so that seven steps take three epochs."""
    with caplog.at_level(logging.INFO, "azeotrope"):
        model_of(trainer=options_of(epochs=1, min_steps=7)).fit(binaries, TRAIN, VALIDATION, FitContext())
    assert caplog.messages == ["1 epochs are raised to 3, since trainer.min_steps is 7"]
    caplog.clear()
    with caplog.at_level(logging.INFO, "azeotrope"):
        model_of(trainer=options_of(epochs=3, min_steps=7)).fit(binaries, TRAIN, VALIDATION, FitContext())
    assert caplog.messages == []
