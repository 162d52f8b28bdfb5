"""The neural mixture model: encoder, interaction, aggregator, temperature law and perceptron."""

from collections.abc import Callable
from dataclasses import dataclass, field, replace

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
from azeotrope.models.neural.excess import ExcessReadout, shrink_excess
from azeotrope.models.neural.fitting import fit_network
from azeotrope.models.neural.learned import Learned
from azeotrope.models.neural.molecule_inputs import MoleculeInputs, molecule_inputs
from azeotrope.models.neural.network import MixtureNetwork
from azeotrope.models.neural.perceptron import perceptron
from azeotrope.models.neural.readout import ReadoutParts
from azeotrope.models.neural.regression import EVALUATION_ROWS
from azeotrope.models.neural.training import TrainerOptions
from azeotrope.models.protocol import FitContext, Model, State
from azeotrope.models.stopping import FitPaused
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
    _learned: Learned | None = field(init=False, repr=False, default=None)
    _network: MixtureNetwork = field(init=False, repr=False)
    _store: tuple[tuple[str, ...], MoleculeStore] | None = field(init=False, repr=False, default=None)

    def __post_init__(self) -> None:
        """Refuse featurizers that represent no molecules, and parts that do not go together."""
        self._inputs = molecule_inputs(self.featurizer)
        self.decomposition.check_aggregator(self.aggregator)

    def check(self, dataset: Dataset) -> None:
        """See `Model.check`."""
        self.temperature.check(dataset)
        self.aggregator.check(dataset.table.mixtures)
        self.decomposition.check(dataset)

    def fit(self, dataset: Dataset, train: IntArray, validation: IntArray, context: FitContext) -> None:
        """See `Model.fit`; the weights with the smallest validation error are kept."""
        self.check(dataset)
        mixtures, value = dataset.table.mixtures, dataset.table.value
        self._store = None
        self._inputs.fit(mixtures.molecules, molecules_of(mixtures.take(train)), context)
        learned = Learned.of(dataset, train, measured_pure=self.decomposition.learns_from_measured_pure)
        network = self._build(learned)
        train_source, validation_source = (
            self._source(mixtures.take(rows), learned, torch.float32, value[rows]) for rows in (train, validation)
        )
        try:
            fit_network(network, train_source, validation_source, self.trainer, self.seed, context)
        except FitPaused as paused:
            raise paused.scaled(learned.target.deviation) from None
        has_mixtures = not bool(mixtures.is_pure[train].all())
        shrink_excess(network, OrderedBatches(validation_source, EVALUATION_ROWS), was_trained=has_mixtures)
        if not self.decomposition.predicts_from_measured_pure:
            learned = replace(learned, references=None)
        self._learned, self._network = learned, network.double().eval()

    def predict(self, mixtures: Mixtures) -> FloatArray:
        """See `Model.predict`; NaN where a temperature that the model uses is NaN."""
        learned = self._fitted()
        check_context(mixtures, has_solute=learned.has_solute, uses_temperature=self.temperature.uses_temperature)
        return learned.target.invert(self._evaluate(mixtures, self._network))

    def embed(self, mixtures: Mixtures) -> FloatArray:
        """See `Model.embed`; the solute is not part of it."""
        self._fitted()
        return self._evaluate(replace(mixtures, solute=None), self._network.embed)

    def add_pure_values(self, dataset: Dataset) -> None:
        """See `Model.add_pure_values`."""
        learned = self._fitted()
        if learned.references is None:
            super().add_pure_values(dataset)
        else:
            self._learned = replace(learned, references=learned.references.extended(dataset))

    def report(self) -> dict[str, float]:
        """See `Model.report`: ``excess_scale``, the factor of the excess part that the validation rows chose."""
        readout = self._network.readout
        return {"excess_scale": float(readout.excess_scale)} if isinstance(readout, ExcessReadout) else {}

    def state(self) -> State:
        """See `Model.state`."""
        learned = self._fitted().state()
        weights = {name: weight.float() for name, weight in self._network.state_dict().items()}
        return {**learned, "weights": weights, "inputs": self._inputs.state()}

    def load_state(self, state: State) -> None:
        """See `Model.load_state`."""
        self._store = None
        self._inputs.load_state(state["inputs"])
        learned = Learned.from_state(state)
        network = self._build(learned)
        try:
            network.load_state_dict(state["weights"])
        except RuntimeError as error:
            raise RunError(f"the saved weights belong to another network: {error}") from error
        self._learned, self._network = learned, network.double().eval()

    def _build(self, learned: Learned) -> MixtureNetwork:
        """Return a network whose random weights depend on the seed alone."""
        with torch.random.fork_rng(devices=[]):
            torch.manual_seed(self.seed)
            encoder = self._inputs.build()
            interaction = self.interaction.build(encoder.width)
            parts = ReadoutParts(
                aggregator=self.aggregator,
                molecule_width=encoder.width,
                entry_width=interaction.width,
                context_width=self.temperature.n_columns + (encoder.width if learned.has_solute else 0),
                make_head=lambda width, n_outputs: perceptron(width, self.hidden_width, self.n_layers, n_outputs),
                law=self.temperature,
                temperature_scale=learned.temperature_scale,
                rule=learned.rule,
                target=learned.target,
            )
            return MixtureNetwork(encoder, interaction, self.decomposition.build(parts))

    def _source(
        self, mixtures: Mixtures, learned: Learned, dtype: torch.dtype, value: FloatArray | None = None
    ) -> BatchSource:
        """Return batches; while training, with values, the pure rows are there to learn pure values from."""
        pure = None if learned.references is None else learned.target.apply(learned.references.of(mixtures))
        if pure is not None and value is not None:
            pure[mixtures.is_pure[mixtures.row_of_entry]] = np.nan
        target = np.full(len(mixtures), np.nan) if value is None else learned.target.apply(value)
        store, scale = self._store_of(mixtures.molecules), learned.temperature_scale
        return BatchSource(mixtures, store, self.temperature, scale, target, dtype, pure)

    def _store_of(self, molecules: Molecules) -> MoleculeStore:
        """Network inputs of the molecules, kept until other molecules are asked for."""
        if self._store is None or self._store[0] != molecules.smiles:
            self._store = (molecules.smiles, self._inputs.store(molecules))
        return self._store[1]

    def _evaluate(self, mixtures: Mixtures, function: Callable[[MixtureBatch], Tensor]) -> FloatArray:
        self.aggregator.check_rows(mixtures)
        source = self._source(mixtures, self._fitted(), torch.float64)
        with torch.inference_mode():
            parts = [function(batch) for batch in OrderedBatches(source, EVALUATION_ROWS)]
            parts = parts or [function(source.batch(np.zeros(0, dtype=np.int64)))]
        return torch.cat(parts).numpy()

    def _fitted(self) -> Learned:
        if self._learned is None:
            raise RunError("the model has not been trained or loaded")
        return self._learned
