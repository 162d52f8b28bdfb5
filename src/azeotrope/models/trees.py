"""Gradient-boosted trees on the features of a mixture."""

from dataclasses import dataclass
from typing import TYPE_CHECKING

from azeotrope.models.feature_model import FeatureModel, FeatureRows
from azeotrope.models.protocol import State
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
    early_stopping_rounds
        Stop after so many trees without a smaller validation error, and keep the trees up to the smallest one.
    seed
        Seed of the row samples.
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

    def fit_rows(self, train: FeatureRows, validation: FeatureRows, *, show_progress: bool) -> "Booster":
        """See `FeatureModel.fit_rows`; the validation rows choose the number of trees."""
        from azeotrope.models.boosting import BoostingOptions, train_booster

        options = BoostingOptions(
            n_estimators=self.n_estimators,
            max_depth=self.max_depth,
            learning_rate=self.learning_rate,
            subsample=self.subsample,
            early_stopping_rounds=self.early_stopping_rounds,
            seed=self.seed,
            threads=self.threads,
        )
        return train_booster(train, validation, options, show_progress=show_progress)

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
