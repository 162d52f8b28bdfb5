"""Fixed features of mixtures, for models that are not neural."""

import numpy as np

from azeotrope.chemistry.mixtures import Mixtures
from azeotrope.datasets.dataset import Dataset
from azeotrope.errors import ConfigError
from azeotrope.featurizers.protocol import Featurizer, FixedFeaturizer, NoFeaturizer
from azeotrope.models.aggregators import Aggregator, FixedAggregator
from azeotrope.models.context import check_context
from azeotrope.models.decompositions import Decomposition, Direct
from azeotrope.models.imputation import molecules_of
from azeotrope.models.interactions import Interaction, NoInteraction
from azeotrope.models.molecule_features import MoleculeFeatures
from azeotrope.models.protocol import FitContext, State
from azeotrope.models.scaling import Standardization
from azeotrope.models.temperature import TemperatureLaw
from azeotrope.typing import FloatArray


class MixtureFeatures:
    """Aggregated molecule features, then the solute's features, then the columns of the temperature law.

    Parameters
    ----------
    featurizer, interaction, aggregator, temperature, decomposition
        Choices of the model; those that need a network are refused.

    Raises
    ------
    ConfigError
        With the part that does not fit and what to choose instead.
    """

    def __init__(
        self,
        featurizer: Featurizer,
        interaction: Interaction,
        aggregator: Aggregator,
        temperature: TemperatureLaw,
        decomposition: Decomposition,
    ) -> None:
        if isinstance(featurizer, NoFeaturizer):
            raise ConfigError(
                "the featurizer NoFeaturizer represents no molecules; choose one such as featurizer=rdkit"
            )
        if not isinstance(featurizer, FixedFeaturizer):
            raise _unsupported("featurizer", featurizer, "a fixed representation such as featurizer=rdkit")
        if not isinstance(interaction, NoInteraction):
            raise _unsupported("interaction", interaction, "interaction=none")
        if not isinstance(aggregator, FixedAggregator):
            raise _unsupported("aggregator", aggregator, "aggregator=weighted_sum or aggregator=concat")
        if temperature.n_coefficients != 1:
            raise _unsupported("temperature", temperature, "temperature=concat or temperature=none")
        if not isinstance(decomposition, Direct):
            raise _unsupported("decomposition", decomposition, "decomposition=direct")
        self.temperature = temperature
        self._aggregator = aggregator
        self._molecules = MoleculeFeatures(featurizer)
        self._scale = Standardization(0.0, 1.0)
        self._has_solute = False

    def check(self, dataset: Dataset) -> None:
        """Raise `ConfigError` when the temperature law or the aggregator does not fit the data set."""
        self.temperature.check(dataset)
        self._aggregator.check(dataset.table.mixtures)

    def fit(self, train: Mixtures, context: FitContext) -> None:
        """Learn how to impute features and scale temperatures from the training mixtures."""
        self._molecules.fit(train.molecules, molecules_of(train), context)
        self._has_solute = train.solute is not None
        if train.temperature_k is not None:
            self._scale = Standardization.fit(train.temperature_k)

    def matrix(self, mixtures: Mixtures) -> FloatArray:
        """Return the features of the mixtures, shape `(n, d)`; NaN only where a temperature is NaN.

        Raises
        ------
        DataError
            When the mixtures lack a temperature or solute that the model needs.
        """
        check_context(mixtures, has_solute=self._has_solute, uses_temperature=self.temperature.uses_temperature)
        columns = [self.embed(mixtures)]
        if mixtures.solute is not None:
            columns.append(self._molecules.of(mixtures.molecules)[mixtures.solute])
        if mixtures.temperature_k is not None:
            columns.append(self.temperature.columns(mixtures.temperature_k, self._scale))
        return np.column_stack(columns)

    def embed(self, mixtures: Mixtures) -> FloatArray:
        """Return the aggregated features, shape `(n, d)`."""
        return self._aggregator.combine(mixtures, self._molecules.of(mixtures.molecules))

    def state(self) -> State:
        """Return what `fit` learned."""
        scale = [self._scale.mean, self._scale.deviation]
        return {"imputation": self._molecules.state(), "temperature_k": scale, "has_solute": self._has_solute}

    def load_state(self, state: State) -> None:
        """Restore what `state` returned; another set of features is a `RunError`."""
        self._molecules.load_state(state["imputation"])
        self._scale = Standardization(*state["temperature_k"])
        self._has_solute = state["has_solute"]


def _unsupported(part: str, choice: object, instead: str) -> ConfigError:
    name = type(choice).__name__
    return ConfigError(f"the {part} {name} needs a neural predictor; choose {instead}, or predictor=mlp")
