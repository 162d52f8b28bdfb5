from dataclasses import dataclass, field
from pathlib import Path

import numpy as np
import pytest

from azeotrope.chemistry.mixtures import Mixtures
from azeotrope.datasets.dataset import Dataset
from azeotrope.errors import ConfigError
from azeotrope.models.ensemble import Ensemble
from azeotrope.models.protocol import FitContext, Model, State
from azeotrope.models.stopping import FitPaused, Stopped, StopRequest
from azeotrope.typing import FloatArray, IntArray


@dataclass(eq=False)
class Constant(Model):
    """Predicts its seed plus the mean of the training values."""

    seed: float
    has_embedding: bool = True
    mean: float = 0.0
    files: list[Path | None] = field(default_factory=list)

    def check(self, dataset: Dataset) -> None:
        if self.seed < 0:
            raise ConfigError(f"seed {self.seed}")

    def fit(self, dataset: Dataset, train: IntArray, validation: IntArray, context: FitContext) -> None:
        self.mean = float(dataset.table.value[train].mean())
        self.files.append(context.resume_file)

    def predict(self, mixtures: Mixtures) -> FloatArray:
        return np.full(len(mixtures), self.mean + self.seed)

    def embed(self, mixtures: Mixtures) -> FloatArray | None:
        return np.full((len(mixtures), 2), self.seed) if self.has_embedding else None

    def report(self) -> dict[str, float]:
        return {"excess_scale": self.seed}

    def state(self) -> State:
        return {"mean": self.mean}

    def load_state(self, state: State) -> None:
        self.mean = state["mean"]


ROWS = np.arange(4)


def fitted(dataset: Dataset, *members: Constant, file: Path | None = None) -> Ensemble:
    ensemble = Ensemble(members=members)
    ensemble.fit(dataset, ROWS, ROWS, FitContext(file))
    return ensemble


def test_the_members_are_averaged_and_their_embeddings_side_by_side(without_temperature: Dataset) -> None:
    ensemble = fitted(without_temperature, Constant(1.0), Constant(2.0), Constant(6.0))
    mixtures = without_temperature.table.mixtures
    np.testing.assert_allclose(ensemble.predict(mixtures), without_temperature.table.value.mean() + 3.0)
    np.testing.assert_array_equal(ensemble.embed(mixtures), [[1.0, 1.0, 2.0, 2.0, 6.0, 6.0]] * 4)
    assert ensemble.report() == {"excess_scale": 3.0}


def test_without_embeddings_there_is_none(without_temperature: Dataset) -> None:
    ensemble = fitted(without_temperature, Constant(1.0, has_embedding=False), Constant(2.0, has_embedding=False))
    assert ensemble.embed(without_temperature.table.mixtures) is None


def test_each_member_keeps_its_own_progress(without_temperature: Dataset, tmp_path: Path) -> None:
    members = Constant(1.0), Constant(2.0)
    fitted(without_temperature, *members, file=tmp_path / "resume.ckpt")
    assert [member.files for member in members] == [[tmp_path / "resume.ckpt.0"], [tmp_path / "resume.ckpt.1"]]


def test_a_state_restores_all_members(without_temperature: Dataset) -> None:
    ensemble = fitted(without_temperature, Constant(1.0), Constant(2.0))
    restored = Ensemble(members=[Constant(1.0), Constant(2.0)])
    restored.load_state(ensemble.state())
    mixtures = without_temperature.table.mixtures
    np.testing.assert_array_equal(restored.predict(mixtures), ensemble.predict(mixtures))


def test_a_member_that_does_not_fit_the_data_is_refused(without_temperature: Dataset) -> None:
    with pytest.raises(ConfigError, match="seed -1"):
        Ensemble(members=[Constant(1.0), Constant(-1.0)]).check(without_temperature)


@dataclass(eq=False)
class Pausing(Constant):
    """Pauses with a share and an error while it is to pause before its share."""

    share: float = 0.5
    error: float = 1.0

    def fit(self, dataset: Dataset, train: IntArray, validation: IntArray, context: FitContext) -> None:
        super().fit(dataset, train, validation, context)
        if context.until <= self.share:
            raise FitPaused(self.share, self.error)


@pytest.mark.parametrize(
    ("members", "share", "error"),
    [
        ([Pausing(1.0, error=1.0), Pausing(2.0, error=4.0)], 0.5, 2.5),
        ([Pausing(1.0, share=0.6, error=1.0), Pausing(2.0, error=2.0)], 0.5, 1.5),
        ([Constant(1.0), Pausing(2.0, error=3.0)], 0.5, 3.0),
        ([Pausing(1.0), Pausing(2.0, error=float("nan"))], 0.5, float("nan")),
    ],
)
def test_a_pause_waits_for_every_member(
    without_temperature: Dataset, members: list[Constant], share: float, error: float
) -> None:
    for member in members:
        member.files.clear()
    with pytest.raises(FitPaused) as paused:
        Ensemble(members=members).fit(without_temperature, ROWS, ROWS, FitContext(until=0.4))
    assert paused.value.share == share
    assert paused.value.validation_rmse == pytest.approx(error, nan_ok=True)
    assert [len(member.files) for member in members] == [1, 1]


def test_members_that_have_all_ended_do_not_pause(without_temperature: Dataset) -> None:
    ensemble = Ensemble(members=[Pausing(1.0), Pausing(2.0)])
    ensemble.fit(without_temperature, ROWS, ROWS, FitContext(until=0.8))
    mixtures = without_temperature.table.mixtures
    np.testing.assert_allclose(ensemble.predict(mixtures), without_temperature.table.value.mean() + 1.5)


def test_a_wish_to_end_leaves_the_other_members_alone(without_temperature: Dataset) -> None:
    stop, second = StopRequest(), Constant(2.0)

    class Stopping(Constant):
        def fit(self, dataset: Dataset, train: IntArray, validation: IntArray, context: FitContext) -> None:
            context.stop.ask(75)

    with pytest.raises(Stopped):
        Ensemble(members=[Stopping(1.0), second]).fit(without_temperature, ROWS, ROWS, FitContext(stop=stop))
    assert second.files == []
