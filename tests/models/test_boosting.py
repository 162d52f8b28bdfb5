import numpy as np
import pytest

from azeotrope.models.boosting import BoostingOptions, predict_booster, train_booster
from azeotrope.typing import FloatArray

Parts = tuple[tuple[FloatArray, FloatArray], tuple[FloatArray, FloatArray]]

OPTIONS = BoostingOptions(
    n_estimators=30, max_depth=3, learning_rate=0.3, subsample=0.8, early_stopping_rounds=5, seed=0, threads=1
)


@pytest.fixture(scope="module")
def parts() -> Parts:
    generator = np.random.default_rng(0)
    features = generator.normal(size=(200, 3))
    target = features[:, 0] ** 2 + 0.3 * generator.normal(size=200)
    return (features[:150], target[:150]), (features[150:], target[150:])


def test_the_trees_up_to_the_best_validation_error_are_kept(parts: Parts) -> None:
    train, validation = parts
    booster = train_booster(train, validation, OPTIONS, show_progress=False)
    kept = booster.num_boosted_rounds()
    assert 1 < kept < OPTIONS.n_estimators
    everything = train_booster(train, (validation[0][:0], validation[1][:0]), OPTIONS, show_progress=False)
    assert everything.num_boosted_rounds() == OPTIONS.n_estimators
    errors = [
        np.mean((everything[: n + 1].inplace_predict(validation[0].astype(np.float32)) - validation[1]) ** 2)
        for n in range(min(OPTIONS.n_estimators, kept + OPTIONS.early_stopping_rounds))
    ]
    assert int(np.argmin(errors)) == kept - 1


def test_the_same_seed_gives_the_same_trees(parts: Parts) -> None:
    raw = [train_booster(*parts, OPTIONS, show_progress=False).save_raw("ubj") for _ in range(2)]
    assert raw[0] == raw[1]


def test_one_row_without_validation(parts: Parts) -> None:
    (features, target), _ = parts
    booster = train_booster((features[:1], target[:1]), (features[:0], target[:0]), OPTIONS, show_progress=False)
    assert predict_booster(booster, features).shape == (150,)


def test_no_rows_to_predict(parts: Parts) -> None:
    booster = train_booster(*parts, OPTIONS, show_progress=False)
    assert predict_booster(booster, np.zeros((0, 3))).shape == (0,)


def test_it_is_quiet_unless_progress_is_asked_for(parts: Parts, capfd: pytest.CaptureFixture[str]) -> None:
    train_booster(*parts, OPTIONS, show_progress=False)
    assert capfd.readouterr() == ("", "")
    train_booster(*parts, OPTIONS, show_progress=True)
    assert "boosting" in capfd.readouterr().err
