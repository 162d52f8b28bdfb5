"""A fit that is stopped or paused anywhere ends, once it has continued, with the very numbers of one in one go."""

import errno
import os
import signal
from collections.abc import Callable, Iterator
from contextlib import suppress
from functools import partial
from pathlib import Path
from typing import NoReturn

import numpy as np
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from lightning.pytorch import Trainer
from torch import nn

from azeotrope.datasets.dataset import Dataset
from azeotrope.models.neural import batches, progress
from azeotrope.models.neural.batches import MixtureBatch
from azeotrope.models.neural.model import NeuralModel
from azeotrope.models.neural.perceptron import perceptron
from azeotrope.models.neural.regression import Regression
from azeotrope.models.neural.training import TrainerOptions
from azeotrope.models.protocol import FitContext
from azeotrope.models.stopping import FitPaused, Stopped, StopRequest

ROWS = np.arange(120)
TRAIN, VALIDATION = ROWS[:90], ROWS[90:]
EPOCHS, BATCHES = 4, 3
Fit = Callable[..., bytes]


@pytest.fixture(autouse=True)
def short_stretches(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let every batch be a stretch, so that there is something between them."""
    monkeypatch.setattr(batches, "STRETCH_PAIRS", 1)


class _Journal:
    """Steps and validations of all fits, as ``epoch.batch`` and ``epoch.v``; at some of them, something happens."""

    def __init__(self) -> None:
        self.entries: list[str] = []
        self.at: dict[str, Callable[[], None]] = {}

    def note(self, entry: str) -> None:
        self.entries.append(entry)
        self.at.pop(entry, lambda: None)()


ONE_GO = [f"{epoch}.{place}" for epoch in range(EPOCHS) for place in [*range(BATCHES), "v"]]


@pytest.fixture
def journal() -> Iterator[_Journal]:
    kept = _Journal()
    step, validation_step = Regression.training_step, Regression.validation_step

    def note_step(self: Regression, stretch: list[MixtureBatch], index: int) -> None:
        kept.note(f"{self.current_epoch}.{index}")
        step(self, stretch, index)

    def note_validation(self: Regression, batch: MixtureBatch, index: int) -> None:
        kept.note(f"{self.current_epoch}.v")
        validation_step(self, batch, index)

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(Regression, "training_step", note_step)
        patch.setattr(Regression, "validation_step", note_validation)
        patch.setattr("azeotrope.models.neural.model.perceptron", with_dropout)
        yield kept


def with_dropout(*widths: int) -> nn.Sequential:
    """Draw at random in training, so that a resume that draws otherwise is seen."""
    return nn.Sequential(nn.Dropout(0.2), *perceptron(*widths))


@pytest.fixture
def fit(binaries: Dataset, model_of: Callable[..., NeuralModel], options_of: Callable[..., TrainerOptions]) -> Fit:
    """Fit a new model and return its weights and predictions as bytes."""

    def run(context: FitContext | None = None, validation: int = len(VALIDATION)) -> bytes:
        model = model_of(trainer=options_of(epochs=EPOCHS))
        model.fit(binaries, TRAIN, VALIDATION[:validation], context or FitContext())
        weights = [weight.numpy().tobytes() for weight in model.state()["weights"].values()]
        return b"".join([*weights, model.predict(binaries.table.mixtures).tobytes()])

    return run


def stopped_at(fit: Fit, journal: _Journal, file: Path | None, entry: str, **changes: int) -> None:
    stop = StopRequest()
    journal.at[entry] = lambda: stop.ask(75)
    with pytest.raises(Stopped) as stopped:
        fit(FitContext(resume_file=file, stop=stop), **changes)
    assert stopped.value.code == 75


def paused_at(fit: Fit, file: Path | None, until: float, **changes: int) -> FitPaused:
    with pytest.raises(FitPaused) as paused:
        fit(FitContext(resume_file=file, until=until), **changes)
    return paused.value


@pytest.mark.parametrize("entry", ["0.0", "0.1", "0.2", "1.0", "2.1", "2.2", "3.1", "3.2", "1.v", "3.v"])
def test_a_stop_repeats_nothing_and_changes_nothing(fit: Fit, journal: _Journal, tmp_path: Path, entry: str) -> None:
    expected = fit()
    journal.entries.clear()
    stopped_at(fit, journal, tmp_path / "resume.ckpt", entry)
    end = f"{entry[0]}.v" if entry[2] == str(BATCHES - 1) else entry  # the last batch, and the validation after it
    assert journal.entries == ONE_GO[: ONE_GO.index(end) + 1]
    assert list(tmp_path.iterdir()) == [tmp_path / "resume.ckpt"]
    assert fit(FitContext(tmp_path / "resume.ckpt")) == expected
    assert journal.entries == ONE_GO


@settings(max_examples=10, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(st.lists(st.sampled_from(ONE_GO), max_size=3), st.lists(st.floats(0.01, 0.75), max_size=2))
def test_any_stops_and_pauses_repeat_nothing_and_change_nothing(
    fit: Fit, journal: _Journal, tmp_path_factory: pytest.TempPathFactory, stops: list[str], pauses: list[float]
) -> None:
    journal.at.clear()
    expected, file = fit(), tmp_path_factory.mktemp("any") / "resume.ckpt"
    journal.entries.clear()
    for entry in sorted(set(stops), key=ONE_GO.index):
        if entry in journal.entries:  # a stop at the last batch of an epoch waits for the validation
            continue
        stop = StopRequest()
        journal.at[entry] = partial(stop.ask, 1)
        with suppress(Stopped):
            fit(FitContext(resume_file=file, stop=stop))
        journal.at.clear()
    for until in sorted(pauses):
        with suppress(FitPaused):
            fit(FitContext(resume_file=file, until=until))
    assert fit(FitContext(file)) == expected
    assert journal.entries == ONE_GO


def test_a_long_epoch_is_saved_within(
    fit: Fit, journal: _Journal, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    expected = fit()
    journal.entries.clear()
    monkeypatch.setattr(progress, "SECONDS_WITHIN_EPOCH", 0.0)
    monkeypatch.setattr(progress, "SECONDS_BETWEEN_SAVES", 1e9)

    def killed() -> NoReturn:
        raise MemoryError

    journal.at["2.2"] = killed
    with pytest.raises(MemoryError):
        fit(FitContext(tmp_path / "resume.ckpt"))
    assert fit(FitContext(tmp_path / "resume.ckpt")) == expected
    assert journal.entries == [*ONE_GO[: ONE_GO.index("2.2") + 1], *ONE_GO[ONE_GO.index("2.2") :]]


@pytest.mark.parametrize("pairs", [4 * 64, 4 * 1024])
def test_a_stretch_trains_as_its_batches_do(
    fit: Fit, journal: _Journal, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, pairs: int
) -> None:
    expected = fit()
    monkeypatch.setattr(batches, "STRETCH_PAIRS", pairs)  # two batches of 32 and one, or all three
    stopped_at(fit, journal, tmp_path / "resume.ckpt", "1.0")
    assert fit(FitContext(tmp_path / "resume.ckpt")) == expected


def test_twice_in_one_epoch(fit: Fit, journal: _Journal, tmp_path: Path) -> None:
    expected = fit()
    journal.entries.clear()
    for entry in ("1.0", "1.1", "1.2", "2.0"):
        stopped_at(fit, journal, tmp_path / "resume.ckpt", entry)
    assert fit(FitContext(tmp_path / "resume.ckpt")) == expected
    assert journal.entries == ONE_GO


def test_a_wish_from_before_the_fit_is_granted_at_the_first_batch(fit: Fit, journal: _Journal) -> None:
    stop = StopRequest()
    with pytest.raises(Stopped):
        stop.ask(3)
    with pytest.raises(Stopped):
        fit(FitContext(stop=stop))
    assert journal.entries == ["0.0"]


def test_without_validation_rows_too(fit: Fit, journal: _Journal, tmp_path: Path) -> None:
    expected = fit(validation=0)
    file = tmp_path / "resume.ckpt"
    stopped_at(fit, journal, file, "1.1", validation=0)
    stopped_at(fit, journal, file, "2.2", validation=0)
    paused = paused_at(fit, file, 0.5, validation=0)
    assert paused.share == 3 / EPOCHS
    assert np.isnan(paused.validation_rmse)
    assert fit(FitContext(file), validation=0) == expected


def test_without_a_resume_file_it_stops_too(fit: Fit, journal: _Journal) -> None:
    stopped_at(fit, journal, None, "2.1")
    assert journal.entries[-1] == "2.1"


@pytest.mark.parametrize("entry", ["1.1", "1.2", "1.v"])
def test_the_signal_of_the_system(
    fit: Fit, journal: _Journal, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, entry: str
) -> None:
    """Several batches of validation, in whose middle Lightning would end the fit."""
    monkeypatch.setattr("azeotrope.models.neural.regression.EVALUATION_ROWS", 10)
    expected, stop = fit(), StopRequest()
    journal.entries.clear()
    journal.at[entry] = lambda: os.kill(os.getpid(), signal.SIGTERM)
    before = signal.signal(signal.SIGTERM, lambda *_: stop.ask(143))
    try:
        handler = signal.getsignal(signal.SIGTERM)
        with pytest.raises(Stopped) as stopped:
            fit(FitContext(resume_file=tmp_path / "resume.ckpt", stop=stop))
        assert signal.getsignal(signal.SIGTERM) is handler
    finally:
        signal.signal(signal.SIGTERM, before)
    assert stopped.value.code == 143
    assert fit(FitContext(tmp_path / "resume.ckpt")) == expected
    steps = [entry for entry in journal.entries if "v" not in entry]
    assert steps == [entry for entry in ONE_GO if "v" not in entry]
    assert journal.entries.count("1.v") == 3


def test_a_full_disk_costs_the_progress_not_the_stop(
    fit: Fit, journal: _Journal, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    file = tmp_path / "resume.ckpt"
    paused_at(fit, file, 0.25)
    saved = file.read_bytes()

    def full(*_: object) -> NoReturn:
        raise OSError(errno.ENOSPC, "No space left on device")

    with monkeypatch.context() as patch:
        patch.setattr(Trainer, "save_checkpoint", full)
        stopped_at(fit, journal, file, "2.1")
        paused_at(fit, file, 0.5)
    assert "progress cannot be saved" in caplog.text
    assert list(tmp_path.iterdir()) == [file]
    assert file.read_bytes() == saved
    assert fit(FitContext(file)) == fit()


def test_a_damaged_file_starts_over(
    fit: Fit, journal: _Journal, tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    file = tmp_path / "resume.ckpt"
    stopped_at(fit, journal, file, "2.1")
    file.write_bytes(file.read_bytes()[:-100])
    assert fit(FitContext(file)) == fit()
    assert "training starts over" in caplog.text


def test_pauses_one_after_another(fit: Fit, journal: _Journal, tmp_path: Path) -> None:
    expected, file = fit(), tmp_path / "resume.ckpt"
    journal.entries.clear()
    errors = []
    for until, n_epochs in [(0.01, 1), (0.25, 1), (0.26, 2), (0.7, 3)]:
        paused = paused_at(fit, file, until)
        assert paused.share == n_epochs / EPOCHS
        assert journal.entries == ONE_GO[: n_epochs * (BATCHES + 1)]
        errors.append(paused.validation_rmse)
    assert errors[0] == errors[1] >= errors[2] >= errors[3]
    assert fit(FitContext(file, until=1.0)) == expected
    assert journal.entries == ONE_GO


def test_what_is_beyond_the_share_is_not_trained_further(fit: Fit, journal: _Journal, tmp_path: Path) -> None:
    file = tmp_path / "resume.ckpt"
    stopped_at(fit, journal, file, "2.1")
    saved, n_entries = file.read_bytes(), len(journal.entries)
    assert paused_at(fit, file, 0.25).share == 0.5
    assert len(journal.entries) == n_entries
    assert file.read_bytes() == saved


def test_the_last_epoch_ends_the_fit(fit: Fit, journal: _Journal, tmp_path: Path) -> None:
    expected = fit()
    assert fit(FitContext(tmp_path / "resume.ckpt", until=0.76)) == expected


def test_a_wish_to_end_goes_before_a_pause(fit: Fit, journal: _Journal, tmp_path: Path) -> None:
    file, stop = tmp_path / "resume.ckpt", StopRequest()
    journal.at["1.2"] = lambda: stop.ask(75)
    with pytest.raises(Stopped):
        fit(FitContext(file, until=0.5, stop=stop))
    assert paused_at(fit, file, 0.5).share == 0.5


def test_the_error_of_a_pause_is_the_best_so_far_in_the_unit_of_the_data(
    binaries: Dataset,
    dataset_of: Callable[..., Dataset],
    model_of: Callable[..., NeuralModel],
    options_of: Callable[..., TrainerOptions],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    mean_squares: list[float] = []
    measure = Regression.on_validation_epoch_end

    def record(self: Regression) -> None:
        measure(self)
        self.validation_error = [3.0, 1.0, 2.0][len(mean_squares)]
        mean_squares.append(self.validation_error)

    monkeypatch.setattr(Regression, "on_validation_epoch_end", record)
    with pytest.raises(FitPaused) as paused:
        model_of(trainer=options_of(epochs=4)).fit(binaries, TRAIN, VALIDATION, FitContext(until=0.75))
    assert paused.value.validation_rmse == pytest.approx(binaries.table.value[TRAIN].std())


def test_the_error_of_a_pause_is_that_of_the_predictions(
    binaries: Dataset, model_of: Callable[..., NeuralModel], options_of: Callable[..., TrainerOptions]
) -> None:
    """A fit of one epoch and the first epoch of a longer one at a constant learning rate are the same."""
    rates = {"initial_learning_rate": 1e-3, "peak_learning_rate": 1e-3, "final_learning_rate": 1e-3}
    with pytest.raises(FitPaused) as paused:
        model_of(trainer=options_of(epochs=4, **rates)).fit(binaries, TRAIN, VALIDATION, FitContext(until=0.1))
    model = model_of(trainer=options_of(epochs=1, **rates))
    model.fit(binaries, TRAIN, VALIDATION, FitContext())
    error = (model.predict(binaries.table.mixtures) - binaries.table.value)[VALIDATION]
    assert paused.value.validation_rmse == pytest.approx(np.sqrt(np.mean(error**2)), rel=1e-5)


def test_with_a_progress_bar(fit: Fit, journal: _Journal, tmp_path: Path, capfd: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / "resume.ckpt"
    stopped_at(fit, journal, file, "1.1")
    assert fit(FitContext(file, show_progress=True)) == fit()
    assert "validation_error" in "".join(capfd.readouterr())
