"""The neural mixture model: encoder, interaction, aggregator, temperature law and perceptron."""

from collections.abc import Callable
from dataclasses import dataclass, field, replace
from functools import partial

import numpy as np
import torch
from torch import Tensor

from azeotrope.chemistry.mixtures import Mixtures
from azeotrope.chemistry.molecules import Molecules
from azeotrope.datasets.dataset import Dataset
from azeotrope.errors import RunError
from azeotrope.featurizers.protocol import Featurizer, MoleculeStore
from azeotrope.models.aggregators import Aggregator
from azeotrope.models.context import check_context
from azeotrope.models.decompositions import Decomposition
from azeotrope.models.imputation import molecules_of
from azeotrope.models.interactions import Interaction
from azeotrope.models.neural.batches import BatchSource, MixtureBatch, OrderedBatches
from azeotrope.models.neural.fitting import fit_network
from azeotrope.models.neural.molecule_inputs import MoleculeInputs, molecule_inputs
from azeotrope.models.neural.network import MixtureNetwork
from azeotrope.models.neural.perceptron import perceptron
from azeotrope.models.neural.regression import EVALUATION_ROWS
from azeotrope.models.neural.training import TrainerOptions
from azeotrope.models.protocol import FitContext, Model, State
from azeotrope.models.scaling import Standardization
from azeotrope.models.temperature import TemperatureLaw
from azeotrope.typing import FloatArray, IntArray


@dataclass(eq=False, kw_only=True)
class NeuralModel(Model):
    """A network trained end to end, from molecules to the property of their mixture.

    Predictions are made in double precision on the CPU, so that a row does not depend on the other rows beyond 1e-12.

    Attributes
    ----------
    featurizer, interaction, aggregator, temperature, decomposition
        The parts of the network.
    hidden_width, n_layers
        Width and number of the hidden layers of the predictor.
    trainer
        How it is trained.
    seed
        Seed of initial weights and batches.
    """

    featurizer: Featurizer
    interaction: Interaction
    aggregator: Aggregator
    temperature: TemperatureLaw
    decomposition: Decomposition
    trainer: TrainerOptions
    seed: int
    hidden_width: int
    n_layers: int
    _inputs: MoleculeInputs = field(init=False, repr=False)
    _learned: "_Learned | None" = field(init=False, repr=False, default=None)
    _store: tuple[tuple[str, ...], MoleculeStore] | None = field(init=False, repr=False, default=None)

    def __post_init__(self) -> None:
        """Refuse featurizers that represent no molecules."""
        self._inputs = molecule_inputs(self.featurizer)

    def check(self, dataset: Dataset) -> None:
        """See `Model.check`."""
        self.temperature.check(has_temperature=dataset.table.mixtures.temperature_k is not None)

    def fit(self, dataset: Dataset, train: IntArray, validation: IntArray, context: FitContext) -> None:
        """See `Model.fit`; the weights with the smallest validation error are kept."""
        self.check(dataset)
        mixtures, value = dataset.table.mixtures, dataset.table.value
        self._store = None
        self._inputs.fit(mixtures.molecules, molecules_of(mixtures.take(train)), context)
        known = None if mixtures.temperature_k is None else mixtures.temperature_k[train]
        scale = Standardization(0.0, 1.0) if known is None else Standardization.fit(known)
        target = Standardization.fit(value[train])
        network = self._build(scale, has_solute=mixtures.solute is not None)
        train_source, validation_source = (
            self._source(mixtures.take(rows), scale, target.apply(value[rows]), torch.float32)
            for rows in (train, validation)
        )
        fit_network(network, train_source, validation_source, self.trainer, self.seed, context)
        self._learned = _Learned(network.double().eval(), target, has_solute=mixtures.solute is not None)

    def predict(self, mixtures: Mixtures) -> FloatArray:
        """See `Model.predict`; NaN where a temperature that the model uses is NaN."""
        learned = self._fitted()
        check_context(mixtures, has_solute=learned.has_solute, uses_temperature=self.temperature.uses_temperature)
        return learned.target.invert(self._evaluate(mixtures, learned.network))

    def embed(self, mixtures: Mixtures) -> FloatArray:
        """See `Model.embed`; the solute is not part of it."""
        return self._evaluate(replace(mixtures, solute=None), self._fitted().network.embed)

    def state(self) -> State:
        """See `Model.state`."""
        learned = self._fitted()
        return {
            "weights": {name: weight.float() for name, weight in learned.network.state_dict().items()},
            "target": [learned.target.mean, learned.target.deviation],
            "temperature_k": [learned.network.scale.mean, learned.network.scale.deviation],
            "has_solute": learned.has_solute,
            "inputs": self._inputs.state(),
        }

    def load_state(self, state: State) -> None:
        """See `Model.load_state`."""
        self._store = None
        self._inputs.load_state(state["inputs"])
        network = self._build(Standardization(*state["temperature_k"]), has_solute=state["has_solute"])
        try:
            network.load_state_dict(state["weights"])
        except RuntimeError as error:
            raise RunError(f"the saved weights belong to another network: {error}") from error
        target = Standardization(*state["target"])
        self._learned = _Learned(network.double().eval(), target, has_solute=state["has_solute"])

    def _build(self, scale: Standardization, *, has_solute: bool) -> MixtureNetwork:
        """Return a network whose random weights depend on the seed alone."""
        with torch.random.fork_rng(devices=[]):
            torch.manual_seed(self.seed)
            encoder = self._inputs.build()
            width = encoder.width
            interaction = self.interaction.build(width)
            make_head = partial(self._head, n_outputs=self.temperature.n_coefficients)
            context_width = self.temperature.n_columns + (width if has_solute else 0)
            readout = self.decomposition.build(self.aggregator, interaction.width, context_width, make_head)
            return MixtureNetwork(encoder, interaction, readout, self.temperature, scale)

    def _head(self, width: int, n_outputs: int) -> torch.nn.Module:
        return perceptron(width, self.hidden_width, self.n_layers, n_outputs)

    def _source(
        self, mixtures: Mixtures, scale: Standardization, target: FloatArray, dtype: torch.dtype
    ) -> BatchSource:
        return BatchSource(mixtures, self._store_of(mixtures.molecules), self.temperature, scale, target, dtype)

    def _store_of(self, molecules: Molecules) -> MoleculeStore:
        """Network inputs of the molecules, kept until other molecules are asked for."""
        if self._store is None or self._store[0] != molecules.smiles:
            self._store = (molecules.smiles, self._inputs.store(molecules))
        return self._store[1]

    def _evaluate(self, mixtures: Mixtures, function: Callable[[MixtureBatch], Tensor]) -> FloatArray:
        unknown = np.full(len(mixtures), np.nan)
        source = self._source(mixtures, self._fitted().network.scale, unknown, torch.float64)
        with torch.inference_mode():
            parts = [function(batch) for batch in OrderedBatches(source, EVALUATION_ROWS)]
            parts = parts or [function(source.batch(np.zeros(0, dtype=np.int64)))]
        return torch.cat(parts).numpy()

    def _fitted(self) -> "_Learned":
        if self._learned is None:
            raise RunError("the model has not been trained or loaded")
        return self._learned


@dataclass(frozen=True)
class _Learned:
    """What a fit leaves: the network in double precision and the scale of the target."""

    network: MixtureNetwork
    target: Standardization
    has_solute: bool
