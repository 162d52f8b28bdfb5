"""Gradient-boosted trees on the features of a mixture."""

from dataclasses import dataclass
from typing import TYPE_CHECKING

from azeotrope.errors import ConfigError
from azeotrope.models.feature_model import FeatureModel, FeatureRows
from azeotrope.models.protocol import FitContext, State
from azeotrope.typing import FloatArray

if TYPE_CHECKING:
    from xgboost import Booster


@dataclass(eq=False, kw_only=True)
class XGBoostModel(FeatureModel["Booster"]):
    """XGBoost on aggregated fixed features, with the temperature as one more feature.

    Attributes
    ----------
    n_estimators
        Largest number of trees.
    max_depth, learning_rate, subsample
        Depth of a tree, shrinkage, and share of the rows that a tree sees.
    colsample_bytree
        Share of the columns that a tree sees, in (0, 1].
    reg_lambda
        Penalty on the squares of a leaf's value, not negative.
    early_stopping_rounds
        Stop after so many trees without a smaller validation error, and keep the trees up to the smallest one.
    seed
        Seed of the samples of rows and columns.
    threads
        Threads; None uses all cores.
    """

    n_estimators: int
    max_depth: int
    learning_rate: float
    subsample: float
    early_stopping_rounds: int
    seed: int
    threads: int | None
    colsample_bytree: float = 1.0
    reg_lambda: float = 1.0

    def __post_init__(self) -> None:
        """Refuse parts that need a network, and settings that grow no trees."""
        super().__post_init__()
        if not 0 < self.colsample_bytree <= 1:
            message = f"predictor.colsample_bytree is a share of the columns in (0, 1], not {self.colsample_bytree}"
            raise ConfigError(message)
        if not 0 <= self.reg_lambda < float("inf"):
            raise ConfigError(f"predictor.reg_lambda is a penalty and not negative, not {self.reg_lambda}")

    def fit_rows(self, train: FeatureRows, validation: FeatureRows, context: FitContext) -> "Booster":
        """See `FeatureModel.fit_rows`; the validation rows choose the number of trees.

        It pauses after `context.until` of the trees unless it has come to its end by then.
        """
        from azeotrope.models.boosting import BoostingOptions, train_booster

        options = BoostingOptions(
            n_estimators=self.n_estimators,
            max_depth=self.max_depth,
            learning_rate=self.learning_rate,
            subsample=self.subsample,
            colsample_bytree=self.colsample_bytree,
            reg_lambda=self.reg_lambda,
            early_stopping_rounds=self.early_stopping_rounds,
            seed=self.seed,
            threads=self.threads,
        )
        return train_booster(train, validation, options, context)

    def predict_rows(self, fitted: "Booster", features: FloatArray) -> FloatArray:
        """See `FeatureModel.predict_rows`."""
        from azeotrope.models.boosting import predict_booster

        return predict_booster(fitted, features)

    def pack(self, fitted: "Booster") -> State:
        """See `FeatureModel.pack`."""
        import torch

        return {"trees": torch.frombuffer(fitted.save_raw("ubj"), dtype=torch.uint8)}

    def unpack(self, state: State) -> "Booster":
        """See `FeatureModel.unpack`."""
        from xgboost import Booster

        return Booster(model_file=bytearray(state["trees"].numpy().tobytes()))
