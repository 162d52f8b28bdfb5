"""XGBoost behind two functions: train with early stopping, and predict."""

from dataclasses import dataclass
from typing import Any

import numpy as np
import xgboost
from tqdm import tqdm

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

    def parameters(self) -> dict[str, object]:
        """Return XGBoost's parameters; squared error, histograms, and a base score that does not look at the data."""
        return {
            "objective": "reg:squarederror",
            "tree_method": "hist",
            "base_score": 0.0,
            "max_depth": self.max_depth,
            "eta": self.learning_rate,
            "subsample": self.subsample,
            "seed": self.seed,
            "nthread": self.threads or 0,
            "verbosity": 0,
        }


def train_booster(
    train: tuple[FloatArray, FloatArray],
    validation: tuple[FloatArray, FloatArray],
    options: BoostingOptions,
    *,
    show_progress: bool,
) -> xgboost.Booster:
    """Return the trees up to the smallest validation error; all of them when there are no validation rows.

    Parameters
    ----------
    train, validation
        Features of shape `(n, d)` and targets of shape `(n,)`.
    options
        Settings.
    show_progress
        Draw a progress bar over the trees.
    """
    train_matrix = xgboost.QuantileDMatrix(train[0].astype(np.float32), train[1])
    can_stop = len(validation[1]) > 0
    evals = [(xgboost.DMatrix(validation[0].astype(np.float32), validation[1]), "validation")] if can_stop else []
    with tqdm(total=options.n_estimators, desc="boosting", unit="tree", disable=not show_progress) as bar:
        booster = xgboost.train(
            options.parameters(),
            train_matrix,
            options.n_estimators,
            evals=evals,
            early_stopping_rounds=options.early_stopping_rounds if can_stop else None,
            verbose_eval=False,
            callbacks=[_Progress(bar)],
        )
    return booster[: booster.best_iteration + 1] if can_stop else booster


def predict_booster(booster: xgboost.Booster, features: FloatArray) -> FloatArray:
    """Return one value per row of features, shape `(n,)`; also for no rows."""
    if len(features) == 0:
        return np.zeros(0)
    return np.asarray(booster.inplace_predict(features.astype(np.float32)), dtype=np.float64)


class _Progress(xgboost.callback.TrainingCallback):
    """Advance a progress bar by one tree per round."""

    def __init__(self, bar: "tqdm[Any]") -> None:
        super().__init__()
        self._bar = bar

    def after_iteration(self, model: object, epoch: int, evals_log: object) -> bool:
        """Advance; False goes on training."""
        self._bar.update()
        return False
