"""Ridge regression on the features of a mixture."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from azeotrope.errors import ConfigError
from azeotrope.models.feature_model import FeatureModel, FeatureRows
from azeotrope.models.protocol import FitContext, State
from azeotrope.typing import FloatArray

if TYPE_CHECKING:
    from azeotrope.models.ridge_regression import RidgeSolution


@dataclass(eq=False, kw_only=True)
class RidgeModel(FeatureModel["RidgeSolution"]):
    """Linear regression with penalised weights on aggregated fixed features and the temperature.

    Attributes
    ----------
    alphas
        Penalties on the squared weights of standardised columns, from which the validation rows choose, see
        `fit_ridge`. They compare with the number of rows.
    """

    alphas: Sequence[float]

    def __post_init__(self) -> None:
        """Refuse parts that need a network, and penalties that are none."""
        super().__post_init__()
        if not self.alphas or not all(0 < alpha < float("inf") for alpha in self.alphas):
            raise ConfigError(f"predictor.alphas is {self.alphas!r}; it must be a list of positive numbers")

    def fit_rows(self, train: FeatureRows, validation: FeatureRows, context: FitContext) -> "RidgeSolution":
        """See `FeatureModel.fit_rows`; the validation rows choose the penalty, and it does not pause."""
        from azeotrope.models.ridge_regression import fit_ridge

        return fit_ridge(train, validation, self.alphas)

    def predict_rows(self, fitted: "RidgeSolution", features: FloatArray) -> FloatArray:
        """See `FeatureModel.predict_rows`."""
        return fitted.predict(features)

    def report(self) -> dict[str, float]:
        """See `Model.report`: ``ridge_alpha``, the penalty that was chosen."""
        return {"ridge_alpha": self._fitted().alpha}

    def pack(self, fitted: "RidgeSolution") -> State:
        """See `FeatureModel.pack`."""
        import torch

        return {"weights": torch.from_numpy(fitted.weights), "intercept": fitted.intercept, "alpha": fitted.alpha}

    def unpack(self, state: State) -> "RidgeSolution":
        """See `FeatureModel.unpack`."""
        from azeotrope.models.ridge_regression import RidgeSolution

        return RidgeSolution(state["weights"].numpy(), state["intercept"], state["alpha"])
