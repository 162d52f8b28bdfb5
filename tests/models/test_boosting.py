from dataclasses import replace

import numpy as np
import pytest
import xgboost

from azeotrope.models.boosting import BoostingOptions, predict_booster, train_booster
from azeotrope.models.protocol import FitContext
from azeotrope.models.stopping import FitPaused, Stopped, StopRequest
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
    booster = train_booster(train, validation, OPTIONS, FitContext())
    kept = booster.num_boosted_rounds()
    assert 1 < kept < OPTIONS.n_estimators
    everything = train_booster(train, (validation[0][:0], validation[1][:0]), OPTIONS, FitContext())
    assert everything.num_boosted_rounds() == OPTIONS.n_estimators
    errors = [
        np.mean((everything[: n + 1].inplace_predict(validation[0].astype(np.float32)) - validation[1]) ** 2)
        for n in range(min(OPTIONS.n_estimators, kept + OPTIONS.early_stopping_rounds))
    ]
    assert int(np.argmin(errors)) == kept - 1


def test_the_same_seed_gives_the_same_trees(parts: Parts) -> None:
    raw = [train_booster(*parts, OPTIONS, FitContext()).save_raw("ubj") for _ in range(2)]
    assert raw[0] == raw[1]


def test_a_pause_tells_the_smallest_error_so_far(parts: Parts) -> None:
    train, validation = parts
    features = validation[0].astype(np.float32)
    everything = train_booster(train, (validation[0][:0], validation[1][:0]), OPTIONS, FitContext())
    for until, n_trees in [(0.01, 1), (0.1, 3), (0.11, 4)]:
        with pytest.raises(FitPaused) as paused:
            train_booster(*parts, OPTIONS, FitContext(until=until))
        assert paused.value.share == n_trees / OPTIONS.n_estimators
        residuals = [everything[: n + 1].inplace_predict(features) - validation[1] for n in range(n_trees)]
        best = min(np.sqrt(np.mean(residual**2)) for residual in residuals)
        assert paused.value.validation_rmse == pytest.approx(best, rel=1e-5)


def test_trees_that_came_to_their_end_do_not_pause(parts: Parts) -> None:
    in_one_go = train_booster(*parts, OPTIONS, FitContext())
    n_grown = in_one_go.num_boosted_rounds() + OPTIONS.early_stopping_rounds
    assert n_grown < OPTIONS.n_estimators
    with pytest.raises(FitPaused):
        train_booster(*parts, OPTIONS, FitContext(until=(n_grown - 1) / OPTIONS.n_estimators))
    for until in (n_grown / OPTIONS.n_estimators, 0.99, 1.0):
        booster = train_booster(*parts, OPTIONS, FitContext(until=until))
        assert booster.save_raw("ubj") == in_one_go.save_raw("ubj")


def test_a_pause_without_validation_has_no_error(parts: Parts) -> None:
    (features, target), _ = parts
    with pytest.raises(FitPaused) as paused:
        train_booster((features, target), (features[:0], target[:0]), OPTIONS, FitContext(until=0.5))
    assert paused.value.share == 0.5
    assert np.isnan(paused.value.validation_rmse)


def test_a_wish_to_end_is_granted_after_the_tree(parts: Parts, monkeypatch: pytest.MonkeyPatch) -> None:
    stop, grown = StopRequest(), []

    def ask(self: xgboost.Booster, *_: object, **__: object) -> None:
        update(self, *_, **__)
        grown.append(self.num_boosted_rounds())
        if len(grown) == 3:
            stop.ask(75)

    update = xgboost.Booster.update
    monkeypatch.setattr(xgboost.Booster, "update", ask)
    with pytest.raises(Stopped) as stopped:
        train_booster(*parts, OPTIONS, FitContext(stop=stop))
    assert stopped.value.code == 75
    assert grown == [1, 2, 3]


def test_columns_and_penalty_that_are_not_named_are_those_of_xgboost(parts: Parts) -> None:
    parameters = OPTIONS.parameters()
    for name in ("colsample_bytree", "reg_lambda"):
        del parameters[name]
    (features, target), validation = parts
    booster = train_booster((features, target), (features[:0], target[:0]), OPTIONS, FitContext())
    plain = xgboost.train(
        parameters, xgboost.QuantileDMatrix(features.astype(np.float32), target), OPTIONS.n_estimators
    )
    np.testing.assert_array_equal(predict_booster(booster, validation[0]), predict_booster(plain, validation[0]))


def test_the_penalty_on_a_leaf_is_that_of_its_formula() -> None:
    """One leaf of n equal rows: the sum of the residuals over n + penalty, times the learning rate."""
    features, target = np.zeros((6, 1)), np.full(6, 2.0)
    for penalty in (0.0, 1.0, 10.0):
        options = replace(OPTIONS, n_estimators=1, subsample=1.0, reg_lambda=penalty)
        booster = train_booster((features, target), (features[:0], target[:0]), options, FitContext())
        expected = options.learning_rate * 12.0 / (6 + penalty)
        np.testing.assert_allclose(predict_booster(booster, features), expected, rtol=1e-6)


def test_a_share_of_the_columns_is_what_a_tree_sees(parts: Parts) -> None:
    """Of three columns a tree sees one, so it splits on no other."""
    booster = train_booster(*parts, replace(OPTIONS, colsample_bytree=0.34), FitContext())
    trees = booster.trees_to_dataframe()
    splits = trees[trees.Feature != "Leaf"].groupby("Tree").Feature.nunique()
    assert len(splits) > 1
    assert (splits == 1).all()


def test_one_row_without_validation(parts: Parts) -> None:
    (features, target), _ = parts
    booster = train_booster((features[:1], target[:1]), (features[:0], target[:0]), OPTIONS, FitContext())
    assert predict_booster(booster, features).shape == (150,)


def test_no_rows_to_predict(parts: Parts) -> None:
    booster = train_booster(*parts, OPTIONS, FitContext())
    assert predict_booster(booster, np.zeros((0, 3))).shape == (0,)


def test_it_is_quiet_unless_progress_is_asked_for(parts: Parts, capfd: pytest.CaptureFixture[str]) -> None:
    train_booster(*parts, OPTIONS, FitContext())
    assert capfd.readouterr() == ("", "")
    train_booster(*parts, OPTIONS, FitContext(show_progress=True))
    assert "boosting" in capfd.readouterr().err
