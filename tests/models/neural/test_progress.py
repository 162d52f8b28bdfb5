"""An interrupted fit continues and ends as if nothing had happened."""

import errno
from collections.abc import Callable
from pathlib import Path
from typing import NoReturn

import numpy as np
import pytest
import torch
from lightning.pytorch import Trainer

from azeotrope.datasets.dataset import Dataset
from azeotrope.models.neural import batches, progress
from azeotrope.models.neural.model import NeuralModel
from azeotrope.models.neural.regression import Regression
from azeotrope.models.neural.training import TrainerOptions
from azeotrope.models.protocol import FitContext
from azeotrope.typing import FloatArray

ROWS = np.arange(120)
EPOCHS = 4
Train = Callable[..., FloatArray]


class KilledError(Exception):
    """Stands for kill -9 in the middle of an epoch."""


@pytest.fixture(autouse=True)
def _save_every_epoch(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(progress, "SECONDS_BETWEEN_SAVES", 0.0)


@pytest.fixture
def epochs(monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """Epochs that were started."""
    started: list[int] = []
    start = Regression.on_train_epoch_start

    def record(self: Regression) -> None:
        started.append(self.current_epoch)
        start(self)

    monkeypatch.setattr(Regression, "on_train_epoch_start", record)
    return started


@pytest.fixture
def trained(
    binaries: Dataset, model_of: Callable[..., NeuralModel], options_of: Callable[..., TrainerOptions]
) -> Train:
    def train(resume_file: Path | None, **changes: object) -> FloatArray:
        model = model_of(trainer=options_of(epochs=EPOCHS), **changes)
        model.fit(binaries, ROWS[:90], ROWS[90:], FitContext(resume_file=resume_file))
        return model.predict(binaries.table.mixtures)

    return train


def interrupt(train: Train, file: Path, epoch: int, monkeypatch: pytest.MonkeyPatch) -> None:
    step = Regression.training_step

    def stop(self: Regression, batch: object, index: int) -> object:
        if (self.current_epoch, index) == (epoch, 1):
            raise KilledError
        return step(self, batch, index)

    with monkeypatch.context() as patch:
        patch.setattr(batches, "STRETCH_PAIRS", 1)
        patch.setattr(Regression, "training_step", stop)
        with pytest.raises(KilledError):
            train(file)


@pytest.mark.parametrize("epoch", range(1, EPOCHS))
def test_an_interrupted_fit_continues_to_the_same_numbers(
    trained: Train, epochs: list[int], tmp_path: Path, monkeypatch: pytest.MonkeyPatch, epoch: int
) -> None:
    file = tmp_path / "progress.ckpt"
    interrupt(trained, file, epoch, monkeypatch)
    epochs.clear()
    resumed = trained(file)
    assert epochs == list(range(epoch, EPOCHS))
    np.testing.assert_array_equal(resumed, trained(None))
    assert list(tmp_path.iterdir()) == [file]


def test_interrupted_before_the_first_save_it_starts_over(
    trained: Train, epochs: list[int], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    interrupt(trained, tmp_path / "progress.ckpt", 0, monkeypatch)
    assert list(tmp_path.iterdir()) == []


def test_a_finished_fit_is_not_repeated(trained: Train, epochs: list[int], tmp_path: Path) -> None:
    first = trained(tmp_path / "progress.ckpt")
    epochs.clear()
    np.testing.assert_array_equal(trained(tmp_path / "progress.ckpt"), first)
    assert epochs == []


@pytest.mark.parametrize("content", [b"", b"junk"])
def test_an_unreadable_file_is_reported_and_ignored(
    trained: Train, epochs: list[int], tmp_path: Path, caplog: pytest.LogCaptureFixture, content: bytes
) -> None:
    file = tmp_path / "progress.ckpt"
    file.write_bytes(content)
    np.testing.assert_array_equal(trained(file), trained(None))
    assert "training starts over" in caplog.text
    assert str(file) in caplog.text


def test_the_file_of_another_network_is_reported_and_ignored(
    trained: Train, tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    file = tmp_path / "progress.ckpt"
    trained(file, hidden_width=5)
    assert caplog.text == ""
    np.testing.assert_array_equal(trained(file), trained(None))
    assert "another network" in caplog.text


def test_saves_are_not_more_frequent_than_asked(
    trained: Train, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(progress, "SECONDS_BETWEEN_SAVES", 1e9)
    trained(tmp_path / "progress.ckpt")
    assert list(tmp_path.iterdir()) == []


def test_the_file_holds_no_code(trained: Train, tmp_path: Path) -> None:
    trained(tmp_path / "progress.ckpt")
    assert "state_dict" in torch.load(tmp_path / "progress.ckpt", weights_only=True)


def test_a_full_disk_costs_the_progress_not_the_fit(
    trained: Train, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    def full(*_: object) -> NoReturn:
        raise OSError(errno.ENOSPC, "No space left on device")

    monkeypatch.setattr(Trainer, "save_checkpoint", full)
    np.testing.assert_array_equal(trained(tmp_path / "progress.ckpt"), trained(None))
    assert "progress cannot be saved" in caplog.text
    assert list(tmp_path.iterdir()) == []
