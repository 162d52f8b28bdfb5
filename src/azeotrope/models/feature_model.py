"""What all models on fixed mixture features share: features, scales, unknown temperatures and their state."""

from abc import abstractmethod
from dataclasses import dataclass, field
from typing import Generic, NamedTuple, TypeVar

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
from azeotrope.models.stopping import FitPaused
from azeotrope.models.temperature import TemperatureLaw
from azeotrope.typing import FloatArray, IntArray

Fitted = TypeVar("Fitted")


class FeatureRows(NamedTuple):
    """Rows of a fit: finite features of shape `(n, d)` and standardised values of shape `(n,)`."""

    features: FloatArray
    target: FloatArray


@dataclass(eq=False, kw_only=True)
class FeatureModel(Model, Generic[Fitted]):
    """A regression on aggregated fixed features, with the temperature as one more feature.

    A subclass says how to fit rows, predict rows, and store what was fitted.

    Attributes
    ----------
    featurizer, interaction, aggregator, temperature, decomposition
        How a mixture becomes features; parts that need a network are refused.
    """

    featurizer: Featurizer
    interaction: Interaction
    aggregator: Aggregator
    temperature: TemperatureLaw
    decomposition: Decomposition
    _features: MixtureFeatures = field(init=False, repr=False)
    _learned: Fitted | None = field(init=False, repr=False, default=None)
    _target: Standardization = field(init=False, repr=False, default=Standardization(0.0, 1.0))

    def __post_init__(self) -> None:
        """Refuse parts that need a network."""
        self._features = MixtureFeatures(
            self.featurizer, self.interaction, self.aggregator, self.temperature, self.decomposition
        )

    @abstractmethod
    def fit_rows(self, train: FeatureRows, validation: FeatureRows, context: FitContext) -> Fitted:
        """Return what is learned from at least one train row; there may be no validation row.

        Raises
        ------
        FitPaused
            See `Model.fit`, but with a standardised error.
        """

    @abstractmethod
    def predict_rows(self, fitted: Fitted, features: FloatArray) -> FloatArray:
        """Return standardised values, shape `(n,)`, of features `(n, d)`; anything for a row that holds a NaN."""

    @abstractmethod
    def pack(self, fitted: Fitted) -> State:
        """Return what `unpack` restores; the keys ``target`` and ``features`` are taken."""

    @abstractmethod
    def unpack(self, state: State) -> Fitted:
        """Restore what `pack` returned; other keys are ignored."""

    def check(self, dataset: Dataset) -> None:
        """See `Model.check`."""
        self._features.check(dataset)

    def fit(self, dataset: Dataset, train: IntArray, validation: IntArray, context: FitContext) -> None:
        """See `Model.fit`; it takes minutes at most, so the resume file is not used, and the next fit starts over."""
        self.check(dataset)
        mixtures, value = dataset.table.mixtures, dataset.table.value
        self._features.fit(mixtures.take(train), context)
        self._target = Standardization.fit(value[train])
        train_rows, validation_rows = (
            FeatureRows(self._features.matrix(mixtures.take(rows)), self._target.apply(value[rows]))
            for rows in (train, validation)
        )
        try:
            self._learned = self.fit_rows(train_rows, validation_rows, context)
        except FitPaused as paused:
            raise paused.scaled(self._target.deviation) from None

    def predict(self, mixtures: Mixtures) -> FloatArray:
        """See `Model.predict`; NaN where a temperature that the model uses is NaN."""
        matrix = self._features.matrix(mixtures)
        prediction = self._target.invert(self.predict_rows(self._fitted(), matrix))
        return np.where(np.isfinite(matrix).all(axis=1), prediction, np.nan)

    def embed(self, mixtures: Mixtures) -> FloatArray:
        """See `Model.embed`: the aggregated features."""
        self._fitted()
        return self._features.embed(mixtures)

    def state(self) -> State:
        """See `Model.state`."""
        return {
            **self.pack(self._fitted()),
            "target": [self._target.mean, self._target.deviation],
            "features": self._features.state(),
        }

    def load_state(self, state: State) -> None:
        """See `Model.load_state`."""
        self._features.load_state(state["features"])
        self._target = Standardization(*state["target"])
        self._learned = self.unpack(state)

    def _fitted(self) -> Fitted:
        if self._learned is None:
            raise RunError("the model has not been trained or loaded")
        return self._learned
