"""Gradient-boosted trees on the features of a mixture."""

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

import numpy as np

from azeotrope.chemistry.mixtures import Mixtures
from azeotrope.datasets.dataset import Dataset
from azeotrope.errors import RunError
from azeotrope.featurizers.protocol import Featurizer
from azeotrope.models.aggregators import Aggregator
from azeotrope.models.decompositions import Decomposition
from azeotrope.models.interactions import Interaction
from azeotrope.models.mixture_features import MixtureFeatures
from azeotrope.models.protocol import FitContext, Model, State
from azeotrope.models.scaling import Standardization
from azeotrope.models.temperature import TemperatureLaw
from azeotrope.typing import FloatArray, IntArray

if TYPE_CHECKING:
    from xgboost import Booster


@dataclass(eq=False, kw_only=True)
class XGBoostModel(Model):
    """XGBoost on aggregated fixed features, with the temperature as one more feature.

    Attributes
    ----------
    featurizer, interaction, aggregator, temperature, decomposition
        How a mixture becomes features; parts that need a network are refused.
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

    featurizer: Featurizer
    interaction: Interaction
    aggregator: Aggregator
    temperature: TemperatureLaw
    decomposition: Decomposition
    n_estimators: int
    max_depth: int
    learning_rate: float
    subsample: float
    early_stopping_rounds: int
    seed: int
    threads: int | None
    _features: MixtureFeatures = field(init=False, repr=False)
    _booster: "Booster | None" = field(init=False, repr=False, default=None)
    _target: Standardization = field(init=False, repr=False, default=Standardization(0.0, 1.0))

    def __post_init__(self) -> None:
        """Refuse parts that need a network."""
        self._features = MixtureFeatures(
            self.featurizer, self.interaction, self.aggregator, self.temperature, self.decomposition
        )

    def check(self, dataset: Dataset) -> None:
        """See `Model.check`."""
        self.temperature.check(has_temperature=dataset.table.mixtures.temperature_k is not None)

    def fit(self, dataset: Dataset, train: IntArray, validation: IntArray, context: FitContext) -> None:
        """See `Model.fit`; a fit takes seconds, so the resume file is not used."""
        from azeotrope.models.boosting import BoostingOptions, train_booster

        self.check(dataset)
        mixtures, value = dataset.table.mixtures, dataset.table.value
        self._features.fit(mixtures.take(train), context)
        self._target = Standardization.fit(value[train])
        options = BoostingOptions(
            n_estimators=self.n_estimators,
            max_depth=self.max_depth,
            learning_rate=self.learning_rate,
            subsample=self.subsample,
            early_stopping_rounds=self.early_stopping_rounds,
            seed=self.seed,
            threads=self.threads,
        )
        train_rows, validation_rows = (
            (self._features.matrix(mixtures.take(rows)), self._target.apply(value[rows]))
            for rows in (train, validation)
        )
        self._booster = train_booster(train_rows, validation_rows, options, show_progress=context.show_progress)

    def predict(self, mixtures: Mixtures) -> FloatArray:
        """See `Model.predict`; NaN where a temperature that the model uses is NaN."""
        from azeotrope.models.boosting import predict_booster

        matrix = self._features.matrix(mixtures)
        prediction = self._target.invert(predict_booster(self._fitted(), matrix))
        return np.where(np.isfinite(matrix).all(axis=1), prediction, np.nan)

    def embed(self, mixtures: Mixtures) -> FloatArray:
        """See `Model.embed`: the aggregated features."""
        self._fitted()
        return self._features.embed(mixtures)

    def state(self) -> State:
        """See `Model.state`."""
        import torch

        trees = torch.frombuffer(self._fitted().save_raw("ubj"), dtype=torch.uint8)
        return {
            "trees": trees,
            "target": [self._target.mean, self._target.deviation],
            "features": self._features.state(),
        }

    def load_state(self, state: State) -> None:
        """See `Model.load_state`."""
        from xgboost import Booster

        self._features.load_state(state["features"])
        self._target = Standardization(*state["target"])
        self._booster = Booster(model_file=bytearray(state["trees"].numpy().tobytes()))

    def _fitted(self) -> "Booster":
        if self._booster is None:
            raise RunError("the model has not been trained or loaded")
        return self._booster
