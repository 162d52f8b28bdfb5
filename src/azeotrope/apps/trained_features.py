"""What a trained model makes of molecules, as a representation that can be audited."""

import hashlib
from collections.abc import Sequence
from functools import cached_property
from pathlib import Path

import numpy as np

from azeotrope.apps.prediction import TrainedModel
from azeotrope.chemistry.identity import parse_molecule
from azeotrope.chemistry.mixtures import Mixtures
from azeotrope.chemistry.molecules import Molecules
from azeotrope.errors import ConfigError, RunError
from azeotrope.featurizers.protocol import FixedFeaturizer
from azeotrope.places import outputs_folder
from azeotrope.runs.identity import HASH_LENGTH
from azeotrope.runs.index import find_run
from azeotrope.runs.layout import MODEL
from azeotrope.runs.record import RunRecord
from azeotrope.typing import FloatArray

REFERENCE_TEMPERATURE_K = 298.15


class TrainedFeatures(FixedFeaturizer):
    """The representation of pure compounds that a model has after training, before temperature and predictor.

    Parameters
    ----------
    run
        Checkpoint file, run folder, run id or MLflow run id, as for `azeotrope predict`.

    Raises
    ------
    RunError, ConfigError
        When there is no such run, it is damaged, or its model has no representation or needs a solute.
    """

    def __init__(self, run: str) -> None:
        path = Path(run).expanduser()
        self.checkpoint = path if path.is_file() else _checkpoint_of(run)
        self._trained = TrainedModel.load(str(self.checkpoint))
        if self._trained.checkpoint.domain.has_solute:
            raise ConfigError(f"run {run} represents a solvent together with a solute, not a molecule")
        self._width = self.features(["C"]).shape[1]

    @cached_property
    def identity(self) -> str:
        """See `FixedFeaturizer.identity`: the hash of the checkpoint."""
        return f"run-{hashlib.sha256(self.checkpoint.read_bytes()).hexdigest()[:16]}"

    @cached_property
    def run(self) -> str:
        """Id of the run, however it was named; of a lonely checkpoint, the name of the file and its hash."""
        try:
            return RunRecord(self.checkpoint.parent).identity.run_id
        except RunError:
            return f"{self.checkpoint.stem}-{self.identity.rpartition('-')[2][:HASH_LENGTH]}"

    @property
    def names(self) -> tuple[str, ...]:
        """See `FixedFeaturizer.names`."""
        return tuple(f"run_{column}" for column in range(self._width))

    def training_note(self, inchis: set[str]) -> str:
        """Return how many of some molecules the model was trained on, which whoever reads an audit must know."""
        n_seen = len(inchis.intersection(self._trained.checkpoint.domain.inchi))
        quantity = self._trained.checkpoint.quantity
        return f"run {self.run} was trained on {quantity}, with {n_seen} of these {len(inchis)} molecules"

    def features(self, smiles: Sequence[str]) -> FloatArray:
        """See `FixedFeaturizer.features`; at 298.15 K where the model has a temperature."""
        if not smiles:
            return np.empty((0, self._width))
        parsed = [parse_molecule(text, allow_salts=True) for text in smiles]
        molecules = Molecules.of(parsed)
        has_temperature = self._trained.checkpoint.domain.temperature_range_k is not None
        temperature = np.full(len(parsed), REFERENCE_TEMPERATURE_K) if has_temperature else None
        component = [molecules.index[molecule.inchi] for molecule in parsed]
        vectors = self._trained.model.embed(Mixtures.pure(molecules, component, temperature))
        if vectors is None:
            raise ConfigError(f"the model of {self.checkpoint} has no representation of molecules to audit")
        return np.asarray(vectors, dtype=np.float64)


def _checkpoint_of(run: str) -> Path:
    """Return the checkpoint of a run, or say why it has none."""
    record = find_run(outputs_folder(), run)
    if record.identity.is_audit:
        raise ConfigError(f"{record.run_id} is an audit, which has no model; name a run of train.py")
    if not (record.path / MODEL).is_file():
        raise RunError(f"run {record.run_id} has no {MODEL}; its state is {record.inspection.state}")
    return record.path / MODEL
