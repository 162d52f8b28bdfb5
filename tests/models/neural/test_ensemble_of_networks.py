from collections.abc import Callable
from pathlib import Path

import numpy as np
import pytest

from azeotrope.datasets.dataset import Dataset
from azeotrope.models.ensemble import Ensemble
from azeotrope.models.neural import batches
from azeotrope.models.neural.batches import MixtureBatch
from azeotrope.models.neural.regression import Regression
from azeotrope.models.protocol import FitContext, Model
from azeotrope.models.stopping import FitPaused, Stopped, StopRequest


def test_neural_members_differ_and_one_alone_is_its_member(binaries: Dataset, model_of: Callable[..., Model]) -> None:
    rows, held_out = np.arange(90), np.arange(90, 120)
    alone = [model_of(seed=seed) for seed in (0, 1)]
    for model in alone:
        model.fit(binaries, rows, held_out, FitContext())
    ensemble = Ensemble(members=[model_of(seed=0), model_of(seed=1)])
    ensemble.fit(binaries, rows, held_out, FitContext())
    mixtures = binaries.table.mixtures
    first, second = (model.predict(mixtures) for model in alone)
    assert np.abs(first - second).max() > 1e-3
    np.testing.assert_array_equal(ensemble.predict(mixtures), (first + second) / 2)


def test_a_pause_and_a_stop_repeat_nothing_and_change_nothing(
    binaries: Dataset, model_of: Callable[..., Model], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Two members of nine steps each."""
    rows, held_out, file = np.arange(90), np.arange(90, 120), tmp_path / "resume.ckpt"

    def fitted(context: FitContext) -> bytes:
        ensemble = Ensemble(members=[model_of(seed=0), model_of(seed=1)])
        ensemble.fit(binaries, rows, held_out, context)
        return ensemble.predict(binaries.table.mixtures).tobytes()

    in_one_go, stop = fitted(FitContext()), StopRequest()
    steps: list[int] = []
    step = Regression.training_step

    def record(self: Regression, stretch: list[MixtureBatch], index: int) -> None:
        steps.append(3 * self.current_epoch + index)
        if len(steps) == 8:
            stop.ask(75)
        step(self, stretch, index)

    monkeypatch.setattr(batches, "STRETCH_PAIRS", 1)
    monkeypatch.setattr(Regression, "training_step", record)
    with pytest.raises(FitPaused) as paused:
        fitted(FitContext(file, until=0.1))
    assert steps == [*range(3), *range(3)]
    with pytest.raises(Stopped):
        fitted(FitContext(file, stop=stop))
    assert steps[6:] == [3, 4]
    assert fitted(FitContext(file)) == in_one_go
    assert steps[8:] == [*range(5, 9), *range(3, 9)]
    errors = []
    for seed in (0, 1):
        with pytest.raises(FitPaused) as alone:
            model_of(seed=seed).fit(binaries, rows, held_out, FitContext(until=0.1))
        errors.append(alone.value.validation_rmse)
    assert (paused.value.share, paused.value.validation_rmse) == (1 / 3, np.mean(errors))
