"""Predictions of trained models for new mixtures, with a flag for what lies outside the training data."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from inspect import isclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np
from hydra.utils import get_object

from azeotrope.apps.model_tree import build_model
from azeotrope.chemistry.mixtures import Mixtures
from azeotrope.errors import ConfigError, DataError
from azeotrope.models.checkpoint import Checkpoint, Domain, read_checkpoint
from azeotrope.places import outputs_folder
from azeotrope.runs.index import find_run
from azeotrope.runs.layout import MODEL
from azeotrope.typing import FloatArray

if TYPE_CHECKING:
    from azeotrope.models.protocol import Model

OWN_PACKAGES = ("azeotrope.models", "azeotrope.featurizers")


@dataclass(frozen=True, eq=False)
class TrainedModel:
    """A model restored from its checkpoint, with what it was trained on."""

    model: "Model"
    checkpoint: Checkpoint = field(repr=False)

    @classmethod
    def load(cls, text: str, trusted: Sequence[str] = ()) -> "TrainedModel":
        """Restore a model.

        Parameters
        ----------
        text
            Checkpoint file, run folder, run id or MLflow run id.
        trusted
            Packages besides this one whose classes the checkpoint may name.

        Raises
        ------
        RunError, ConfigError
            When there is none, it is damaged, or it names code that is not trusted.
        """
        path = Path(text).expanduser()
        file = path if path.is_file() else find_run(outputs_folder(), text).path / MODEL
        checkpoint = read_checkpoint(file)
        _refuse_foreign_targets(checkpoint.spec, file, trusted)
        model = build_model(checkpoint.spec)
        model.load_state(checkpoint.state)
        return cls(model, checkpoint)

    def predict(self, mixtures: Mixtures) -> FloatArray:
        """Return one value per mixture in `checkpoint.unit`, shape `(n,)`.

        Raises
        ------
        DataError
            When the model needs a temperature or solute that the mixtures do not have.
        """
        domain = self.checkpoint.domain
        if domain.temperature_range_k is not None and mixtures.temperature_k is None:
            raise DataError("the model was trained with temperatures; give a column 'temperature'")
        if domain.has_solute and mixtures.solute is None:
            raise DataError("the model was trained with solutes; give a column 'solute'")
        return self.model.predict(mixtures)


def outside_reasons(mixtures: Mixtures, domain: Domain) -> list[str]:
    """Say for each mixture what lies outside the training data; empty where nothing does."""
    seen = np.isin(np.array(mixtures.molecules.inchi, dtype=object), domain.inchi)
    reasons: list[list[str]] = [[] for _ in range(len(mixtures))]
    for entry in np.flatnonzero(~seen[mixtures.component]):
        smiles = mixtures.molecules.smiles[mixtures.component[entry]]
        reasons[mixtures.row_of_entry[entry]].append(f"molecule {smiles} is new")
    if mixtures.solute is not None:
        for row in np.flatnonzero(~seen[mixtures.solute]):
            reasons[row].append(f"solute {mixtures.molecules.smiles[mixtures.solute[row]]} is new")
    if domain.temperature_range_k is not None and mixtures.temperature_k is not None:
        low, high = domain.temperature_range_k
        for row in np.flatnonzero((mixtures.temperature_k < low) | (mixtures.temperature_k > high)):
            reasons[row].append(f"{mixtures.temperature_k[row]:g} K is outside {low:g} to {high:g} K")
    return ["; ".join(dict.fromkeys(parts)) for parts in reasons]


def check_same_property(models: Sequence[TrainedModel]) -> None:
    """Refuse to average models of different properties or units."""
    kinds = {(each.checkpoint.quantity, each.checkpoint.unit) for each in models}
    if len(kinds) > 1:
        listed = ", ".join(f"{quantity} in {unit}" for quantity, unit in sorted(kinds))
        raise ConfigError(f"these runs predict different things: {listed}")
    if any(each.checkpoint.declared != models[0].checkpoint.declared for each in models):
        raise ConfigError("these runs were trained on files of different units; predict with one kind at a time")


def _refuse_foreign_targets(spec: Any, file: Path, trusted: Sequence[str]) -> None:
    """A checkpoint names classes to build; a file from elsewhere must not be able to name anything else to call."""
    if isinstance(spec, list):
        for value in spec:
            _refuse_foreign_targets(value, file, trusted)
    if not isinstance(spec, dict):
        return
    if "_target_" in spec:
        target = str(spec["_target_"])
        if not target.startswith(tuple(f"{package}." for package in (*OWN_PACKAGES, *trusted))):
            package = target.split(".", maxsplit=1)[0]
            raise ConfigError(f"{file} wants to build {target!r}; if you trust that code, add --trust {package}")
        if not isclass(get_object(target)):
            raise ConfigError(f"{file} wants to call {target!r}, which is no class")
    for value in spec.values():
        _refuse_foreign_targets(value, file, trusted)
