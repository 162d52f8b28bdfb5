"""XGBoost behind two functions: train with early stopping, and predict."""

from dataclasses import dataclass
from math import ceil, nan
from typing import Any

import numpy as np
import xgboost
from tqdm import tqdm

from azeotrope.models.protocol import FitContext
from azeotrope.models.stopping import FitPaused, StopRequest
from azeotrope.typing import FloatArray


@dataclass(frozen=True)
class BoostingOptions:
    """Settings of gradient-boosted trees, in XGBoost's terms; `threads` None uses all cores."""

    n_estimators: int
    max_depth: int
    learning_rate: float
    subsample: float
    early_stopping_rounds: int
    seed: int
    threads: int | None
    colsample_bytree: float = 1.0
    reg_lambda: float = 1.0

    def parameters(self) -> dict[str, object]:
        """Return XGBoost's parameters; squared error, histograms, and a base score that does not look at the data."""
        return {
            "objective": "reg:squarederror",
            "tree_method": "hist",
            "base_score": 0.0,
            "max_depth": self.max_depth,
            "eta": self.learning_rate,
            "subsample": self.subsample,
            "colsample_bytree": self.colsample_bytree,
            "reg_lambda": self.reg_lambda,
            "seed": self.seed,
            "nthread": self.threads or 0,
            "verbosity": 0,
        }


def train_booster(
    train: tuple[FloatArray, FloatArray],
    validation: tuple[FloatArray, FloatArray],
    options: BoostingOptions,
    context: FitContext,
) -> xgboost.Booster:
    """Return the trees up to the smallest validation error; all of them when there are no validation rows.

    Parameters
    ----------
    train, validation
        Features of shape `(n, d)` and targets of shape `(n,)`.
    options
        Settings.
    context
        Whether to draw a progress bar over the trees, the share of them to pause after, and when to stop.

    Raises
    ------
    FitPaused
        When `context.until` of the trees, rounded up, are not all and did not end for want of a smaller error.
    Stopped
        Between two trees, when `context.stop` was asked.
    """
    with context.stop.deferred():
        booster = _boosted(train, validation, options, context)
    has_validation, n_trees = len(validation[1]) > 0, booster.num_boosted_rounds()
    n_best = booster.best_iteration + 1 if has_validation else n_trees
    if n_trees < options.n_estimators and n_trees - n_best < options.early_stopping_rounds:
        raise FitPaused(n_trees / options.n_estimators, booster.best_score if has_validation else nan)
    return booster[:n_best] if has_validation else booster


def _boosted(
    train: tuple[FloatArray, FloatArray],
    validation: tuple[FloatArray, FloatArray],
    options: BoostingOptions,
    context: FitContext,
) -> xgboost.Booster:
    """Return all trees up to the share to pause after, or to the end of patience with the validation error."""
    train_matrix = xgboost.QuantileDMatrix(train[0].astype(np.float32), train[1])
    can_stop = len(validation[1]) > 0
    evals = [(xgboost.DMatrix(validation[0].astype(np.float32), validation[1]), "validation")] if can_stop else []
    with tqdm(total=options.n_estimators, desc="boosting", unit="tree", disable=not context.show_progress) as bar:
        return xgboost.train(
            options.parameters(),
            train_matrix,
            ceil(context.until * options.n_estimators),
            evals=evals,
            early_stopping_rounds=options.early_stopping_rounds if can_stop else None,
            verbose_eval=False,
            callbacks=[_EachTree(bar, context.stop)],
        )


def predict_booster(booster: xgboost.Booster, features: FloatArray) -> FloatArray:
    """Return one value per row of features, shape `(n,)`; also for no rows."""
    if len(features) == 0:
        return np.zeros(0)
    return np.asarray(booster.inplace_predict(features.astype(np.float32)), dtype=np.float64)


class _EachTree(xgboost.callback.TrainingCallback):
    """Advance a progress bar by one tree per round, and end when the process is to end."""

    def __init__(self, bar: "tqdm[Any]", stop: StopRequest) -> None:
        super().__init__()
        self._bar = bar
        self._stop = stop

    def after_iteration(self, model: object, epoch: int, evals_log: object) -> bool:
        """Advance; False goes on training."""
        self._bar.update()
        self._stop.grant()
        return False
